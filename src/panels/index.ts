/** A library for control panels, without Node-RED: gestures from messages, values from gestures, messages for lamps. */

export { type Clock, type HubClock, systemClock } from '../base/clock.js';
export { type Family, type Gesture, type Origin, SOURCES, type Source, type SourceReport } from './gesture/gesture.js';
export type { CueTexts } from './lamp/cue-state.js';
export {
  type FindEffect,
  type LampInput,
  type LampTarget,
  type OperationEffect,
  parseLampMessage,
  stateOf,
} from './lamp/lamp-input.js';
export { LampSources, type Validity } from './lamp/lamp-sources.js';
export { Motor, type MotorMode } from './lamp/motor.js';
export { type Appearance, type Colour, type KeyNote, STATES, type State, USUAL_APPEARANCES } from './lamp/state.js';
export * from './mapping/button.js';
export type { LastState } from './mapping/button-histories.js';
export * from './mapping/encoder.js';
export { CURVE_NAMES, type Curve, clamp, type FaderOptions, faderMapping, type Range } from './mapping/fader.js';
export { Pairs } from './mapping/halves.js';
export { Parameters } from './mapping/parameters.js';
export { SourceStates } from './mapping/source-states.js';
export * from './mapping/takeover.js';
export { Copies } from './recognise/copies.js';
export { connectionIn, isEmpty, recognise, recogniseAll, reportIn } from './recognise/index.js';
export { FADERS, LAMPS, type LampSurface, render } from './render/index.js';
export type { FaderSurface, KeyFace, Lamp, MotorControl, Surface, SurfaceMessage } from './render/surface.js';
