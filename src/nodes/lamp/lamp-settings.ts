import { typedNumberIn } from '../../base/numbers.js';
import { type Appearance, colourOf, STATES, type State, USUAL_APPEARANCES } from '../../panels/lamp/state.js';
import type { LampValues } from '../../saved/lamp.js';

export type Appearances = Readonly<Record<State, Appearance>>;

/** The appearance of each state, and all states with the most urgent first. */
export function appearancesOf({ states }: Pick<LampValues, 'states'>): {
  appearances: Appearances;
  urgency: readonly State[];
} {
  const rows = new Map(states.map((row) => [row.state, row]));
  const urgency = [...new Set([...rows.keys(), ...STATES])];
  const appearances = Object.fromEntries(STATES.map((state) => [state, appearanceOf(state, rows.get(state))]));
  return { appearances: appearances as Appearances, urgency };
}

function appearanceOf(state: State, row: LampValues['states'][number] | undefined): Appearance {
  const usual = USUAL_APPEARANCES[state];
  return {
    colour: colourOf(row?.colour || usual.colour) ?? [0, 0, 0],
    blink: row?.blink ?? usual.blink,
    value: typedValue(row?.value ?? ''),
  };
}

/** The typed value as a number if it is one, otherwise as text. */
function typedValue(value: string): string | number | undefined {
  return value === '' ? undefined : (typedNumberIn(value) ?? value);
}
