import type { TSchema } from '@sinclair/typebox';
import { isObject } from '../../base/values.js';

/** An answer without the fields that hubs of revision 2 may leave out (docs/interface.md "Engine host"). */
export function withoutOptional({ items, properties = {} }: TSchema, answer: unknown): unknown {
  if (items && Array.isArray(answer)) return answer.map((row) => withoutOptional(items as TSchema, row));
  if (!isObject(answer)) return answer;
  const fields = properties as Readonly<Record<string, TSchema>>;
  const kept = Object.entries(answer).filter(([name]) => fields[name]?.['x-requiredOn'] === undefined);
  const inside = (name: string, value: unknown) => (fields[name] ? withoutOptional(fields[name], value) : value);
  return Object.fromEntries(kept.map(([name, value]) => [name, inside(name, value)]));
}
