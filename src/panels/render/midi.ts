import { numberIn } from '../../base/numbers.js';
import { brightness } from '../lamp/state.js';
import { type FaderSurface, integer, type Surface } from './surface.js';

/** MIDI status bytes. The lower half is the channel minus 1. */
const NOTE_ON = 0x90;
const CONTROLLER = 0xb0;
const PITCH_BEND = 0xe0;

interface MidiControl {
  readonly status: number;
  readonly number: number;
}

/** `note 1/60` and `cc 1/7`: channel 1 … 16, then the number. Pitch bend has one control per channel: `bend 1`. */
function parseControl(text: string): MidiControl | undefined {
  const [, kind, channelText = '', numberText] = /^(note|cc|bend) (\d+)(?:\/(\d+))?$/.exec(text) ?? [];
  const channel = integer(channelText, 1, 16);
  if (channel === undefined || (kind === 'bend') !== (numberText === undefined)) return undefined;
  const number = integer(numberText ?? '0', 0, 127);
  if (number === undefined) return undefined;
  const status = { note: NOTE_ON, cc: CONTROLLER, bend: PITCH_BEND }[kind as 'note' | 'cc' | 'bend'];
  return { status: status | (channel - 1), number };
}

/** Raw bytes with the velocity of a note or the value of a controller. A field `midi` would override them. */
export const midi: Surface = (control) => {
  const { status, number } = parseControl(control) ?? {};
  if (status === undefined || status >= PITCH_BEND) return undefined;
  return ({ colour, value }) => ({
    payload: [status, number, dataByte(value) ?? Math.round(brightness(colour) * 127)],
  });
};

/** The value of an appearance as a data byte. On many surfaces it is the number of a colour in a palette. */
function dataByte(value: string | number | undefined): number | undefined {
  const number = typeof value === 'string' ? numberIn(value) : value;
  return number === undefined ? undefined : Math.min(127, Math.max(0, Math.round(number)));
}

/** A motor fader on a controller (7 bits) or on pitch bend (14 bits, the lower seven first). */
export const midiFader: FaderSurface = (control) => {
  const { status, number } = parseControl(control) ?? {};
  if (status === undefined || status < CONTROLLER) return undefined;
  const bytesOf = (value: number) =>
    status < PITCH_BEND ? [number, Math.round(value * 127)] : [lower(value), upper(value)];
  return { draw: (value) => [{ payload: [status, ...bytesOf(value)] }], names: [control] };
};

/** A motor fader with 14 bits on two controllers: n receives the upper seven bits, then n + 32 the lower. */
export const midiPair: FaderSurface = (control) => {
  const parsed = parseControl(control);
  if (!parsed || !isPaired(parsed)) return undefined;
  const { status, number } = parsed;
  return {
    draw: (value) => [
      { payload: [status, number, upper(value)] },
      { payload: [status, number + PAIRED, lower(value)] },
    ],
    names: [control, control.replace(/\d+$/, String(number + PAIRED))],
  };
};

const PAIRED = 32;

const isPaired = ({ status, number }: MidiControl): boolean =>
  status >= CONTROLLER && status < PITCH_BEND && number < PAIRED;

const upper = (value: number): number => Math.round(value * 16383) >> 7;
const lower = (value: number): number => Math.round(value * 16383) & 0x7f;
