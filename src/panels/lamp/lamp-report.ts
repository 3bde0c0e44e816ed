import type { LampInput } from './lamp-input.js';
import type { State } from './state.js';

/** The last input and output of a lamp or a motor fader, for the dialog of its node. */
export interface LampReport {
  /** Not set before the first message. */
  readonly input?:
    | LampInput
    /** The value of the hub: for a fader 0 … 1, for a display as it arrived. */
    | { readonly from: 'value'; readonly value: number | string | boolean }
    /** An operator touched or moved the fader. */
    | { readonly from: 'hand' };

  readonly state?: State;
  /** The source was lost and is back, and its next message has not arrived. */
  readonly waits?: true;
  /** The last message to the surface, as text. */
  readonly sent?: string;
}
