import { Type } from '@sinclair/typebox';
import { id } from './common.js';

const summary = { id: Type.Integer(), name: Type.String() };

export const GraphSummary = Type.Object(summary);
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
