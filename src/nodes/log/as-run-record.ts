import type { Node } from 'node-red';
import type { AsRun } from '../../hub/records/as-run.js';

/** The as-run record of a command. Times in ms, `at` in ISO 8601. A copy, since a flow may change its message. */
export function recordOf(asRun: AsRun): object {
  const { at, owner, operation, target, value, outcome, code, statusCode, waited, elapsed } = asRun;
  const { id, name, type } = owner as Partial<Node>;
  const result = { outcome, code, statusCode, waited, elapsed };
  const record = { at: new Date(at).toISOString(), node: name || id, type, operation, target, value, ...result };
  return JSON.parse(JSON.stringify(record)) as object;
}
