import { brightness, type FaderSurface, integer, type Surface } from './surface.js';

/** The bytes of MIDI: the kind of message in the upper half of the first, the channel less one in the lower. */
const NOTE_ON = 0x90;
const CONTROLLER = 0xb0;
const PITCH_BEND = 0xe0;

interface Control {
  readonly status: number;
  readonly number: number;
}

/** `note 1/60` and `cc 1/7`: channel 1 … 16, then which one. Pitch bend has one a channel: `bend 1`. */
function controlIn(text: string): Control | undefined {
  const [, kind, channelText = '', numberText] = /^(note|cc|bend) (\d+)(?:\/(\d+))?$/.exec(text) ?? [];
  const channel = integer(channelText, 1, 16);
  if (channel === undefined || (kind === 'bend') !== (numberText === undefined)) return undefined;
  const number = integer(numberText ?? '0', 0, 127);
  if (number === undefined) return undefined;
  const status = { note: NOTE_ON, cc: CONTROLLER, bend: PITCH_BEND }[kind as 'note' | 'cc' | 'bend'];
  return { status: status | (channel - 1), number };
}

/** A note's velocity or a controller's value, as raw bytes: with `midi` in the message, the port would send that. */
export const midi: Surface = (control) => {
  const { status, number } = controlIn(control) ?? {};
  if (status === undefined || status >= PITCH_BEND) return undefined;
  return ({ colour, value }) => ({ payload: [status, number, level(value) ?? Math.round(brightness(colour) * 127)] });
};

/** A value that was chosen, as a data byte; many surfaces take a number of a palette for a colour. */
function level(value: string | number | undefined): number | undefined {
  const number = value === undefined || value === '' ? Number.NaN : Number(value);
  return Number.isNaN(number) ? undefined : Math.min(127, Math.max(0, Math.round(number)));
}

/** The motor of a fader that listens to a controller (7 bits) or to pitch bend (14 bits, the lower seven first). */
export const midiFader: FaderSurface = (control) => {
  const { status, number } = controlIn(control) ?? {};
  if (status === undefined || status < CONTROLLER) return undefined;
  const bytesOf = (value: number) =>
    status < PITCH_BEND ? [number, Math.round(value * 127)] : [lower(value), upper(value)];
  return { draw: (value) => [{ payload: [status, ...bytesOf(value)] }], names: [control] };
};

/** The same for a fader of 14 bits that listens to two controllers: n takes the upper seven bits, then n + 32 the lower. */
export const midiPair: FaderSurface = (control) => {
  const { status, number } = controlIn(control) ?? {};
  if (number === undefined || status === undefined || !isPaired(status, number)) return undefined;
  return {
    draw: (value) => [
      { payload: [status, number, upper(value)] },
      { payload: [status, number + PAIRED, lower(value)] },
    ],
    names: [control, control.replace(/\d+$/, String(number + PAIRED))],
  };
};

const PAIRED = 32;

const isPaired = (status: number, number: number): boolean =>
  status >= CONTROLLER && status < PITCH_BEND && number < PAIRED;

/** The upper and the lower seven of 14 bits. */
const upper = (value: number): number => Math.round(value * 16383) >> 7;
const lower = (value: number): number => Math.round(value * 16383) & 0x7f;
