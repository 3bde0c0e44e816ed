import type { EngineNode } from '../state/state.js';
import { fn, frameBuffer, internalProperties, node, property, track } from './values.js';

/** A virtual studio on a Reality engine. */
export const reality = (program: string): EngineNode[] => [
  mixer(program),
  lowerThird(),
  mediaPlayer(),
  rundownPlayer(),
  camera(),
  output(),
  mediaInput(),
  actor(),
  form(),
];

const mixer = (program: string) =>
  node(
    'Mixer_0',
    'Mixer',
    [
      property('Channels//ProgramChannel/0', 'Program Channel', program),
      property('Channels//PreviewChannel/0', 'Preview Channel', 'CAM 4'),
      property('Overlay//Opacity/0', 'Overlay Opacity', 1),
      property('Overlay//Position/0', 'Overlay Position', { x: 0, y: 0, z: 0 }),
      property('Overlay//Tint/0', 'Overlay Tint', { x: 1, y: 1, z: 1, w: 1 }),
      property('Default/DoTransition/Duration/0', 'Transition Duration', 0),
      ...Array.from({ length: 10 }, (_, index) =>
        property(`Channels//Channel${index + 1}/0`, `Channel ${index + 1}`, `CAM ${index + 1}`),
      ),
      ...internalProperties(),
    ],
    [
      fn('Default//Cut/0', 'Cut', {}, { Channel: 'Channels//ProgramChannel/0' }),
      fn(
        'Default//DoTransition/0',
        'Do Transition',
        {},
        { Duration: 'Default/DoTransition/Duration/0' },
        {
          swaps: {
            one: 'Channels//ProgramChannel/0',
            other: 'Channels//PreviewChannel/0',
            after: 'Default/DoTransition/Duration/0',
          },
        },
      ),
      fn('Default//ShowOverlay/0', 'Show Overlay', { 'Overlay//Opacity/0': 1 }),
      fn('Default//HideOverlay/0', 'Hide Overlay', { 'Overlay//Opacity/0': 0 }),
    ],
  );

const lowerThird = () =>
  node(
    'Lower Third_0',
    'Lower Third',
    [
      property('Status//Visible/0', 'Visible', false),
      property('Text//Name/0', 'Name', ''),
      property('Text//Title/0', 'Title', ''),
      property('Image//Photo/0', 'Photo', ''),
    ],
    [
      fn(
        'Default//In/0',
        'In',
        { 'Status//Visible/0': true },
        { Name: 'Text//Name/0', Title: 'Text//Title/0', Photo: 'Image//Photo/0' },
      ),
      fn('Default//Out/0', 'Out', { 'Status//Visible/0': false }),
    ],
  );

/** Displays the output of a linear rundown. */
const rundownPlayer = () =>
  node('Rundown Player_0', 'Rundown Player', [
    property('Status//Item/0', 'Item', ''),
    property('Status//Step/0', 'Step', 0),
  ]);

const mediaPlayer = () =>
  node(
    'Media Player_0',
    'Media Player',
    [
      property('Status//Playing/0', 'Playing', false),
      property('Clip//FilePath/0', 'File Path', 'D:\\Clips\\Opener; 2nd half.mov'),
      property('Clip//Speed/0', 'Speed', 1),
    ],
    [
      fn(
        'Default//Play/0',
        'Play',
        { 'Status//Playing/0': true },
        { File: 'Clip//FilePath/0', Speed: 'Clip//Speed/0' },
      ),
      fn('Default//Stop/0', 'Stop', { 'Status//Playing/0': false }),
    ],
  );

const camera = () =>
  node('Tracked Camera_0', 'Tracked Camera', [
    property('Output//Track/0', 'Track', track()),
    property('Lens//Calibration/0', 'Calibration Points', { data: [0, 0.25, 0.5, 1] }),
    property('Lens//Zoom/0', 'Zoom', 0),
  ]);

const output = () =>
  node('SDI Out_0', 'SDI Out', [
    property('Input//Video/0', 'Video', frameBuffer()),
    property('Output//Crop/0', 'Crop', [0, 0, 0, 0]),
  ]);

/** Length of the clip in s. */
const CLIP_END = 60;

const mediaInput = () =>
  node(
    'MediaInput_0',
    'Media Input',
    [
      ...internalProperties(),
      property('File//FilePath/0', 'File Path', 'D:\\Clips\\Background.mov'),
      property('Media//Loop/0', 'Loop', false),
      property('Status//Playing/0', 'Playing', false),
      property('Status//Position/0', 'Position', 0),
    ],
    [
      fn(
        'Default//Play/0',
        'Play',
        { 'Status//Playing/0': true },
        {},
        { runs: { path: 'Status//Position/0', end: CLIP_END } },
      ),
      fn('Default//Pause/0', 'Pause', { 'Status//Playing/0': false }, {}, { holds: 'Status//Position/0' }),
      fn('Default//Rewind/0', 'Rewind', { 'Status//Playing/0': false, 'Status//Position/0': 0 }),
    ],
  );

const actor = () =>
  node('Actor_0', 'Actor', [
    ...internalProperties(),
    property('Actor//EnableRender/0', 'EnableRender', true),
    property('Transform//Location/0', 'Location', { x: 0, y: 0, z: 0 }),
  ]);

/** One constant of each kind. */
const form = () =>
  node('Form_0', 'Form', [
    ...internalProperties(),
    property('Default//Boolean/0', 'Boolean', false),
    property('Default//Float/0', 'Float', 0.5),
    property('Default//Integer/0', 'Integer', 1),
    property('Default//String/0', 'String', ''),
  ]);
