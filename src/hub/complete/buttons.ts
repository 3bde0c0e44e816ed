import { isObject } from '../base/is-object.js';
import type { Known } from '../lookup/known.js';
import { HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import type { Completion } from './completion.js';
import { itemsIn, RUNDOWN_READ } from './newsroom-items.js';
import { objectIn, told, unknown, usable } from './told.js';

interface Button {
  readonly id: string;
  readonly key?: unknown;
  readonly label?: unknown;
}

const ITEM_READ = 'getItem';

/** A button of a playout item by key, id or label. */
export const itemButton: Completion = {
  needs: () => true,

  complete({ buttonKey, ...target }, known) {
    const listed = (item: unknown) => usable(objectIn(item, ITEM_READ).buttons, isButton, ITEM_READ);
    return { ...target, buttonKey: pressed(known, ITEM_READ, target, listed, buttonKey as string) };
  },
};

/** A button of a newsroom item by key, id or label. */
export const newsroomButton: Completion = {
  needs: () => true,

  complete(values, known) {
    const { ncsID, roID, storyID, itemID, buttonKey } = values;
    const rundown = { ncsID, roID };
    const itemIn = (answer: unknown) =>
      itemsIn(answer).find((item) => item.storyID === storyID && item.itemID === itemID);
    // A story that is newer than what is remembered is no item without buttons.
    const item = told(known, RUNDOWN_READ, rundown, itemIn, (found) => found !== undefined);
    const items = item ? [item] : itemsIn(known.fresh(RUNDOWN_READ, rundown));
    if (!item && items.length > 0) throw unknown('itemID', itemID, items.map(nameOf));
    const listed = (answer: unknown) => usable(itemIn(answer)?.mosObject.buttons, isButton, RUNDOWN_READ);
    return { ...values, buttonKey: pressed(known, RUNDOWN_READ, rundown, listed, buttonKey as string) };
  },
};

const nameOf = ({ itemID, storyID }: { itemID?: unknown; storyID?: unknown }): string => `${itemID} (${storyID})`;

const isButton = (row: unknown): row is Button => isObject(row) && typeof row.id === 'string';

/** What presses a button: its key, or its id where it has none. */
const keyOf = ({ key, id }: Button): string => (typeof key === 'string' ? key : id);

/** What is sent for a wanted button. */
function pressed(
  known: Known,
  operation: string,
  target: Params,
  listed: (answer: unknown) => Button[] | undefined,
  wanted: string,
): string {
  const isEnough = (found: Button[] | undefined) => found === undefined || matching(found, wanted).length > 0;
  const buttons = told(known, operation, target, listed, isEnough);
  // Not every hub lists buttons.
  if (!buttons) return wanted;
  const [button, ...others] = matching(buttons, wanted);
  if (!button) throw unknown('buttonKey', wanted, buttons.map(described));
  if (others.length > 0) {
    const candidates = [button, ...others].map(described).join(', ');
    throw new HubError('BAD_INPUT', { sentence: 'ambiguous', field: 'buttonKey', value: wanted, candidates });
  }
  return keyOf(button);
}

/** Buttons that a word means: the one with that key or id, otherwise all with that label. */
function matching(buttons: readonly Button[], wanted: string): Button[] {
  const exact = buttons.find((button) => keyOf(button) === wanted) ?? buttons.find(({ id }) => id === wanted);
  return exact ? [exact] : buttons.filter(({ label }) => label === wanted);
}

const described = (button: Button): string => `${keyOf(button)} (${button.label ?? ''})`;
