import type { EngineNode } from '../state/state.js';
import { fn, frameBuffer, node, property, track } from './values.js';

/** A virtual studio on a Reality engine. */
export const reality = (program: string): EngineNode[] => [
  mixer(program),
  lowerThird(),
  mediaPlayer(),
  rundownPlayer(),
  camera(),
  output(),
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
    ],
    [
      fn('Default//Cut/0', 'Cut', {}, { Channel: 'Channels//ProgramChannel/0' }),
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

/** Shows what a linear rundown plays. */
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
  ]);

const output = () =>
  node('SDI Out_0', 'SDI Out', [
    property('Input//Video/0', 'Video', frameBuffer()),
    property('Output//Crop/0', 'Crop', [0, 0, 0, 0]),
  ]);
