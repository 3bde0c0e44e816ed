import type { LampSurface } from './surfaces.js';

/** The types of controls of a surface. */
export type SurfaceControl = 'button' | 'fader' | 'encoder';

/** `key 0`, `key 1`, … */
export const numbered = (name: string, count: number, first = 0): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${first + index}`);

/** The sizes of a Stream Deck, the usual one first: the number of its keys, or `plus` with 8 keys and 4 dials. */
export const DECK_SIZES = ['15', '6', '32', 'plus'] as const;

export type DeckSize = (typeof DECK_SIZES)[number];

/** The keys of a deck, those of one row, and its dials. */
export const DECKS: Readonly<
  Record<DeckSize, { readonly keys: number; readonly columns: number; readonly dials: number }>
> = {
  6: { keys: 6, columns: 3, dials: 0 },
  15: { keys: 15, columns: 5, dials: 0 },
  32: { keys: 32, columns: 8, dials: 0 },
  plus: { keys: 8, columns: 4, dials: 4 },
};

/** The first pad of most MIDI controllers. */
const FIRST_PAD = 36;

const midiNotes = (channel: string): string[] => [
  ...numbered(`note ${channel}/`, 128 - FIRST_PAD, FIRST_PAD),
  ...numbered(`note ${channel}/`, FIRST_PAD),
];
const midiControllers = (channel: string): string[] => numbered(`cc ${channel}/`, 127, 1);

/** A device: its type, and its size if it has several. */
export interface SizedDevice {
  readonly device: LampSurface;
  readonly size: DeckSize;
}

/** The controls of a device by type, in the order in which new nodes take them. `channel` is the one of MIDI. */
type Controls = (channel: string, size: DeckSize) => Partial<Record<SurfaceControl, readonly string[]>>;

/** The surfaces whose controls have usual names. The others are named by the user. */
const CONTROLS: Partial<Record<LampSurface, Controls>> = {
  streamdeck: (_, size) => ({
    button: numbered('key ', DECKS[size].keys),
    ...(DECKS[size].dials > 0 && { encoder: numbered('dial ', DECKS[size].dials) }),
  }),
  midi: (channel) => ({
    button: midiNotes(channel),
    fader: midiControllers(channel),
    encoder: midiControllers(channel),
  }),
  mcu: () => ({
    button: ['select ', 'mute ', 'solo ', 'rec ', 'f'].flatMap((name) => numbered(name, 8, 1)),
    fader: [...numbered('fader ', 8, 1), 'fader master'],
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
export const offersControl = ({ device, size }: SizedDevice, type: SurfaceControl): boolean =>
  CONTROLS[device] === undefined || CONTROLS[device]('1', size)[type] !== undefined;

/**
 * The next control that is not used yet. Blank for a surface whose controls the user names. Undefined if all are used. A
 * MIDI controller has its own first number and channel, so there the search starts at the first used control.
 */
export function nextControl(
  { device, size }: SizedDevice,
  type: SurfaceControl,
  used: readonly string[],
): string | undefined {
  const controls = CONTROLS[device];
  if (!controls) return '';
  const channel = used.map((control) => /^\w+ (\d+)\//.exec(control)?.[1]).find(Boolean) ?? '1';
  const all = controls(device === 'midi' ? channel : '1', size)[type] ?? [];
  const first =
    device === 'midi'
      ? Math.max(
          0,
          all.findIndex((control) => used.includes(control)),
        )
      : 0;
  return [...all.slice(first), ...all.slice(0, first)].find((control) => !used.includes(control));
}
