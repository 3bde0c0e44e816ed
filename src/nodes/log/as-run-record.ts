import { inspect } from 'node:util';
import type { Node } from 'node-red';
import type { AsRun } from '../../hub/records/as-run.js';

/** What the as-run log tells of a command: times in ms, `at` in ISO 8601. A copy, since a flow may change what it gets. */
export function recordOf(asRun: AsRun): object {
  try {
    return copyOf(asRun, asRun.value);
  } catch {
    // Nothing is sent that JSON cannot hold, but it may lie beside what is sent.
    return copyOf(asRun, inspect(asRun.value));
  }
}

function copyOf({ at, owner, operation, target, outcome, code, statusCode, waited, elapsed }: AsRun, value: unknown) {
  const { id, name, type } = owner as Partial<Node>;
  const result = { outcome, code, statusCode, waited, elapsed };
  const record = { at: new Date(at).toISOString(), node: name || id, type, operation, target, value, ...result };
  return JSON.parse(JSON.stringify(record)) as object;
}
