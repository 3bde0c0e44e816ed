import { FIRST_TOUCH, MCU_BUTTONS, MCU_FADERS } from '../gesture/mcu.js';
import { midiFader } from './midi.js';
import { type DisplaySurface, type FaderSurface, isLit, type Surface } from './surface.js';

const NOTE_ON = 0x90;
const CONTROLLER = 0xb0;

/** The light of a button, by its name. It blinks by itself. Source: TouchMCU, "Buttons, LEDs and Bangs". */
export const mcu: Surface = (control) => {
  const note = MCU_BUTTONS.indexOf(control);
  if (note < 0) return undefined;
  return (lamp) => ({ payload: [NOTE_ON, note, isLit(lamp) ? (lamp.blink ? BLINKING : LIT) : 0] });
};

const LIT = 127;
const BLINKING = 1;

/** `fader 1` … `fader 8` and `fader master`. Its touch sensor is known. */
export const mcuFader: FaderSurface = (control) => {
  const index = MCU_FADERS.findIndex((name) => control === `fader ${name}`);
  const fader = midiFader(`bend ${index + 1}`);
  if (index < 0 || !fader) return undefined;
  const touches = [`touch ${MCU_FADERS[index]}`, `note 1/${FIRST_TOUCH + index}`];
  return { draw: fader.draw, names: [control, ...fader.names], touches };
};

/** The modes of the ring, and the number of their positions. Source: TouchMCU, "vPots LED Ring". */
const RING_MODES: Readonly<Record<string, { readonly bits: number; readonly positions: number }>> = {
  dot: { bits: 0x00, positions: 11 },
  centre: { bits: 0x10, positions: 11 },
  bar: { bits: 0x20, positions: 11 },
  spread: { bits: 0x30, positions: 6 },
};

const FIRST_RING = 48;

/** `ring 1` shows a value as a bar. `ring 1 dot`, `ring 1 centre` and `ring 1 spread` show it in other ways. */
export const mcuRing: DisplaySurface = (control) => {
  const [, number, name = 'bar'] = /^ring ([1-8])(?: (\w+))?$/.exec(control) ?? [];
  const mode = Object.hasOwn(RING_MODES, name) ? RING_MODES[name] : undefined;
  if (!number || !mode) return undefined;
  const message = (bits: number) => ({ payload: [CONTROLLER, FIRST_RING + Number(number) - 1, bits] });
  return {
    draw: (_, part) => message(part === undefined ? 0 : mode.bits | (1 + Math.round(part * (mode.positions - 1)))),
  };
};

/**
 * `F0 00 00 66 dd 12`, the place of the first character and the characters. `dd` is the device: a main unit or an extender.
 * Source: TouchMCU, "LCD Screen". A line has 56 places, 7 for each strip.
 */
const HEADER = [0xf0, 0x00, 0x00, 0x66];
const MAIN_UNIT = 0x14;
const EXTENDER = 0x15;
const UPDATE_LCD = 0x12;
const END = 0xf7;
const WIDTH = 7;
const LOWER_LINE = 56;

/**
 * `strip 1 upper` and `strip 1 lower` show a value or a text. `strip 1 upper CAM 1` shows CAM 1, and `strip 1 upper {{standby}}` the cue on
 * standby.
 */
export const mcuStrip: DisplaySurface = (control) => {
  const [, extender, number, line, fixed] = /^(extender )?strip ([1-8]) (upper|lower)(?: (.+))?$/.exec(control) ?? [];
  if (!number) return undefined;
  const place = (Number(number) - 1) * WIDTH + (line === 'lower' ? LOWER_LINE : 0);
  const start = [...HEADER, extender ? EXTENDER : MAIN_UNIT, UPDATE_LCD, place];
  return {
    ...(fixed !== undefined && (fixed.includes('{{') ? { pattern: fixed } : { fixed })),
    draw: (content) => ({ payload: [...start, ...charactersOf(content), END] }),
  };
};

/** Seven ASCII characters. The display cannot show accents. */
function charactersOf(content: string | number | boolean | undefined): number[] {
  const text = typeof content === 'number' ? String(Number(content.toPrecision(4))) : String(content ?? '?');
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss');
  return Array.from(
    plain
      .replace(/[^ -~]/gu, '?')
      .padEnd(WIDTH)
      .slice(0, WIDTH),
    (each) => each.charCodeAt(0),
  );
}
