import type { Engine, EngineNode } from '../state/state.js';
import { reality } from './reality.js';
import { reality5 } from './reality5.js';
import { unreal } from './unreal.js';

type Host = Engine['host'];
type Instance = Host['instances'][number];

export const initialEngines = (): Engine[] => [
  engine(1, 'Studio A', '5.4.2', reality('CAM 1'), 21, { engineType: 'RE' }),
  engine(2, 'Studio B', '5.4.2', reality('CAM 2'), 21, { engineType: 'RE' }, { role: 'Preview' }),
  engine(3, 'Video Wall', '5.5.0', reality5(), 11, { engineType: 'RE5', projectId: 3, projectMapId: 1 }),
  engine(4, 'Arena', '5.3.1', unreal(), 41, { engineType: 'UE', projectId: 4, projectMapId: 1 }),
];

const GIB = 2 ** 30;

function engine(
  id: number,
  displayName: string,
  engineVersion: string,
  nodes: EngineNode[],
  loadedId: number,
  loaded: Partial<Instance> & Pick<Instance, 'engineType'>,
  more: Partial<Host> = {},
): Engine {
  const host: Host = {
    id,
    name: `ENGINE-${String(id).padStart(2, '0')}`,
    ip: `10.10.20.${10 + id}`,
    role: 'Broadcast',
    status: 'connected',
    cacheDir: 'D:\\Cache',
    minimumFreeSpace: 50 * GIB,
    usedSpace: 384 * GIB,
    diskSpace: 931 * GIB,
    canCook: loaded.engineType !== 'RE',
    displayName,
    re_enabled: loaded.engineType !== 'UE',
    port: 1935,
    ue_enabled: loaded.engineType === 'UE',
    instances: [
      instance({ id: 10 * id, engineHostId: id, engineVersion, pid: 4000 + id, ...loaded, status: 'Loaded' }),
      instance({ id: 10 * id + 1, engineHostId: id, engineVersion, engineType: loaded.engineType }),
    ],
    ...more,
  };
  return { host, loadedId, nodes };
}

const instance = (
  fields: Partial<Instance> & Pick<Instance, 'id' | 'engineHostId' | 'engineType' | 'engineVersion'>,
): Instance => ({
  projectTag: null,
  streaming: null,
  status: 'Idle',
  pid: null,
  engineRoleId: null,
  projectId: null,
  projectMapId: null,
  editorPath: 'C:\\Engines\\Editor\\Editor.exe',
  cookedProjectId: null,
  cookedMapId: null,
  cookedId: null,
  statusDescription: null,
  ...fields,
});
