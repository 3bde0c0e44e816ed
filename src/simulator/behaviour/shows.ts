/** Shows of dialect 2: launch configuration and linear engine in one (docs/interface.md "Seen in the field"). */
import type { LinearEngine, LinearRundown, State } from '../state/state.js';
import type { Call } from './call.js';
import { setOutput } from './linear-target.js';

/** What shows are launched for. */
export const MODE = 'Broadcast';

/** The running show whose renderers hold an engine host; undefined if there is none. */
export function showOn({ linear, launcher }: State, engineId: number): LinearEngine | undefined {
  const renderers = launcher.renderers.filter(({ settings }) => settings.engineId === engineId).map(({ id }) => id);
  const configs = launcher.configs.filter((config) => config.renderers.some((id) => renderers.includes(id)));
  return linear.engines.find(({ id, running }) => running && configs.some((config) => config.id === id));
}

/** The show that a launch configuration is; undefined on dialect 1, where their ids mean different things. */
export const showOf = ({ linear }: State, configId: number): LinearEngine | undefined =>
  linear.engines.find(({ id }) => id === configId);

/** Starts, restarts or stops a show: whatever it played is gone. */
export function setRunning({ state, now }: Call, show: LinearEngine | undefined, running: boolean): void {
  if (!show) return;
  Object.assign(show, { running, changedAt: now });
  for (const output of show.outputs) setOutput(state, output, null, now);
}

/** Whether the show is on its way up or down. */
export const isChanging = ({ now, restartTime }: Pick<Call, 'now' | 'restartTime'>, { changedAt }: LinearEngine) =>
  now - changedAt < restartTime;

/** What the linear area says of a show, which lags behind the launcher. */
export const isStarted = (call: Call, show: LinearEngine): boolean => show.running !== isChanging(call, show);

/** The rundowns that are loaded on it; none yet while it comes up. */
export const loadedOn = (call: Call, show: LinearEngine): readonly LinearRundown[] =>
  show.running && isChanging(call, show) ? [] : show.loaded;

/** A show for a launch configuration that is new. No engine shows what it plays. */
export const newShow = (id: number, name: string): LinearEngine => ({
  id,
  name,
  engines: [],
  running: false,
  changedAt: 0,
  loaded: [],
  outputs: [{ playing: null }, { playing: null }],
});
