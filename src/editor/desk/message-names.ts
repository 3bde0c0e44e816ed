import type { EditorNode } from '../base/red.js';
import { type Fields, type NewNames, newNameOf, renamedRows } from './new-names.js';

/** The core nodes whose messages can have a name: the field with their rows, and the texts of a row. */
const ROWS: Readonly<Record<string, readonly [field: string, ...texts: string[]]>> = {
  inject: ['props', 'v'],
  change: ['rules', 'to', 'from'],
  switch: ['rules', 'v'],
};

/**
 * The fields of a core node with new names. A name is a value of `msg.look` or `msg.payload.look`, or the value of `look` in
 * JSON, and the same with `cue`. A name that a function or an expression computes cannot be found.
 */
export function renamedMessage(node: EditorNode, name: string, names: NewNames): Fields | undefined {
  const [field = '', ...texts] = ROWS[node.type] ?? [];
  const renamed = (row: Fields, path: string, text: string, type = `${text}t`): Fields | undefined =>
    row[type] === 'json'
      ? renamedJson(row, text, name, names)
      : path.split('.').at(-1) === name
        ? renamedLiteral(row, text, type, names)
        : undefined;
  const rows = renamedRows(node, field, (row) => {
    const path = pathOf(node, row);
    return path === undefined ? undefined : merged(texts.map((text) => renamed(row, path, text)));
  });
  return merged([rows, sendsOwnPayload(node) ? renamed({ ...node }, 'payload', 'payload', 'payloadType') : undefined]);
}

/** Undefined without any fields. */
const merged = (parts: readonly (Fields | undefined)[]): Fields | undefined =>
  parts.some(Boolean) ? Object.assign({}, ...parts) : undefined;

/** The property of the message that a row sets or compares. A *switch* compares one for all its rows. */
function pathOf(node: EditorNode, row: Fields): string | undefined {
  const compared = { p: Reflect.get(node, 'property'), pt: Reflect.get(node, 'propertyType') };
  const { p, pt = 'msg' } = node.type === 'switch' ? compared : row;
  return pt === 'msg' ? String(p) : undefined;
}

/** The payload of an *inject* is a field of the node if its row has no value. An old one has no rows. */
function sendsOwnPayload(node: EditorNode): boolean {
  const rows: unknown = Reflect.get(node, 'props');
  const isInField = !Array.isArray(rows) || rows.some((row) => row?.p === 'payload' && !('v' in row));
  return node.type === 'inject' && isInField;
}

function renamedLiteral(row: Fields, text: string, type: string, names: NewNames): Fields | undefined {
  const isNumber = row[type] === 'num';
  const to = isNumber || row[type] === 'str' ? newNameOf(names, isNumber ? Number(row[text]) : row[text]) : undefined;
  return to === undefined ? undefined : { [text]: to, [type]: isNumber && fitsNumber(to) ? 'num' : 'str' };
}

/** A longer number of a cue, such as 10.5.1, is a text. As a number, 10.50 would be 10.5. */
const fitsNumber = (name: string): boolean => String(Number(name)) === name;

/** The layout of the JSON stays. */
function renamedJson(row: Fields, text: string, name: string, names: NewNames): Fields | undefined {
  const json = String(row[text]);
  // Inside a string, the quotes of the key would have backslashes.
  const pairs = new RegExp(`("${name}"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"|[-\\d.]+)`, 'g');
  const renamed = (pair: string, start: string, old: string): string => {
    const given: unknown = JSON.parse(old);
    const to = newNameOf(names, given);
    if (to === undefined) return pair;
    return start + (typeof given === 'number' && fitsNumber(to) ? to : JSON.stringify(to));
  };
  try {
    JSON.parse(json);
    const changed = json.replace(pairs, renamed);
    return changed === json ? undefined : { [text]: changed };
  } catch {
    // A text that is not JSON sends nothing.
    return undefined;
  }
}
