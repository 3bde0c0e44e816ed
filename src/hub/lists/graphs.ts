import { EngineType } from '../table/schemas/common.js';
import { type Listing, type ListingAlias, mapRows } from './rule.js';

const summary = mapRows(({ id, name }) => ({ value: id, label: name }));

/** The kind of state that an engine loads (docs/interface.md "Renderer"). */
const STATES: Readonly<Record<string, string>> = { RE: 'rgraph', UE: 'ustate', RE5: 'graph' };

/** Graphs and projects that engines load (docs/interface.md "Graph, rgraph, ustate, project"). */
export const graphs = {
  graph: { read: 'listGraphs', candidates: summary },
  rgraph: { read: 'listRgraphs', candidates: summary },
  ustate: { read: 'listUstates', candidates: summary },
  project: { read: 'listProjects', candidates: mapRows(({ projectId, name }) => ({ value: projectId, label: name })) },
  state: {
    extraParams: { engineType: EngineType },
    listedAs: ({ engineType }) => STATES[String(engineType)] as string,
  },
} satisfies Record<string, Listing | ListingAlias>;
