import { Type } from '@sinclair/typebox';
import { area, type OperationSpec } from '../operation.js';
import { id, Ok } from '../schemas/common.js';
import { LaunchConfig, NewLaunchConfig, NewRenderer, Renderer, ShowConfig } from '../schemas/launcher.js';

const config = { configID: id('launchConfig') };
const renderer = { ...config, rendererID: id('renderer') };

const configPath = '/launcher/{configID}';
const rendererPath = `${configPath}/renderer/{rendererID}`;

const inConfig = { name: 'launcher', by: ['configID'] };

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

/** Launch configurations and their renderers (docs/interface.md "Launcher"). */
export const launcher = area('launcher', {
  // Another type of engine may run afterwards, with other nodes.
  launch: { ...command(`${configPath}/launch`, config, 'all'), stateAfter: 'available' },
  stopLaunch: { ...command(`${configPath}/stop`, config, 'all'), guarded: true, stateAfter: 'stopped' },
  retime: command(`${configPath}/retime`, config),
  startRenderer: command(`${rendererPath}/start`, renderer, 'all'),
  stopRenderer: { ...command(`${rendererPath}/stop`, renderer, 'all'), guarded: true },
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
    lane: inConfig,
  },
});
