import type { State } from '../lamp/state.js';
import { type Fields, integer, type Lamp, type Surface } from './surface.js';

/** What a display shows beside its tally. */
interface Display {
  readonly address: number;
  readonly screen: number;
  readonly text: string;
}

/** `5`, or with what the display is to show, `5 CAM 1`; in version 5.0 also with its screen before it, `1/5 CAM 1`. */
function displayIn(control: string, mostScreen: number, mostAddress: number): Display | undefined {
  const [, screenText = '0', addressText = '', text = ''] = /^(?:(\d+)\/)?(\d+)(?: (.*))?$/.exec(control) ?? [];
  const screen = integer(screenText, 0, mostScreen);
  const address = integer(addressText, 0, mostAddress);
  return screen === undefined || address === undefined ? undefined : { address, screen, text };
}

const payload = (bytes: Buffer): Fields => ({ payload: bytes });

/** A dark lamp tells nothing, whatever its state. */
const isDark = ({ colour }: Lamp): boolean => Math.max(...colour) === 0;

/**
 * TSL UMD 3.1, 18 bytes: 80 hex and the address (0 … 126); tallies 1 to 4 in bits 0 to 3 and how bright the display is
 * in bits 4 and 5; 16 characters of ASCII. Program is tally 1, preview tally 2.
 */
export const tsl31: Surface = (control) => {
  const { address, text } = displayIn(control, 0, 126) ?? {};
  if (address === undefined) return undefined;
  return (lamp) =>
    payload(Buffer.from([0x80 | address, FULL_31 | (isDark(lamp) ? 0 : (TALLY[lamp.state] ?? 0)), ...ascii(text)]));
};

const FULL_31 = 0b11 << 4;

const TALLY: Partial<Record<State, number>> = { program: 0b01, preview: 0b10 };

const ascii = (text = ''): Buffer =>
  Buffer.from(
    text
      .replace(/[^ -~]/gu, '?')
      .slice(0, 16)
      .padEnd(16),
    'ascii',
  );

/**
 * TSL UMD 5.0, one display in a packet, numbers of 16 bits with the lower byte first: how many bytes follow; version 0
 * and flags 0, each a byte; screen; address; control; length of the text; text. In control two bits each for the right
 * lamp, the text and the left lamp (1 red, 2 green, 3 amber), and two for how bright the display is.
 */
export const tsl50: Surface = (control) => {
  // FFFF hex is everybody.
  const display = displayIn(control, 0xfffe, 0xfffe);
  if (!display) return undefined;
  const text = Buffer.from(display.text.replace(/[^ -~]/gu, '?'), 'ascii');
  return (lamp) => {
    const colour = isDark(lamp) ? 0 : (COLOUR[lamp.state] ?? 0);
    const packet = Buffer.alloc(12 + text.length);
    packet.writeUInt16LE(packet.length - 2, 0);
    packet.writeUInt16LE(display.screen, 4);
    packet.writeUInt16LE(display.address, 6);
    packet.writeUInt16LE(FULL_50 | (colour << 4) | (colour << 2) | colour, 8);
    packet.writeUInt16LE(text.length, 10);
    text.copy(packet, 12);
    return payload(packet);
  };
};

const FULL_50 = 0b11 << 6;

/** Red is program to whoever looks at a display, so nothing else is. */
const COLOUR: Partial<Record<State, number>> = { program: 1, preview: 2, armed: 3, failed: 3, unknown: 3 };
