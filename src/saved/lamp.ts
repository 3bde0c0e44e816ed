/** The look of a state. Blank or missing: the default. */
export interface SavedLook {
  state: string;
  /** `#rrggbb`. */
  colour?: string;
  blink?: boolean;
  /** For a surface that takes numbers or words. */
  value?: string | number;
}

/** The saved fields of the lamp. Blank: the default. */
export interface SavedLamp {
  surface?: string;
  /** The configuration for messages without `msg.hub`. Blank or missing: the only one in the flows. */
  hub?: string;
  /** The lamp or fader of the surface: `key 0`, `note 1/60`, `/1/push1`. */
  control?: string;
  /** The states, the most urgent first. Missing states follow in their default order. */
  states?: SavedLook[];
  /** The source timeout in seconds. Blank or 0: none. */
  sourceTimeout?: string | number;
  /** The mode of a motor fader. */
  mode?: string;
  /** The control that reports a touch of the fader. */
  touch?: string;
  /** The values of the hub at both ends of the fader. */
  low?: string | number;
  high?: string | number;
  /** The state is sent again every this many seconds. Blank or 0: never. */
  repeat?: string | number;
}

/** True for 0 (never) and for 1 s to a day. */
export const isRepeatInterval = (value: unknown): boolean =>
  Number(value) === 0 || (Number(value) >= 1 && Number(value) <= 86_400);

export const DEFAULT_LOW = 0;
export const DEFAULT_HIGH = 1;
