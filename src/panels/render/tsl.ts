import { NO_CUES } from '../lamp/cue-state.js';
import type { State } from '../lamp/state.js';
import { fillPlaceholders } from './placeholders.js';
import { integer, type Lamp, type Surface, type SurfaceMessage } from './surface.js';

/** The settings of a display. */
interface Display {
  readonly address: number;
  readonly screen: number;
  readonly text: string;
}

/** `5`, or with the text of the display `5 CAM 1` or `5 {{standby}}`. Version 5.0 also has a screen: `1/5 CAM 1`. */
function parseDisplay(control: string, mostScreen: number, mostAddress: number): Display | undefined {
  const [, screenText = '0', addressText = '', text = ''] = /^(?:(\d+)\/)?(\d+)(?: (.*))?$/.exec(control) ?? [];
  const screen = integer(screenText, 0, mostScreen);
  const address = integer(addressText, 0, mostAddress);
  return screen === undefined || address === undefined ? undefined : { address, screen, text };
}

const payload = (bytes: readonly number[]): SurfaceMessage => ({ payload: Uint8Array.from(bytes) });

const isDark = ({ colour }: Lamp): boolean => Math.max(...colour) === 0;

/**
 * TSL UMD 3.1, 18 bytes. Byte 1: 80 hex plus the address (0 … 126). Byte 2: tallies 1 to 4 in bits 0 to 3, brightness in
 * bits 4 and 5. Then 16 characters of ASCII. Program is tally 1, preview is tally 2.
 */
export const tsl31: Surface = (control) => {
  const display = parseDisplay(control, 0, 126);
  if (!display) return undefined;
  return (lamp) => {
    const text = textOf(display, lamp).slice(0, 16);
    const blanks = characters(' '.repeat(16 - text.length));
    const tally = isDark(lamp) ? 0 : (TALLY[lamp.state] ?? 0);
    return payload([0x80 | display.address, FULL_31 | tally, ...text, ...blanks]);
  };
};

const FULL_31 = 0b11 << 4;

const TALLY: Partial<Record<State, number>> = { program: 0b01, preview: 0b10 };

/** The text of a display. Without an own one, it shows the cue of a list. */
const textOf = ({ text }: Display, { cues = NO_CUES }: Lamp): number[] =>
  characters(text === '' ? cues.text : fillPlaceholders(text, { ...cues }));

/** The ASCII codes of a text. */
const characters = (text: string): number[] => [...text].map((each) => (/[ -~]/.test(each) ? each : '?').charCodeAt(0));

/** A number of 16 bits, the lower byte first. */
const word = (number: number): number[] => [number & 0xff, number >> 8];

/**
 * TSL UMD 5.0, one display per packet. Numbers have 16 bits with the lower byte first: number of following bytes,
 * version 0 and flags 0 (a byte each), screen, address, control, length of the text, text. Control has two bits each for
 * the right lamp, the text, the left lamp (1 red, 2 green, 3 amber) and the brightness.
 */
function packet50(control: string): ((lamp: Lamp) => number[]) | undefined {
  // FFFF hex is the broadcast address.
  const display = parseDisplay(control, 0xfffe, 0xfffe);
  if (!display) return undefined;
  return (lamp) => {
    const text = textOf(display, lamp);
    const colour = isDark(lamp) ? 0 : (COLOUR[lamp.state] ?? 0);
    const tally = FULL_50 | (colour << 4) | (colour << 2) | colour;
    const fields = [display.screen, display.address, tally, text.length].flatMap(word);
    return [...word(2 + fields.length + text.length), 0, 0, ...fields, ...text];
  };
}

/** TSL UMD 5.0 over UDP: one packet per datagram. */
export const tsl50: Surface = (control) => {
  const draw = packet50(control);
  return draw && ((lamp) => payload(draw(lamp)));
};

/**
 * TSL UMD 5.0 over TCP. A stream has no datagrams, so DLE and STX start each packet, and each DLE in a packet is doubled.
 * Byte counts do not change. Source: TSL UMD Protocol V5.00, "Physical layer".
 */
export const tsl50tcp: Surface = (control) => {
  const draw = packet50(control);
  return draw && ((lamp) => payload([DLE, STX, ...doubleDle(draw(lamp))]));
};

const DLE = 0xfe;
const STX = 0x02;

const doubleDle = (packet: readonly number[]): number[] =>
  packet.flatMap((byte) => (byte === DLE ? [DLE, DLE] : [byte]));

const FULL_50 = 0b11 << 6;

/** Red is only for program: operators read it so. */
const COLOUR: Partial<Record<State, number>> = { program: 1, preview: 2, armed: 3, failed: 3, unknown: 3 };
