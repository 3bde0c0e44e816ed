/** Shows of dialect 2: launch configuration and linear engine in one (docs/develop/interface.md "Seen in the field"). */
import type { LinearEngine, LinearRundown } from '../state/linear.js';
import type { SimulatorState } from '../state/state.js';
import type { BehaviourCall } from './call.js';
import { setOutput } from './linear-target.js';

/** The mode of all shows. */
export const MODE = 'Broadcast';

/** The running show whose renderers use an engine host. */
export function showOn({ linear, launcher }: SimulatorState, engineId: number): LinearEngine | undefined {
  const renderers = launcher.renderers.filter(({ settings }) => settings.engineId === engineId).map(({ id }) => id);
  const configs = launcher.configs.filter((config) => config.renderers.some((id) => renderers.includes(id)));
  return linear.engines.find(({ id, running }) => running && configs.some((config) => config.id === id));
}

/** The show of a launch configuration. Undefined on dialect 1, where both have separate ids. */
export const showOf = ({ linear }: SimulatorState, configId: number): LinearEngine | undefined =>
  linear.engines.find(({ id }) => id === configId);

/** Starts, restarts or stops a show. Its outputs become empty. */
export function setRunning({ state, now }: BehaviourCall, show: LinearEngine | undefined, running: boolean): void {
  if (!show) return;
  Object.assign(show, { running, changedAt: now });
  for (const output of show.outputs) setOutput(state, output, null, now);
}

/** True while the show starts or stops. */
export const isChanging = (
  { now, restartTime }: Pick<BehaviourCall, 'now' | 'restartTime'>,
  { changedAt }: LinearEngine,
) => now - changedAt < restartTime;

/** The state of a show in the linear area, which is later than in the launcher. */
export const isStarted = (call: BehaviourCall, show: LinearEngine): boolean => show.running !== isChanging(call, show);

/** The loaded rundowns of a show. Empty while it starts. */
export const loadedRundownsOf = (call: BehaviourCall, show: LinearEngine): readonly LinearRundown[] =>
  show.running && isChanging(call, show) ? [] : show.loaded;

/** A show for a new launch configuration. No engine displays its outputs. */
export const newShow = (id: number, name: string): LinearEngine => ({
  id,
  name,
  engines: [],
  running: false,
  changedAt: 0,
  loaded: [],
  outputs: [{ playing: null }, { playing: null }],
});
