import type { Colour, KeyNote, StateWord } from '../panels/lamp/state.js';
import type { ControlValues } from './control.js';
import type { SurfaceValues } from './surface.js';

/**
 * An act on a key of the page of keys. `held`: the hand is still on it, first at the time of a hold. `cancel`: the page lost
 * the hand.
 */
export const PAGE_ACTS = ['press', 'held', 'release', 'cancel'] as const;

export type PageAct = (typeof PAGE_ACTS)[number];

/** The present light and text of a control. */
export interface PresentControl {
  readonly state: StateWord;
  /** Red, green and blue, each 0 … 255. */
  readonly colour: Colour;
  readonly blink: boolean;
  readonly text: string;
  /** The place of a fader or an encoder in its range, or the progress of a fade at a key, 0 … 1. Undefined: unknown. */
  readonly value?: number | undefined;
  /** Its sign. */
  readonly note?: KeyNote;
  /** The sentence of a failure. */
  readonly failure?: string;
}

/** A deployed `hub-control`, as the endpoint reports it to the page of keys in the sidebar. */
export interface ControlReport extends PresentControl, Pick<ControlValues, 'surface' | 'page' | 'control' | 'kind'> {
  /** Id of the node. */
  readonly id: string;
  /** Id of its configuration. */
  readonly hub: string;
  /** The time of a hold, in ms. Undefined if no hold does anything. */
  readonly holdMs: number | undefined;
  /** Larger in a newer report, because an answer may overtake another one. */
  readonly at: number;
}

/** The answer of the endpoint `controls`. */
export interface KeysReport {
  readonly surfaces: readonly SurfaceReport[];
  readonly controls: readonly ControlReport[];
}

/** A deployed `hub-surface`, as the endpoint reports it. */
export interface SurfaceReport extends Omit<SurfaceValues, 'unit'> {
  /** Id of its configuration. */
  readonly id: string;
  readonly name: string;
  /** The id of the page that is shown. Blank: it has only one. */
  readonly present: string;
  /** Larger in a newer report. */
  readonly at: number;
}
