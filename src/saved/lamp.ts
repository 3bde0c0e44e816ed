/** How one state looks; what is blank or missing is as usual. */
export interface SavedLook {
  state: string;
  /** `#rrggbb`. */
  colour?: string;
  blink?: boolean;
  /** What a lamp that takes numbers or words gets for it. */
  value?: string | number;
}

/** What the dialog of the lamp saves. A blank means: as usual. */
export interface SavedLamp {
  /** One of the surfaces. */
  surface?: string;
  /** The configuration that messages without `msg.hub` belong to; blank or missing: the only one in the flows. */
  hub?: string;
  /** Which lamp or fader of it, as the surface calls it: `key 0`, `note 1/60`, `/1/push1`. */
  control?: string;
  /** The states, the most urgent first; those that are missing follow in their usual order. */
  states?: SavedLook[];
  /** Seconds after which a source that says nothing is not believed any more; blank or 0: always believed. */
  silence?: string | number;
  /** Of a fader: one of its modes. */
  mode?: string;
  /** The control that tells that a hand is on the fader. */
  touch?: string;
  /** The hub's values at the two ends of the fader. */
  low?: string | number;
  high?: string | number;
  /** Seconds after which the present state is sent again, and again; blank or 0: never. */
  repeat?: string | number;
}

/** Whether it is 0 (never), or a number of seconds from 1 to a day. */
export const isRepeat = (value: unknown): boolean =>
  Number(value) === 0 || (Number(value) >= 1 && Number(value) <= 86_400);

/** The ends of a fader, unless something else was saved. */
export const USUAL_LOW = 0;
export const USUAL_HIGH = 1;
