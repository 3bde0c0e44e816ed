import { firstName } from '../base/display.js';
import { isObject } from '../base/values.js';
import { thingsIn } from '../hub/lists/index.js';
import { type Candidate, unwrapList } from '../hub/lists/rule.js';

/** `launching`: it loads a project, so it gets no commands. `away`: it does not run. */
type Presence = 'ready' | 'launching' | 'away';

/** The state of an engine in the list of all engines. */
export interface EngineState {
  readonly name: string;
  readonly id: unknown;
  readonly presence: Presence;
  /** Changes when the engine starts again. Not set: the hub does not show it. */
  readonly run?: string;
  /** The project and the graph that it runs. */
  readonly project: string;
}

/** The states of a host that is not connected (docs/develop/interface.md "Resources", Engine host). */
const DISCONNECTED: readonly unknown[] = ['disconnected', 'reconnecting'];
/** The states of an instance on its way to `Loaded` (docs/develop/interface.md "Resources", Engine instance). */
const LOADING: readonly unknown[] = ['Caching', 'Loading', 'Checking', 'Cooking'];

type Row = Readonly<Record<string, unknown>>;

/** The engines in the answer of `listEngines`. */
export function enginesIn(answer: unknown): EngineState[] {
  const rows = unwrapList(answer) ?? [];
  return thingsIn('engine', answer).flatMap(({ value: id, label }, index) => {
    const row = rows[index];
    return isId(id) ? { name: firstName(label, id), id, ...runOf(isObject(row) ? row : {}) } : [];
  });
}

/** If a hub sends no states or instances, its engines count as ready. */
function runOf(host: Row): Pick<EngineState, 'presence' | 'run' | 'project'> {
  const instances = Array.isArray(host.instances) ? host.instances.filter(isObject) : [];
  const loaded = instances.find(({ status }) => status === 'Loaded');
  const isLoading = instances.some(({ status }) => LOADING.includes(status));
  const isConnected = !DISCONNECTED.includes(host.status);
  const { id, pid, projectId, projectMapId }: Row = loaded ?? {};
  const isRunShown = isConnected && instances.length > 0 && (!loaded || (pid ?? undefined) !== undefined);
  return {
    presence: !isConnected ? 'away' : loaded || instances.length === 0 ? 'ready' : isLoading ? 'launching' : 'away',
    ...(isRunShown && { run: JSON.stringify([id, pid]) }),
    project: JSON.stringify([projectId, projectMapId, host.rgraphId, host.ustateId]),
  };
}

/** True for an id or a path that a request can have. */
const isId = (value: unknown): boolean => (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);

/** The things in a list of the hub. A row without an id or a path is left out, since no request could name it. */
export const usableThings = (kind: string, answer: unknown): Candidate[] =>
  thingsIn(kind, answer).filter(({ value }) => isId(value));
