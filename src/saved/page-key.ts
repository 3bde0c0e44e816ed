import type { Colour, State } from '../panels/lamp/state.js';
import type { ControlValues } from './control.js';

/**
 * An act on a key of the page of keys. `held`: the hand is still on it, first at the time of a hold. `cancel`: the page lost
 * the hand.
 */
export const PAGE_ACTS = ['press', 'held', 'release', 'cancel'] as const;

export type PageAct = (typeof PAGE_ACTS)[number];

/** The present light and text of a control. */
export interface PresentControl {
  readonly state: State;
  /** Red, green and blue, each 0 … 255. */
  readonly colour: Colour;
  readonly blink: boolean;
  readonly text: string;
  /** The place of a fader or an encoder in its range, 0 … 1. Undefined: unknown. */
  readonly value?: number | undefined;
  /** A command is in progress, or the result of the last one. */
  readonly note?: 'waiting' | 'rehearsal' | 'failed';
  /** The sentence of a failure. */
  readonly failure?: string;
}

/** A deployed `hub-control`, as the endpoint reports it to the page of keys in the sidebar. */
export interface ControlReport extends PresentControl, Pick<ControlValues, 'surface' | 'control' | 'kind'> {
  /** Id of the node. */
  readonly id: string;
  /** Id of its configuration. */
  readonly hub: string;
  /** The time of a hold, in ms. Undefined if no hold does anything. */
  readonly holdMs: number | undefined;
  /** Larger in a newer report, because an answer may overtake another one. */
  readonly at: number;
}
