import { Type } from '@sinclair/typebox';
import { EngineType, id, nullable } from './common.js';

export const LaunchConfig = Type.Object({
  id: Type.Integer(),
  name: Type.Optional(Type.String()),
  renderers: Type.Array(Type.Integer()),
});

/** A row of the launcher on hubs of revision 2 (docs/interface.md "Seen in the field", Launcher). */
export const ShowConfig = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  running: Type.Boolean(),
  mode: Type.String(),
  renderers: Type.Array(
    Type.Object({
      id: Type.Integer(),
      engineHostId: nullable(Type.Integer()),
      engineHostName: nullable(Type.String()),
      engineHostDisplayName: nullable(Type.String()),
      projectId: nullable(Type.Integer()),
      projectName: nullable(Type.String()),
      projectVersion: nullable(Type.String()),
      graphId: Type.Integer(),
      graphName: nullable(Type.String()),
      graphChannels: Type.Array(Type.String()),
      log: Type.Array(Type.Object({ logMessage: Type.String() })),
    }),
  ),
});

export const NewLaunchConfig = Type.Object({
  name: Type.String({ minLength: 1 }),
  renderers: Type.Array(Type.Integer({ minimum: 0 })),
});

export const Renderer = Type.Object({
  launchConfigId: Type.Integer(),
  engineId: nullable(Type.Integer()),
  projectId: nullable(Type.Integer()),
  projectMapId: nullable(Type.Integer()),
  engineType: EngineType,
  stateId: Type.Integer(),
});

/** `stateId` is the id of an rgraph for RE, of a ustate for UE, of a graph for RE5. */
export const NewRenderer = Type.Object({
  launchConfigId: Type.Optional(id('launchConfig')),
  engineId: Type.Optional(nullable(id('engine'))),
  projectId: Type.Optional(nullable(id('project'))),
  projectMapId: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
  engineType: Type.Optional(EngineType),
  stateId: Type.Optional(id('state')),
});
