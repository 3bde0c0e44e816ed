import { isObject } from '../base/is-object.js';
import { Output } from '../table/schemas/common.js';

/** The read that tells what a linear rundown holds, and the state of each item; not every hub tells of a single one. */
export const ITEMS_READ = 'listLinearItems';

export type LinearRow = Readonly<Record<string, unknown>>;

/** What an item is called in a path: its id, on dialect 1 its number (docs/interface.md "Resources"). */
export const idOfItem = ({ id, itemNo }: LinearRow): unknown => id ?? itemNo;

/** The row of an item in what `listLinearItems` answered; undefined if it is not there. */
export const itemIn = (items: unknown, itemId: unknown): LinearRow | undefined =>
  Array.isArray(items) ? items.filter(isObject).find((row) => String(idOfItem(row)) === String(itemId)) : undefined;

/** The words of program and preview, at the numbers that requests give them. */
const OUTPUTS = Output['x-words'] as readonly string[];

/** The word of an output, by the number that a request gives it; '' for what is none. */
export const outputName = (preview: unknown): string => OUTPUTS[Number(preview)] ?? '';

/** What a row's status says under a name; undefined where it says nothing, as on dialect 1. */
export const statusIn = ({ status }: LinearRow, name: string): unknown => (isObject(status) ? status[name] : undefined);
