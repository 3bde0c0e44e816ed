/** What panels emit, as a plain library, free of Node-RED. */

export { type Gesture, SOURCES, type Source } from './gesture.js';
export { recognise, recogniseAll } from './recognise/index.js';
