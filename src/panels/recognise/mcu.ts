import type { Fields } from '../../base/values.js';
import { FIRST_TOUCH, MCU_BUTTONS, MCU_FADERS } from '../gesture/mcu.js';
import { midi } from './midi.js';
import type { ParsedGesture } from './parse-values.js';

/** Controllers that turn. Source: TouchMCU, "Control Change Mapping Summary". */
const FIRST_VPOT = 16;
const JOG = 60;

/**
 * A Mackie Control, or an X-Touch in its mode MC: the messages of `node-red-contrib-midi` under the names that are printed
 * on the panel. Only a node with this source reads them, because the bytes are those of any MIDI controller.
 */
export const mcu = (msg: Fields): readonly ParsedGesture[] =>
  midi(msg).flatMap((gesture) => {
    const control = nameOf(gesture.control);
    if (control === undefined) return [];
    const { raw } = gesture;
    if (!gesture.control.startsWith('cc ') || raw === undefined) return [{ ...gesture, control }];
    return [{ control, kind: 'encoder' as const, delta: stepsOf(raw), raw }];
  });

/** The name of a control of `midi`, or undefined if a Mackie Control does not have it. */
function nameOf(midiControl: string): string | undefined {
  const [, kind, first, second] = /^(note|cc|bend) (\d+)(?:\/(\d+))?$/.exec(midiControl) ?? [];
  const [channel, number] = [Number(first), Number(second)];
  if (kind === 'bend') return named('fader', MCU_FADERS[channel - 1]);
  if (channel !== 1) return undefined;
  if (kind === 'note') return MCU_BUTTONS[number] ?? named('touch', MCU_FADERS[number - FIRST_TOUCH]);
  if (number === JOG) return 'jog';
  return number >= FIRST_VPOT && number < FIRST_VPOT + 8 ? `vpot ${number - FIRST_VPOT + 1}` : undefined;
}

const named = (name: string, fader: string | undefined): string | undefined => fader && `${name} ${fader}`;

/** Right: 1, 2 … Left: 65, 66 … Source: TouchMCU, "Rotating vPots". */
const stepsOf = (raw: number): number => (raw & 64 ? 64 - raw : raw);
