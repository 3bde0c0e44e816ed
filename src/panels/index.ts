/** What panels emit, and what it stands for, as a plain library, free of Node-RED. */

export { type Clock, realClock } from './clock.js';
export { type Gesture, SOURCES, type Source } from './gesture.js';
export * from './mapping/button.js';
export * from './mapping/encoder.js';
export * from './mapping/fader.js';
export { Once } from './mapping/once.js';
export { Pairs } from './mapping/pairs.js';
export * from './mapping/takeover.js';
export { recognise, recogniseAll } from './recognise/index.js';
