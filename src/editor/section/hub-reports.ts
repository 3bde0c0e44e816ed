import { Signal } from '../../base/signal.js';
import type { HubSnapshot } from '../../hub/queue/traffic.js';
import type { HubState } from '../../hub/watch/connection.js';
import { askEndpoint, reasonOf } from '../base/endpoint.js';
import { words } from '../base/words.js';
import { PollLoop } from './poll-loop.js';

/** A running hub, as reported by `src/nodes/endpoints/sidebar-routes.ts`. */
export interface HubReport extends HubSnapshot {
  /** Id of the configuration. In a subflow, each instance runs a hub with this id. */
  readonly id: string;
  /** Failed presses and movements within the last minute. */
  readonly failures: number;
  /** The number of commands that have ended. */
  readonly commands: number;
  /** Changes with the names of its looks and the numbers of its cues. */
  readonly stored: string;
  /** The address of its picture, if it is the simulator in Node-RED. */
  readonly simulator?: string;
  /** The port of its simulator, if another program uses it. */
  readonly usedPort?: number;
}

/** Pause between two requests. */
const PAUSE_MS = 1000;

/** The state of all running hubs, polled while the sidebar is visible. */
export class HubReports {
  readonly changed = new Signal<HubReports>();
  /** As of the last answer. */
  hubs: readonly HubReport[] = [];
  /** True after the first answer. */
  isLoaded = false;
  /** The reason if the runtime does not answer, otherwise ''. */
  problem = '';
  /** The number of switches of a rehearsal, and the latest of them that was answered. */
  #switches = 0;
  #lastAnswered = 0;
  readonly #poll = new PollLoop(() => {
    const before = this.#lastAnswered;
    // The answer may be from before a switch that was answered meanwhile.
    return this.#update(askEndpoint(['hubs']), () => before === this.#lastAnswered);
  }, PAUSE_MS);

  start(): void {
    this.#poll.start();
  }

  stop(): void {
    this.#poll.stop();
  }

  /** Switches the rehearsal of a hub until its next start. */
  async switchRehearsal(id: string, on: boolean): Promise<void> {
    this.#switches += 1;
    const turn = this.#switches;
    await this.#update(askEndpoint(['rehearsal', id], { on }), () => {
      // Two hubs may be switched at once.
      const isNewest = turn > this.#lastAnswered;
      if (isNewest) this.#lastAnswered = turn;
      return isNewest;
    });
  }

  /** Stores an answer of the runtime, or the reason why it failed, unless a newer answer was stored meanwhile. */
  async #update(answer: Promise<readonly HubReport[]>, isNewest: () => boolean): Promise<void> {
    try {
      const hubs = await answer;
      if (!isNewest()) return;
      this.hubs = hubs;
      this.isLoaded = true;
      this.problem = '';
    } catch (error) {
      const problem = reasonOf(error);
      if (!isNewest()) return;
      this.problem = problem;
    }
    this.changed.emit(this);
  }
}

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
