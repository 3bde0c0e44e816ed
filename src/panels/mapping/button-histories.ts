import type { Origin } from '../gesture/gesture.js';

/** The messages about a button in one form, such as the events of an input, or its states. */
export interface FormHistory {
  id?: Origin['id'];
  /** The last state. Undefined: unknown. */
  state?: boolean | undefined;
  /** No message since the start of the node, or of the device. So the next one may be about an old act. */
  isFirst: boolean;
  readonly isPeriodic: boolean;
}

/** The messages of a button so far. Times are in ms of the clock. */
export interface ButtonHistory {
  readonly topic: string;
  rank: number;
  /** By rank. */
  readonly forms: Map<number, FormHistory>;
  /** The time of the last event, in ms since the epoch. */
  at?: number;
  /** Its last press has no release yet. */
  isPressed: boolean;
  actedAt: number;
  heldAt: number;
  /** The last repeat of an event. The next message about it repeats it, too. */
  repeatedAt: number;
}

/** The last message of a control. */
export interface LastState {
  /** The time at which its state began, in ms since the epoch. */
  readonly at?: number;
  /** True is pressed. */
  readonly state?: boolean;
  /** The number of the message. */
  readonly raw?: number;
  /** It only reported a state, so the same value may be a gesture next. */
  readonly isReport?: boolean;
  /** The source restarts: its next message is a state. */
  readonly isRestarting?: true;
}

/** The messages of the buttons of a node so far. They outlast a deploy, so that a key that is held presses only once. */
export interface ButtonHistories {
  /** By button of a device. */
  readonly devices: Map<string, ButtonHistory>;
  /** The last states of sources that report them, by source and control. */
  readonly states: Map<string, LastState>;
  /** By source and control: true is pressed. Only of sources that may repeat the state of a key that is held. */
  readonly keys: Map<string, boolean>;
}

export const newHistories = (): ButtonHistories => ({ devices: new Map(), states: new Map(), keys: new Map() });
