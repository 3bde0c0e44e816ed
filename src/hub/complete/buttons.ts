import { firstName } from '../../base/display.js';
import { withName } from '../../base/names.js';
import { isObject } from '../../base/values.js';
import { type ButtonRow, buttonRows } from '../lookup/button-rows.js';
import type { LookUps } from '../lookup/look-ups.js';
import type { OperationName } from '../table/operations.js';
import { ITEMS_READ, idOfItem, itemIn, type LinearRow } from '../watch/linear-items.js';
import { HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';
import { objectIn, theOnly, unknownName, usableRows } from './answers.js';
import { type Completion, cachedOrFresh } from './completion.js';
import { itemsIn, type NewsroomItem, RUNDOWN_READ } from './mos-data.js';

const ITEM_READ = 'getItem';

/** A button of a playout item by key, id or label. */
export const itemButton: Completion = {
  needs: () => true,

  description({ rundownId, itemId }) {
    // Not every hub lists the buttons of all items.
    const hasButtons = (row: unknown) => isObject(row) && (buttonRows(row.buttons) ?? []).length > 0;
    const rowIn = (list: unknown) => {
      const row = itemIn(list, itemId);
      return hasButtons(row) ? row : undefined;
    };
    return {
      read: ITEM_READ,
      params: { rundownId, itemId },
      list: { read: 'listItems', params: { rundownId }, rowIn },
    };
  },

  async complete({ buttonKey, ...target }, lookUps) {
    const extractButtons = (item: unknown) => buttonsIn(objectIn(item, ITEM_READ).buttons, ITEM_READ);
    return {
      ...target,
      buttonKey: await findButtonKey(lookUps, ITEM_READ, target, extractButtons, buttonKey as string),
    };
  },
};

/** A button of a newsroom item by key, id or label. */
export const newsroomButton: Completion = {
  needs: () => true,

  description: ({ ncsID, roID }) => ({ read: RUNDOWN_READ, params: { ncsID, roID } }),

  async complete(values, lookUps) {
    const { ncsID, roID, storyID, itemID, buttonKey } = values;
    const rundown = { ncsID, roID };
    const itemOf = (answer: unknown) =>
      itemsIn(answer).find((item) => item.storyID === storyID && item.itemID === itemID);
    // A story that is not in the cached rundown may be newer.
    const item = await cachedOrFresh(lookUps, RUNDOWN_READ, rundown, itemOf, (found) => found && []);
    const items = item ? [item] : itemsIn(await lookUps.get(RUNDOWN_READ, rundown, 0));
    if (!item && items.length > 0) throw unknownItem(items, { storyID, itemID });
    const extractButtons = (answer: unknown) => buttonsIn(itemOf(answer)?.mosObject.buttons, RUNDOWN_READ);
    return {
      ...values,
      buttonKey: await findButtonKey(lookUps, RUNDOWN_READ, rundown, extractButtons, buttonKey as string),
    };
  },
};

/**
 * A button of a linear item by key or label. It is found in the item's rundown, because not every hub reads a single
 * item.
 */
export const linearButton: Completion = {
  needs: () => true,

  description: ({ engineId, rundownId }) => ({ read: ITEMS_READ, params: { engineId, rundownId } }),

  async complete(values, lookUps) {
    const { engineId, rundownId, itemId, buttonKey } = values;
    const rundown = { engineId, rundownId };
    const rowsIn = (answer: unknown) => usableRows(answer, isObject, ITEMS_READ) ?? [];
    const rows = await cachedOrFresh(lookUps, ITEMS_READ, rundown, rowsIn, (found) => itemIn(found, itemId) && []);
    if (rows.length > 0 && !itemIn(rows, itemId)) throw unknownName('itemId', itemId, rows.map(linearNameOf));
    const extractButtons = (answer: unknown) => buttonsIn(itemIn(answer, itemId)?.buttons, ITEMS_READ);
    return {
      ...values,
      buttonKey: await findButtonKey(lookUps, ITEMS_READ, rundown, extractButtons, buttonKey as string),
    };
  },
};

/** The error for an item that its rundown does not have: either its story does not exist, or the item in its story. */
function unknownItem(items: readonly NewsroomItem[], { storyID, itemID }: Pick<NewsroomItem, 'storyID' | 'itemID'>) {
  const ofStory = items.filter((item) => item.storyID === storyID);
  if (ofStory.length > 0)
    return unknownName(
      'itemID',
      itemID,
      ofStory.map((item) => String(item.itemID)),
    );
  return unknownName(
    'storyID',
    storyID,
    items.map((item) => String(item.storyID)),
  );
}

const linearNameOf = (row: LinearRow): string => `${idOfItem(row)} (${firstName(row.name, row.template)})`;

/**
 * The buttons of an item, or undefined if it has no list of them. Throws `HUB_BAD_ANSWER` with the name of the read for
 * any other value.
 */
function buttonsIn(buttons: unknown, operation: OperationName): ButtonRow[] | undefined {
  if (buttons === undefined || buttons === null) return undefined;
  const rows = buttonRows(buttons);
  const isEmpty = Object.keys(buttons).length === 0;
  if (!rows || (rows.length === 0 && !isEmpty)) throw new HubError('HUB_BAD_ANSWER', { cause: operation });
  return rows;
}

/** The key of a button named by key, id or label. */
async function findButtonKey(
  lookUps: LookUps,
  operation: OperationName,
  target: Params,
  extractButtons: (answer: unknown) => ButtonRow[] | undefined,
  nameOrKey: string,
): Promise<string> {
  const keysIn = (found: ButtonRow[] | undefined) => {
    const keys = found ? matchingButtons(found, nameOrKey).map(({ key }) => key) : [nameOrKey];
    return keys.length > 0 ? keys : undefined;
  };
  const buttons = await cachedOrFresh(lookUps, operation, target, extractButtons, keysIn);
  // Not every hub lists buttons.
  if (!buttons) return nameOrKey;
  const button = theOnly('buttonKey', nameOrKey, matchingButtons(buttons, nameOrKey), describeButton);
  if (!button) throw unknownName('buttonKey', nameOrKey, buttons.map(describeButton));
  return button.key;
}

/** The button with this key or id, otherwise all with this label. */
function matchingButtons(buttons: readonly ButtonRow[], nameOrKey: string): ButtonRow[] {
  const exact = buttons.find(({ key }) => key === nameOrKey) ?? buttons.find(({ id }) => id === nameOrKey);
  return exact ? [exact] : withName(buttons, nameOrKey, ({ label }) => label);
}

const describeButton = ({ key, label }: ButtonRow): string => `${key} (${firstName(label)})`;
