import { inspect } from 'node:util';
import type { Node } from 'node-red';
import type { AsRun } from '../../hub/records/as-run.js';

/** The as-run record of a command. Times in ms, `at` in ISO 8601. A copy, since a flow may change its message. */
export function recordOf(asRun: AsRun): object {
  try {
    return jsonCopy(asRun, asRun.value);
  } catch {
    // A part of the value that is not sent may not fit into JSON.
    return jsonCopy(asRun, inspect(asRun.value));
  }
}

function jsonCopy({ at, owner, operation, target, outcome, code, statusCode, waited, elapsed }: AsRun, value: unknown) {
  const { id, name, type } = owner as Partial<Node>;
  const result = { outcome, code, statusCode, waited, elapsed };
  const record = { at: new Date(at).toISOString(), node: name || id, type, operation, target, value, ...result };
  return JSON.parse(JSON.stringify(record)) as object;
}
