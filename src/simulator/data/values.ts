import type { EngineFunction, EngineNode, EngineProperty } from '../state/state.js';

export const node = (
  path: string,
  name: string,
  properties: EngineProperty[],
  functions: EngineFunction[] = [],
): EngineNode => ({ path, name, properties, functions });

export const property = (path: string, name: string, value: unknown): EngineProperty => ({
  path,
  name,
  value,
  motions: [],
});

export const fn = (
  path: string,
  name: string,
  sets: EngineFunction['sets'],
  parameters: EngineFunction['parameters'] = {},
  more: Pick<EngineFunction, 'swaps' | 'runs' | 'holds'> = {},
): EngineFunction => ({ path, name, sets, parameters, ...more });

/** Properties that an engine adds to every node (docs/develop/interface.md "Seen in the field"). */
export const internalProperties = (): EngineProperty[] => [
  property('Node//Position/0', 'Node Position', { x: 120, y: 80 }),
  property('Debug//Verbose/0', 'Debug Verbose', false),
];

/** A tracked camera: metres, degrees and millimetres (fields: docs/develop/interface.md "Resources"). */
export const track = () => ({
  location: { x: -3.2, y: 1.65, z: 0.4 },
  rotation: { x: -2.5, y: 184.25, z: 0 },
  fov: 54.4,
  focus: 0.62,
  centerShift: { x: 0.013, y: -0.008 },
  zoom: 0.31,
  k1k2: { x: -0.042, y: 0.0017 },
  renderRatio: 1,
  distortionScale: 1.04,
  sensorSize: { x: 9.59, y: 5.39 },
  pixelAspectRatio: 1,
  nodalOffset: 12.5,
  focusDistance: 3.4,
});

/** A full HD picture in the memory of the graphics card (fields: docs/develop/interface.md "Resources"). */
export const frameBuffer = () => ({
  handle: '0x00000000000012C4',
  pid: '8420',
  memory: '0x0000020A7F3B0000',
  offset: '0',
  type: 2,
  size: 8_294_400,
  width: 1920,
  height: 1080,
  format: 87,
  usage: 40,
  filtering: 1,
  fieldType: 0,
  unscaled: false,
  unmanaged: true,
});
