/** The states of a lamp, the most urgent first. If several inputs count, the lamp shows the most urgent state. */
export const STATES = [
  'failed',
  'armed',
  'unknown',
  'cueHolding',
  'cueRestarted',
  'program',
  'preview',
  'cueRunning',
  'lookRecalling',
  'lookChanged',
  'lookOn',
  'lookEmpty',
  'cueStandby',
  'unavailable',
  'available',
  'stopped',
  'off',
] as const;

/** One of `STATES`. */
export type State = (typeof STATES)[number];

/** The sign on a key: a command is in progress or waits for a second press, the result of the last one, or a state that is only rehearsed. */
export type KeyNote = 'waiting' | 'armed' | 'failed' | 'rehearsal';

/** The words for the state of a key: those of a lamp, and that its page is shown. */
export type StateWord = State | 'pageShown';

/** What a key shows besides the state that was read. */
export interface KeyExtras {
  /** The meaning of `lookOn` at a key without a look: the page is shown, or it is only a flash of its colour. */
  readonly lookOn?: 'pageShown' | 'available';
  readonly note?: KeyNote | undefined;
  /** The progress of its fade, 0 … 1. */
  readonly part?: number | undefined;
  /**
   * The state after a rehearsed command. Without a state: the present one is only rehearsed, or a command was rehearsed that leaves no
   * state, which is a flash.
   */
  readonly rehearsed?: { readonly state?: State; readonly isFlash?: true } | undefined;
}

/** What is really so is shown also in rehearsal. */
const CERTAIN: ReadonlySet<State> = new Set(['failed', 'armed', 'unknown', 'program', 'unavailable']);

/** True for a state that a key shows also in rehearsal. */
export const isCertain = (state: State): boolean => CERTAIN.has(state);

/** The state that a key shows, and whether it is only rehearsed. `real`: the state that was read. */
export function shownState(
  real: State,
  { rehearsed }: KeyExtras,
): { readonly state: State; readonly isRehearsed: boolean } {
  if (!rehearsed || isCertain(real)) return { state: real, isRehearsed: false };
  return { state: rehearsed.state ?? real, isRehearsed: true };
}

/** What a key shows besides its colour and its text. `state`: the one that it shows. */
export const faceOf = (state: State, isRehearsed: boolean, { lookOn, note, part }: KeyExtras) => ({
  word: state === 'lookOn' ? (lookOn ?? state) : (state satisfies StateWord),
  sign: note ?? (isRehearsed ? ('rehearsal' satisfies KeyNote) : undefined),
  bar: state === 'lookRecalling' ? part : undefined,
});

/** Red, green and blue, each 0 … 255. */
export type Colour = readonly [number, number, number];

/** The appearance of a lamp in one state. */
export interface Appearance {
  /** The colour of the lamp while it is lit. */
  readonly colour: Colour;
  /**
   * True if the lamp blinks. Some surfaces blink by themselves. For the others, send the appearance and a dark one in turn.
   */
  readonly blink: boolean;
  /** For a surface that takes numbers or words. If not set, it gets its value from the colour or the state. */
  readonly value?: string | number;
}

/**
 * The default appearances. The colours are the usual ones: dim for available, bright for playing (docs/develop/interface.md "Seen in
 * the field", Colours). Unknown blinks, so it cannot be mistaken for another state. A look that is on is white: red means
 * on air, and cyan would be the green of preview for some eyes.
 */
export const USUAL_APPEARANCES: Readonly<Record<State, { readonly colour: string; readonly blink: boolean }>> = {
  failed: { colour: '#ff00ff', blink: true },
  armed: { colour: '#ffa000', blink: true },
  unknown: { colour: '#808080', blink: true },
  cueHolding: { colour: '#0080a0', blink: true },
  cueRestarted: { colour: '#3000ff', blink: true },
  program: { colour: '#ff0000', blink: false },
  preview: { colour: '#00ff00', blink: false },
  cueRunning: { colour: '#c0c080', blink: false },
  lookRecalling: { colour: '#80c0e0', blink: true },
  lookChanged: { colour: '#004060', blink: false },
  lookOn: { colour: '#ffffff', blink: false },
  lookEmpty: { colour: '#705840', blink: false },
  cueStandby: { colour: '#3000ff', blink: false },
  unavailable: { colour: '#703000', blink: false },
  available: { colour: '#400000', blink: false },
  stopped: { colour: '#303030', blink: false },
  off: { colour: '#000000', blink: false },
};

/** The brightness of a colour, 0 … 1. */
export const brightness = (colour: Colour): number => Math.max(...colour) / 255;

/** A rehearsed state is blue: bright, dim or dark as the usual colour of the state. */
export function rehearsedColour(state: State, { rehearsed }: KeyExtras): Colour {
  const share = rehearsed?.isFlash ? 1 : brightness(colourOf(USUAL_APPEARANCES[state].colour) ?? BLACK);
  return share >= 0.5 ? [0, 96, 255] : share > 0 ? [0, 24, 80] : BLACK;
}

const BLACK: Colour = [0, 0, 0];

/** Parses `#rrggbb`. Returns undefined for any other text. */
export function colourOf(text: string): Colour | undefined {
  if (!/^#[\da-f]{6}$/i.test(text)) return undefined;
  const partAt = (start: number): number => Number.parseInt(text.slice(start, start + 2), 16);
  return [partAt(1), partAt(3), partAt(5)];
}
