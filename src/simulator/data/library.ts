import type { Library } from '../state/state.js';

/** Graphs for RE5, rgraphs for RE, ustates and projects for Unreal. */
export const initialLibrary = (): Library => ({
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
