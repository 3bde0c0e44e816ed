/** What a lamp can show, the most urgent first: where several things are said at once, the most urgent counts. */
export const STATES = [
  'failed',
  'armed',
  'unknown',
  'program',
  'preview',
  'unavailable',
  'available',
  'stopped',
  'off',
] as const;

export type State = (typeof STATES)[number];

/** Red, green and blue, each 0 … 255. */
export type Colour = readonly [number, number, number];

/** How a state looks on a lamp. */
export interface Look {
  readonly colour: Colour;
  readonly blink: boolean;
  /** What a lamp that takes numbers or words gets for it; undefined: what follows from the colour or the state. */
  readonly value?: string | number;
}

/**
 * The colours that operators know, unless somebody chose others: dim while it could be played, bright while it is
 * (docs/interface.md "Seen in the field", Colours). What nobody knows blinks, so that it looks like nothing else.
 */
export const USUAL_LOOKS: Readonly<Record<State, { readonly colour: string; readonly blink: boolean }>> = {
  failed: { colour: '#ff00ff', blink: true },
  armed: { colour: '#ffa000', blink: true },
  unknown: { colour: '#808080', blink: true },
  program: { colour: '#ff0000', blink: false },
  preview: { colour: '#00ff00', blink: false },
  unavailable: { colour: '#703000', blink: false },
  available: { colour: '#400000', blink: false },
  stopped: { colour: '#303030', blink: false },
  off: { colour: '#000000', blink: false },
};

/** The colour written as `#rrggbb`; undefined for anything else. */
export function colourOf(text: string): Colour | undefined {
  const [, red, green, blue] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text) ?? [];
  if (!red || !green || !blue) return undefined;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}
