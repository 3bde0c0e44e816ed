import { type TSchema, Type } from '@sinclair/typebox';
import { area, type OperationSpec } from '../operation.js';
import { id, Success } from '../schemas.js';

const summary = { id: Type.Integer(), name: Type.String() };

const GraphSummary = Type.Object(summary);
export const Graph = Type.Object({ ...summary, content: Type.String() });
export const Rgraph = Type.Object({ ...summary, xmlContent: Type.String() });
export const Ustate = Type.Object({ ...summary, ustateData: Type.String() });

export const Load = Type.Object({ engineHostId: id('engine') });

export const Project = Type.Object({
  projectId: Type.Integer(),
  name: Type.String(),
  version: Type.String(),
  sharedFolderName: Type.String(),
  maps: Type.Array(Type.String()),
  createdAt: Type.Integer(),
  updatedAt: Type.Integer(),
});

type Params = OperationSpec<never>['params'];

const graph = { graphId: id('graph') };
const rgraph = { rgraphId: id('rgraph') };
const ustate = { ustateId: id('ustate') };

const list = (path: string, one: TSchema): OperationSpec<never> => ({
  kind: 'read',
  method: 'GET',
  path,
  answer: Type.Array(one),
});

const get = (path: string, params: Params, answer: TSchema): OperationSpec<never> => ({
  kind: 'read',
  method: 'GET',
  path,
  params,
  answer,
});

const load = (path: string, params: Params): OperationSpec<never> => ({
  kind: 'trigger',
  method: 'POST',
  path: `${path}/load`,
  params,
  body: Load,
  answer: Success,
  lane: { name: 'graph', by: ['engineHostId'] },
  invalidates: 'all',
  guarded: true,
  resets: true,
  timeout: 30_000,
});

/** Graphs, rgraphs, ustates and projects (docs/develop/interface.md "Graphs, projects"). */
export const graphs = area('graph', {
  loadGraph: load('/graphs/{graphId}', graph),
  loadRgraph: load('/rgraphs/{rgraphId}', rgraph),
  loadUstate: load('/ustates/{ustateId}', ustate),
  listGraphs: list('/graphs', GraphSummary),
  listRgraphs: list('/rgraphs', GraphSummary),
  listUstates: list('/ustates', GraphSummary),
  getGraph: get('/graphs/{graphId}', graph, Graph),
  getRgraph: get('/rgraphs/{rgraphId}', rgraph, Rgraph),
  getUstate: get('/ustates/{ustateId}', ustate, Ustate),
  listProjects: list('/projects', Project),
});
