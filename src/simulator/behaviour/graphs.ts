import type { Static } from '@sinclair/typebox';
import type { Load } from '../../hub/table/operations/graphs.js';
import type { EngineKind, Library } from '../state/state.js';
import type { BehaviourCall, Behaviours } from './call.js';
import { required } from './call.js';
import { prepareLoad } from './loading.js';

/** Graphs, rgraphs, ustates and projects (docs/develop/interface.md "Graphs, projects"). */
export const graphBehaviours = {
  listGraphs: ({ state }) => state.library.graphs.map(summary),
  listRgraphs: ({ state }) => state.library.rgraphs.map(summary),
  listUstates: ({ state }) => state.library.ustates.map(summary),
  getGraph: (call) => graphOf(call),
  getRgraph: (call) => rgraphOf(call),
  getUstate: (call) => ustateOf(call),
  loadGraph: (call) => load(call, 'RE5', graphOf(call)),
  loadRgraph: (call) => load(call, 'RE', rgraphOf(call)),
  loadUstate: (call) => load(call, 'UE', ustateOf(call)),
  listProjects: ({ state }) => state.library.projects,
} satisfies Behaviours;

type Summary = Pick<Library['graphs'][number], 'id' | 'name'>;

const summary = ({ id, name }: Summary): Summary => ({ id, name });

const pick = <T extends Summary>(shelf: readonly T[], id: string | undefined, what: string): T =>
  required(
    shelf.find((one) => one.id === Number(id)),
    `${what} ${id}`,
  );

const graphOf = ({ state, params }: BehaviourCall) => pick(state.library.graphs, params.graphId, 'Graph');
const rgraphOf = ({ state, params }: BehaviourCall) => pick(state.library.rgraphs, params.rgraphId, 'Rgraph');
const ustateOf = ({ state, params }: BehaviourCall) => pick(state.library.ustates, params.ustateId, 'Ustate');

/** Loads on an engine that has an instance of the type. All properties get their initial values. */
function load({ state, body }: BehaviourCall, type: EngineKind, what: Summary) {
  const { engineHostId } = body as Static<typeof Load>;
  const engine = state.engines.find(({ host }) => host.id === engineHostId);
  prepareLoad(required(engine, `Engine ${engineHostId}`), type, what)();
  return { success: true };
}
