import { firstName } from '../../base/display.js';
import { isSameId } from '../../base/ids.js';
import { isObject } from '../../base/values.js';
import { Output } from '../table/schemas.js';
import { HubError } from '../wire/errors.js';

/** This read lists the items of a linear rundown with their states. Not every hub reads a single item. */
export const ITEMS_READ = 'listLinearItems';

/** One row of the answer of `listLinearItems`, unchanged. */
export type LinearRow = Readonly<Record<string, unknown>>;

/** The id of an item in a path: on dialect 1 its number (docs/develop/interface.md "Resources"). */
export const idOfItem = ({ id, itemNo }: LinearRow): unknown => id ?? itemNo;

/** The name of an item of a rundown for people: its name, else its template, else its id. */
export const itemName = (row: LinearRow): string => firstName(row.name, row.template, idOfItem(row));

/** The row of an item in the answer of `listLinearItems`. Undefined if the list does not have it. */
export const itemIn = (items: unknown, itemId: unknown): LinearRow | undefined =>
  Array.isArray(items) ? items.filter(isObject).find((row) => isSameId(idOfItem(row), itemId)) : undefined;

/** The names of program and preview. Requests use their indexes. */
const OUTPUTS = Output['x-words'] as readonly string[];

/** The name of an output, by the number in a request. '' for every other value. */
export const outputName = (preview: unknown): string => OUTPUTS[Number(preview)] ?? '';

/** A field of a row's status. Undefined if the hub does not report it, as on dialect 1. */
export const statusIn = ({ status }: LinearRow, name: string): unknown => (isObject(status) ? status[name] : undefined);

/** The states of an item on one output, by the words of the hub in lower case. */
const PLAY_STATES = ['playing', 'available', 'unavailable'] as const;

/**
 * The state of an item on the output with this name. `unknown`: the hub reports another word, so the item may be on air.
 * Undefined: the hub reports no state.
 */
export function playStateIn(row: LinearRow, output: string): (typeof PLAY_STATES)[number] | 'unknown' | undefined {
  const reported = statusIn(row, output) ?? undefined;
  if (reported === undefined) return undefined;
  const word = typeof reported === 'string' ? reported.trim().toLowerCase() : '';
  return PLAY_STATES.find((state) => state === word) ?? 'unknown';
}

/**
 * The state of a linear item. It plays on `program`, `preview` or `both`. A `ready` item can be played. The engine has
 * `not loaded` it yet. Playing an `unavailable` item has no effect. The show of a `stopped` item does not run. If the
 * hub reports no state, or a word that is not described, it is `unknown`.
 */
export type ItemState = 'program' | 'preview' | 'both' | 'ready' | 'not loaded' | 'unavailable' | 'stopped' | 'unknown';

/**
 * The state of an item, from its row of `listLinearItems`, or from the error of this read. Every other value gives
 * `unknown` (docs/develop/interface.md "Seen in the field", Items). An item that plays on one output is not `unavailable`.
 */
export function itemState(source: unknown): ItemState {
  if (source instanceof HubError) return 'stopped' in source.facts ? 'stopped' : 'unknown';
  if (!isObject(source)) return 'unknown';
  const [program, preview] = [playStateIn(source, 'program'), playStateIn(source, 'preview')];
  if (program === 'playing') return preview === 'playing' ? 'both' : 'program';
  if (program === 'unknown' || preview === 'unknown') return 'unknown';
  if (preview === 'playing') return 'preview';
  if (statusIn(source, 'online') === false) return 'not loaded';
  if (program === 'unavailable' && preview === 'unavailable') return 'unavailable';
  return program === 'available' || preview === 'available' ? 'ready' : 'unknown';
}
