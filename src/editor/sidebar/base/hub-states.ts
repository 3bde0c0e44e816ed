import type { HubState } from '../../../hub/watch/connection.js';
import { words } from '../../base/words.js';
import type { HubReport } from './hub-reports.js';

/** The icon and the text of each state. `off`: the configuration does not run. */
export const HUB_STATES: Readonly<Record<HubState | 'off', { readonly icon: string; readonly words: string }>> = {
  connected: { icon: 'fa-check-circle', words: 'status.connected' },
  connecting: { icon: 'fa-ellipsis-h', words: 'status.connecting' },
  unreachable: { icon: 'fa-times-circle', words: 'status.unreachable' },
  refused: { icon: 'fa-lock', words: 'status.refused' },
  off: { icon: 'fa-power-off', words: 'sidebar.hubs.off' },
};

/** The state of a hub. A lost hub has the time of its loss: `hub offline · since 10:21`. */
export function stateText(report: HubReport | undefined): string {
  const state = words(HUB_STATES[report?.state ?? 'off'].words);
  if (!report || !isLost(report)) return state;
  return `${state} · ${words('sidebar.hubs.since', { time: timeText(report.since) })}`;
}

/** True for a hub that cannot be read now, so everything that it answered is old. */
export const isLost = ({ state }: HubReport): boolean => state === 'unreachable' || state === 'refused';

/** The hours and minutes of a time in ms since the epoch. */
export const timeText = (at: number): string =>
  new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
