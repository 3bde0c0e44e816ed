import type { LampSurface } from './surfaces.js';

/** The types of controls of a surface. */
export type SurfaceControl = 'button' | 'fader' | 'encoder';

/** `key 0`, `key 1`, … */
const numbered = (name: string, count: number, first = 0): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${first + index}`);

/** The largest Stream Deck. */
const DECK_KEYS = 32;

/** The first pad of most MIDI controllers. */
const FIRST_PAD = 36;

const midiNotes = (channel: string): string[] => [
  ...numbered(`note ${channel}/`, 128 - FIRST_PAD, FIRST_PAD),
  ...numbered(`note ${channel}/`, FIRST_PAD),
];
const midiControllers = (channel: string): string[] => numbered(`cc ${channel}/`, 127, 1);

/** The controls of a surface by type, in the order in which new nodes take them. `channel` is the one of MIDI. */
type Controls = (channel: string) => Partial<Record<SurfaceControl, readonly string[]>>;

/** The surfaces whose controls have usual names. The others are named by the user. */
const CONTROLS: Partial<Record<LampSurface, Controls>> = {
  streamdeck: () => ({ button: numbered('key ', DECK_KEYS), encoder: numbered('dial ', 4) }),
  midi: (channel) => ({
    button: midiNotes(channel),
    fader: midiControllers(channel),
    encoder: midiControllers(channel),
  }),
  mcu: () => ({
    button: ['select ', 'mute ', 'solo ', 'rec ', 'f'].flatMap((name) => numbered(name, 8, 1)),
    fader: numbered('fader ', 8, 1),
    encoder: numbered('vpot ', 8, 1),
  }),
  xkeys: () => ({ button: numbered('button 0/', 80, 1), encoder: ['jog 0/0'], fader: ['tbar 0/0'] }),
  osc: () => ({
    button: numbered('/1/push', 64, 1),
    fader: numbered('/1/fader', 64, 1),
    encoder: numbered('/1/rotary', 64, 1),
  }),
  gpio: () => ({ button: numbered('pin ', 26, 2) }),
};

/** True if new controls of this type have usual names, or if the user names all controls of the surface. */
export const offersControl = (surface: LampSurface, type: SurfaceControl): boolean =>
  CONTROLS[surface] === undefined || CONTROLS[surface]('1')[type] !== undefined;

/**
 * The next control that is not used yet. Blank for a surface whose controls the user names. Undefined if all are used. A
 * MIDI controller has its own first number and channel, so there the search starts at the first used control.
 */
export function nextControl(surface: LampSurface, type: SurfaceControl, used: readonly string[]): string | undefined {
  const controls = CONTROLS[surface];
  if (!controls) return '';
  const channel = used.map((control) => /^\w+ (\d+)\//.exec(control)?.[1]).find(Boolean) ?? '1';
  const all = controls(surface === 'midi' ? channel : '1')[type] ?? [];
  const first =
    surface === 'midi'
      ? Math.max(
          0,
          all.findIndex((control) => used.includes(control)),
        )
      : 0;
  return [...all.slice(first), ...all.slice(0, first)].find((control) => !used.includes(control));
}
