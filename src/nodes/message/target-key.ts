import { commandFieldsOf } from '../../hub/records/as-run.js';
import type { AnyOperation } from '../../hub/table/operations.js';
import type { Params } from '../../hub/wire/request.js';

/** Identifies an operation and its target. Undefined if it has no target of its own, or one that cannot be read. */
export function targetKey(operation: AnyOperation, params: Params): string | undefined {
  const values = Object.values(commandFieldsOf(operation, params).target);
  if (values.length === 0 || values.some((value) => typeof value === 'object' || typeof value === 'function')) return;
  return [operation.name, ...values.map(String)].join('\n');
}
