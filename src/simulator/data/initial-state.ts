import type { Dialect } from '../../hub/table/operation.js';
import type { Launcher, LauncherRenderer, Library, SimulatorState } from '../state/state.js';
import { initialEngines } from './engines.js';
import { initialLinear, MATCH_SHOW, NEWS_SHOW } from './linear.js';
import { initialNewsroom } from './newsroom.js';
import { initialPlayout } from './playout.js';

export const initialState = (dialect: Dialect): SimulatorState => ({
  engines: initialEngines(),
  playout: initialPlayout(),
  launcher: initialLauncher(dialect),
  linear: initialLinear(dialect),
  library: initialLibrary(),
  newsroom: initialNewsroom(),
  lastId: 9000,
});

/** Graphs for RE5, rgraphs for RE, ustates and projects for Unreal. */
const initialLibrary = (): Library => ({
  graphs: [graph(11, 'Video Wall', ['Video Wall', 'Ticker']), graph(12, 'Election Wall', ['Video Wall', 'Results'])],
  rgraphs: [rgraph(21, 'Evening News'), rgraph(22, 'Breaking News'), rgraph(23, 'Morning Show; weekend')],
  ustates: [ustate(41, 'Arena: before the match', false), ustate(42, 'Arena: match', true)],
  projects: [
    project(3, 'VideoWall', ['/Game/Maps/Wall', '/Game/Maps/Wall_Night']),
    project(4, 'Arena', ['/Game/Maps/Arena', '/Game/Maps/Arena_Empty']),
  ],
});

const graph = (id: number, name: string, nodes: string[]): Library['graphs'][number] => ({
  id,
  name,
  content: JSON.stringify({ nodes: nodes.map((node) => ({ name: node })), connections: [] }),
});

const rgraph = (id: number, name: string): Library['rgraphs'][number] => ({
  id,
  name,
  xmlContent: `<?xml version="1.0"?><RGraph Name="${name}"><Node Name="Mixer_0" Type="Mixer" /></RGraph>`,
});

const ustate = (id: number, name: string, visible: boolean): Library['ustates'][number] => ({
  id,
  name,
  ustateData: JSON.stringify({ level: '/Game/Maps/Arena', actors: { Scoreboard_2: { Visible: visible } } }),
});

const project = (projectId: number, name: string, maps: string[]): Library['projects'][number] => ({
  projectId,
  name,
  version: '5.3',
  sharedFolderName: `\\\\STORAGE-01\\Projects\\${name}`,
  maps,
  createdAt: Date.parse('2025-02-03T09:12:44Z'),
  updatedAt: Date.parse('2025-09-28T16:40:05Z'),
});

/**
 * Launch configurations with renderers of every type. A launch loads other states than the initial ones. On dialect 2
 * they are the shows (docs/develop/interface.md "Revisions and dialects").
 */
const initialLauncher = (dialect: Dialect): Launcher => ({
  configs:
    dialect === 1
      ? [
          { id: 61, name: 'Breaking News', renderers: [71, 72] },
          { id: 62, name: 'Match Night', renderers: [73, 74] },
        ]
      : [
          { id: NEWS_SHOW.id, name: NEWS_SHOW.name, renderers: [71, 72] },
          { id: MATCH_SHOW.id, name: MATCH_SHOW.name, renderers: [73, 74] },
        ],
  renderers: [
    renderer(71, { engineId: 1, engineType: 'RE', stateId: 22 }),
    renderer(72, { engineId: 2, engineType: 'RE', stateId: 22 }),
    renderer(73, { engineId: 3, engineType: 'RE5', stateId: 12, projectId: 3, projectMapId: 2 }),
    renderer(74, { engineId: 4, engineType: 'UE', stateId: 42, projectId: 4, projectMapId: 2 }),
  ],
});

type RendererSettings = LauncherRenderer['settings'];

const renderer = (
  id: number,
  settings: Partial<RendererSettings> & Pick<RendererSettings, 'engineId' | 'engineType' | 'stateId'>,
): LauncherRenderer => ({ id, settings: { projectId: null, projectMapId: null, ...settings }, log: [] });
