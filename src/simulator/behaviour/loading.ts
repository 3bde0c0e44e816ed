import { engineTypeOf } from '../state/engine.js';
import type { Engine, EngineKind, Library, SimulatorState } from '../state/state.js';
import { refuse } from './call.js';

/** The kind that an engine of each type loads (docs/develop/interface.md "Resources", Renderer). */
const SHELVES = { RE: 'rgraphs', RE5: 'graphs', UE: 'ustates' } as const satisfies Record<EngineKind, keyof Library>;

type Loadable = Pick<Library['graphs'][number], 'id' | 'name'>;

/** The rgraph, graph or ustate with this id. */
export const findLoadable = (state: SimulatorState, type: EngineKind, id: number): Loadable | undefined =>
  state.library[SHELVES[type]].find((one) => one.id === id);

/** The rgraph, graph or ustate that an engine runs. Undefined while it is stopped. */
export function findLoaded(state: SimulatorState, engine: Engine): Loadable | undefined {
  const type = engineTypeOf(engine);
  return type && findLoadable(state, type, engine.loadedId);
}

/** Returns a function that loads on an engine. Throws a RefusalError if the engine has another type. */
export function prepareLoad(engine: Engine, type: EngineKind, { id, name }: Loadable, more: object = {}): () => void {
  const instances = engine.host.instances.filter(({ engineType }) => engineType === type);
  const instance = instances.find(({ status }) => status === 'Loaded') ?? instances[0];
  if (!instance) throw refuse(422, `Engine ${engine.host.id} has no ${type} instance`);
  return () => {
    engine.loadedId = id;
    const pid = instance.pid ?? 8000 + instance.id;
    Object.assign(instance, { ...more, status: 'Loaded', pid, statusDescription: name });
    for (const property of engine.nodes.flatMap(({ properties }) => properties)) property.motions = [];
  };
}

/** Stops an engine. */
export function unload(engine: Engine): void {
  for (const instance of engine.host.instances)
    Object.assign(instance, { status: 'Idle', pid: null, statusDescription: null });
}
