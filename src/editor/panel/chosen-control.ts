import type { Gesture } from '../../panels/gesture/gesture.js';

/** The control that the fields of an open dialog choose. */
export interface ChosenControl {
  /** Blank: every source. */
  readonly source: string;
  /** Blank: every control. */
  readonly control: string;
  readonly kind: string;
  /** True if each message is a press, because no release follows. */
  readonly isEachPress: boolean;
  /** The key of the sentence for a message that is not recognised. */
  readonly unrecognised: string;
}

/** True if the gesture comes from the chosen control. Others send nothing. */
export const isFromControl = ({ source, control, topic }: Gesture, chosen: ChosenControl): boolean =>
  ['', source].includes(chosen.source) && ['', control, topic].includes(chosen.control);
