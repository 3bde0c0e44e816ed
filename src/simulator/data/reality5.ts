import type { EngineNode } from '../state/state.js';
import { fn, frameBuffer, node, property, track } from './values.js';

/** On RE5 every path is a UUID (docs/develop/interface.md "Resources"). */
export const uuid = (serial: number): string => `6f1c2a90-3d4e-4b5f-8a6b-${serial.toString(16).padStart(12, '0')}`;

/** A video wall on a Reality 5 engine. */
export const reality5 = (): EngineNode[] => [wall(), ticker(), rundownPlayer(), camera()];

const wall = () =>
  node(uuid(0x100), 'Video Wall', [
    property(uuid(0x101), 'Location', { x: 0, y: 220, z: 140 }),
    property(uuid(0x102), 'Transform', {
      x: { x: 1, y: 0, z: 0, w: 0 },
      y: { x: 0, y: 1, z: 0, w: 0 },
      z: { x: 0, y: 0, z: 1, w: 0 },
      w: { x: 0, y: 220, z: 140, w: 1 },
    }),
    property(uuid(0x103), 'Brightness', 0.8),
    property(uuid(0x104), 'Tint', { x: 1, y: 0.95, z: 0.9, w: 1 }),
    property(uuid(0x105), 'Texture', frameBuffer()),
  ]);

const ticker = () =>
  node(
    uuid(0x200),
    'Ticker',
    [
      property(uuid(0x201), 'Playing', false),
      property(uuid(0x202), 'Headline', 'Élections: résultats à 20 h'),
      property(uuid(0x203), 'Speed', 1.5),
      property(uuid(0x204), 'Lines', ['Weather', 'Traffic']),
    ],
    [
      fn(uuid(0x210), 'Play', { [uuid(0x201)]: true }, { Headline: uuid(0x202), Speed: uuid(0x203) }),
      fn(uuid(0x211), 'Stop', { [uuid(0x201)]: false }),
    ],
  );

/** Displays the output of a linear rundown. */
const rundownPlayer = () =>
  node(uuid(0x400), 'Rundown Player', [property(uuid(0x401), 'Item', ''), property(uuid(0x402), 'Step', 0)]);

const camera = () =>
  node(uuid(0x300), 'Tracked Camera', [
    property(uuid(0x301), 'Track', track()),
    property(uuid(0x302), 'Calibration Points', { data: [0, 0.25, 0.5, 1] }),
  ]);
