import type { EngineNode } from '../state/state.js';
import { fn, frameBuffer, node, property, track } from './values.js';

/** The path of the level that contains the actors. */
export const LEVEL = '/Game/Maps/Arena.Arena:PersistentLevel';

/** An augmented arena on an Unreal engine. */
export const unreal = (): EngineNode[] => [scoreboard(), rundownPlayer(), camera()];

const scoreboard = () =>
  node(
    `${LEVEL}.Scoreboard_2`,
    'Scoreboard',
    [
      property('Visible', 'Visible', false),
      property('Text/Home', 'Home', 'Zürich'),
      property('Text/Away', 'Away', 'İzmir'),
      property('Score/Home', 'Home Score', 0),
      property('Root/Relative Location', 'Location', { x: 0, y: -150, z: 320 }),
      property('Material/Glow.Color', 'Glow Colour', { x: 0.1, y: 0.4, z: 1, w: 1 }),
      property('Line-up', 'Line-up', ['1 Keller', '9 Novák']),
    ],
    [
      fn('Show', 'Show', { Visible: true }, { Home: 'Text/Home', Away: 'Text/Away', 'Home Score': 'Score/Home' }),
      fn('Hide', 'Hide', { Visible: false }),
    ],
  );

/** Displays the output of a linear rundown. */
const rundownPlayer = () =>
  node(`${LEVEL}.RundownPlayer_1`, 'Rundown Player', [property('Item', 'Item', ''), property('Step', 'Step', 0)]);

const camera = () =>
  node(`${LEVEL}.CineCamera_1`, 'Cine Camera', [
    property('Track', 'Track', track()),
    property('Render Target', 'Render Target', frameBuffer()),
    property('Focus Curve', 'Focus Curve', { data: [0, 0.4, 0.8, 1] }),
  ]);
