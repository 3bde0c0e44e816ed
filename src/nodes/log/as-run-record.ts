import type { Node } from 'node-red';
import type { AsRun } from '../../hub/records/as-run.js';

/**
 * The as-run record of a command. Times in ms, `at` in ISO 8601. `wouldFail` is the reason why a rehearsed command would
 * fail. A copy, since a flow may change its message.
 */
export function recordOf(asRun: AsRun, wouldFail: string | undefined): object {
  const { at, owner, operation, target, value, outcome, code, statusCode, waited, elapsed } = asRun;
  const { id, name, type } = owner as Partial<Node>;
  const result = { outcome, code, wouldFail, statusCode, waited, elapsed };
  const record = { at: new Date(at).toISOString(), node: name || id, type, operation, target, value, ...result };
  return JSON.parse(JSON.stringify(record)) as object;
}
