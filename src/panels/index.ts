/** What panels emit, what it stands for, and what they want back, as a plain library, free of Node-RED. */

export { type Clock, realClock } from './clock.js';
export { type Gesture, SOURCES, type Source, type SourceReport } from './gesture.js';
export { Motor } from './lamp/motor.js';
export { type Colour, type Look, STATES, type State, USUAL_LOOKS } from './lamp/state.js';
export { type FindEffect, type OperationEffect, saidBy, stateOf } from './lamp/state-of.js';
export { Voices } from './lamp/voices.js';
export * from './mapping/button.js';
export * from './mapping/encoder.js';
export * from './mapping/fader.js';
export { Once } from './mapping/once.js';
export { Pairs } from './mapping/pairs.js';
export { SourceStates } from './mapping/source-states.js';
export * from './mapping/takeover.js';
export { connectionIn, isEmpty, recognise, recogniseAll, reportIn } from './recognise/index.js';
export { FADERS, LAMPS, render } from './render/index.js';
