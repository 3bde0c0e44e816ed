import type { Dialect } from '../../hub/table/operation.js';
import type { Launcher, LauncherRenderer } from '../state/state.js';
import { MATCH_SHOW, NEWS_SHOW } from './linear.js';

/**
 * Launch configurations with renderers of every type. A launch loads other states than the initial ones. On dialect 2
 * they are the shows (docs/interface.md "Revisions and dialects").
 */
export const initialLauncher = (dialect: Dialect): Launcher => ({
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
