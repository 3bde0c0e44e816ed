import { badInput } from '../../hub/wire/errors.js';
import type { Appearance } from '../../panels/lamp/state.js';
import { colourOf, STATES, type State, USUAL_APPEARANCES } from '../../panels/lamp/state.js';
import { isRepeatInterval, type SavedLamp, type SavedLook } from '../../saved/lamp.js';
import { choice, isOn } from '../runtime/saved-field.js';

export type Appearances = Readonly<Record<State, Appearance>>;

/** The appearance of each state, and all states with the most urgent first. Throws `BAD_INPUT`. */
export function appearancesOf({ states = [] }: SavedLamp): { appearances: Appearances; urgency: readonly State[] } {
  const rows = Array.isArray(states) ? states : [];
  const saved = new Map(rows.map((row) => [choice('state', row?.state, STATES), row]));
  const urgency = [...new Set([...saved.keys(), ...STATES])];
  const appearances = Object.fromEntries(STATES.map((state) => [state, appearanceOf(state, saved.get(state))]));
  return { appearances: appearances as Appearances, urgency };
}

/** The interval at which the present state is sent again, in ms. 0: never. Throws `BAD_INPUT`. */
export function repeatOf({ repeat }: SavedLamp): number {
  if (!isRepeatInterval(repeat || 0)) throw badInput('repeat', repeat, { key: 'repeat' });
  return Number(repeat || 0) * 1000;
}

function appearanceOf(state: State, saved?: SavedLook): Appearance {
  const usual = USUAL_APPEARANCES[state];
  const text = saved?.colour || usual.colour;
  const colour = colourOf(String(text));
  if (!colour) throw badInput('colour', text, { key: 'colour' });
  return { colour, blink: isOn('blink', saved?.blink ?? usual.blink), value: typedValue(saved?.value) };
}

/** The typed value as a number if it is one, otherwise as text. */
function typedValue(value: string | number | undefined): string | number | undefined {
  if (value === undefined || value === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? value : number;
}
