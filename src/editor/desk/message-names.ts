import type { EditorNode } from '../base/red.js';
import { type NewNames, newNameOf } from './new-names.js';
import { type Fields, renamedRows } from './renamed-rows.js';

/** A value of a row: the names of its text and of its type. */
type TypedValue = readonly [text: string, type: string];

/** The core nodes whose messages can have a name: the field with their rows, and the values of a row. */
const ROWS: Readonly<Record<string, { readonly field: string; readonly values: readonly TypedValue[] }>> = {
  inject: { field: 'props', values: [['v', 'vt']] },
  change: {
    field: 'rules',
    values: [
      ['to', 'tot'],
      ['from', 'fromt'],
    ],
  },
  switch: { field: 'rules', values: [['v', 'vt']] },
};

/**
 * The fields of a core node with new names. A name is a value of `msg.look` or `msg.payload.look`, or the value of `look` in
 * JSON, and the same with `cue`. A name that a function or an expression computes cannot be found.
 */
export function renamedMessage(node: EditorNode, name: string, names: NewNames): Fields | undefined {
  const { field = '', values = [] } = ROWS[node.type] ?? {};
  const rows = renamedRows(node, field, (row) => {
    const path = pathOf(node, row);
    return path === undefined ? undefined : merged(values.map((value) => renamedValue(row, value, path, name, names)));
  });
  const hasOwnPayload = node.type === 'inject' && sendsOwnPayload(node);
  const payload: TypedValue = ['payload', 'payloadType'];
  return merged([rows, hasOwnPayload ? renamedValue({ ...node }, payload, 'payload', name, names) : undefined]);
}

/** Undefined without any fields. */
const merged = (parts: readonly (Fields | undefined)[]): Fields | undefined =>
  parts.some(Boolean) ? Object.assign({}, ...parts) : undefined;

/** The property of the message that a row sets or compares. A *switch* compares one for all its rows. */
function pathOf(node: EditorNode, row: Fields): string | undefined {
  const [path, type] =
    node.type === 'switch'
      ? [Reflect.get(node, 'property'), Reflect.get(node, 'propertyType')]
      : [row.p, row.pt ?? 'msg'];
  return type === 'msg' ? String(path) : undefined;
}

/** The payload is a field of the node if its row has no value. An old *inject* has no rows. */
function sendsOwnPayload(node: EditorNode): boolean {
  const rows: unknown = Reflect.get(node, 'props');
  return !Array.isArray(rows) || rows.some((row) => row?.p === 'payload' && !('v' in row));
}

function renamedValue(row: Fields, [text, type]: TypedValue, path: string, name: string, names: NewNames) {
  const saved = String(row[text]);
  const isNamed = path.split('.').at(-1) === name;
  const to = isNamed ? newNameOf(names, row[type] === 'num' ? Number(saved) : saved) : undefined;
  switch (row[type]) {
    case 'str':
      return to === undefined ? undefined : { [text]: to };
    case 'num':
      return to === undefined ? undefined : { [text]: to, [type]: isNumber(to) ? 'num' : 'str' };
    case 'json': {
      const json = renamedJson(saved, name, names);
      return json === saved ? undefined : { [text]: json };
    }
    default:
      return undefined;
  }
}

/** A longer number of a cue, such as 10.5.1, is a text. 10.50 would become 10.5. */
const isNumber = (name: string): boolean => String(Number(name)) === name;

/** A text of JSON with new names. Its layout stays. */
function renamedJson(json: string, name: string, names: NewNames): string {
  // In a string, the quotes would have backslashes.
  const pairs = new RegExp(`("${name}"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"|[-\\d.]+)`, 'g');
  try {
    return json.replace(pairs, (pair, start: string, old: string) => {
      const given: unknown = JSON.parse(old);
      const to = newNameOf(names, given);
      if (to === undefined) return pair;
      return start + (typeof given === 'number' && isNumber(to) ? to : JSON.stringify(to));
    });
  } catch {
    // The text is not JSON.
    return json;
  }
}
