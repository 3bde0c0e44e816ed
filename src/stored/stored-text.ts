import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { lineAt, readJson } from './read-json.js';
import { StoredError } from './stored-error.js';
import { checkLength } from './stored-file.js';

/** One part per line, and a line break after the last one. */
export const indented = (parts: readonly string[], indent: number): string =>
  parts.length === 0
    ? ''
    : `${parts.map((part) => `\n${' '.repeat(indent)}${part}`).join(',')}\n${' '.repeat(indent - 1)}`;

/** The content of a text, frozen, and the line of each of its parts. Throws a StoredError with the line and the reason. */
export function readStored<Schema extends TSchema>(
  schema: Schema,
  text: string,
): { readonly json: Static<Schema>; readonly lineOf: (part: unknown) => number } {
  checkLength(text);
  const file = readJson(text);
  const { json, lines } = file;
  if (Value.Check(schema, json)) return { json, lineOf: (part) => lines.get(part) ?? 1 };
  const problem = Value.Errors(schema, json).First();
  const place = problem?.path || '/';
  throw new StoredError('wrongField', { line: lineAt(file, place), place, reason: problem?.message ?? '' });
}
