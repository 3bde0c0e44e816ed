import { Type } from '@sinclair/typebox';
import { area, type OperationSpec } from '../operation.js';
import { EngineType, id, nullable, Ok } from '../schemas.js';

export const LaunchConfig = Type.Object({
  id: Type.Integer(),
  name: Type.Optional(Type.String()),
  renderers: Type.Array(Type.Integer()),
});

/** A row of the launcher on hubs of revision 2 (docs/develop/interface.md "Seen in the field", Launcher). */
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
  renderers: Type.Array(Type.Integer({ minimum: 0 }), { 'x-ids': true }),
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
  projectMapId: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { 'x-ids': true })),
  engineType: Type.Optional(EngineType),
  stateId: Type.Optional(id('state')),
});

const config = { configID: id('launchConfig') };
const renderer = { ...config, rendererID: id('renderer') };

const configPath = '/launcher/{configID}';
const rendererPath = `${configPath}/renderer/{rendererID}`;

const inConfig = { name: 'launcher', by: ['configID'] };

/** Launching and stopping the configuration wait for all its renderers. */
const onRenderer = { ...inConfig, parts: [{ name: 'renderer', by: ['rendererID'] }] };

/** Starting an engine takes longer than setting a property. */
const LAUNCH_MS = 30_000;

/** Launching, stopping and retiming differ only in the path. */
const command = (path: string, params: OperationSpec<never>['params'], invalidates?: 'all'): OperationSpec<never> => ({
  kind: 'trigger',
  method: 'PUT',
  path,
  params,
  answer: Ok,
  success: [200, 204],
  lane: inConfig,
  timeout: LAUNCH_MS,
  invalidates,
});

/** Dialect 1 lists renderers as ids, dialect 2 as objects. */
const LaunchConfigs = Type.Union([Type.Array(LaunchConfig), Type.Array(ShowConfig)]);

/** Launch configurations and their renderers (docs/develop/interface.md "Launcher"). */
export const launcher = area('launcher', {
  // Another type of engine may run afterwards, with other nodes.
  launch: { ...command(`${configPath}/launch`, config, 'all'), stateAfter: 'available' },
  stopLaunch: { ...command(`${configPath}/stop`, config, 'all'), guarded: true, stateAfter: 'stopped' },
  retime: command(`${configPath}/retime`, config),
  startRenderer: { ...command(`${rendererPath}/start`, renderer, 'all'), lane: onRenderer },
  stopRenderer: { ...command(`${rendererPath}/stop`, renderer, 'all'), lane: onRenderer, guarded: true },
  listLaunchConfigs: { kind: 'read', method: 'GET', path: '/launcher', answer: LaunchConfigs },
  getLaunchConfig: { kind: 'read', method: 'GET', path: configPath, params: config, answer: LaunchConfig },
  createLaunchConfig: {
    kind: 'trigger',
    method: 'POST',
    path: '/launcher/create',
    body: NewLaunchConfig,
    answer: LaunchConfig,
    lane: { name: 'launcher', by: [] },
  },
  listRenderers: {
    kind: 'read',
    method: 'GET',
    path: `${configPath}/renderer`,
    params: config,
    answer: Type.Array(Type.Integer()),
  },
  getRenderer: { kind: 'read', method: 'GET', path: rendererPath, params: renderer, answer: Renderer },
  createRenderer: {
    kind: 'trigger',
    method: 'POST',
    path: `${configPath}/renderer/create`,
    params: config,
    body: NewRenderer,
    answer: Type.Integer(),
    lane: { ...inConfig, parts: [{ name: 'newRenderer' }] },
  },
});
