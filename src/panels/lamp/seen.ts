import type { State } from './state.js';
import type { Said } from './state-of.js';

/** What a lamp or a motor fader was told last, and what it sent for that: the dialog of its node shows it. */
export interface SeenLamp {
  /** As it was understood; undefined: nothing has come in yet. */
  readonly said?:
    | Said
    /** The hub's value for the fader, 0 … 1. */
    | { readonly from: 'value'; readonly value: number }
    /** A hand on the fader, or one that has moved it. */
    | { readonly from: 'hand' };
  /** What the lamp shows. */
  readonly state?: State;
  /** The message that its surface was sent, as text. */
  readonly sent?: string;
}
