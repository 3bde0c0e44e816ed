import { EngineType } from '../table/schemas/common.js';
import { type Chosen, each, type Listing } from './rule.js';

const summary = each(({ id, name }) => ({ value: id, label: name }));

/** What an engine's state is called (docs/interface.md "Renderer"). */
const STATES: Readonly<Record<string, string>> = { RE: 'rgraph', UE: 'ustate', RE5: 'graph' };

/** What engines can load (docs/interface.md "Graph, rgraph, ustate, project"). */
export const graphs = {
  graph: { read: 'listGraphs', candidates: summary },
  rgraph: { read: 'listRgraphs', candidates: summary },
  ustate: { read: 'listUstates', candidates: summary },
  project: { read: 'listProjects', candidates: each(({ projectId, name }) => ({ value: projectId, label: name })) },
  state: { also: { engineType: EngineType }, as: ({ engineType }) => STATES[String(engineType)] as string },
} satisfies Record<string, Listing | Chosen>;
