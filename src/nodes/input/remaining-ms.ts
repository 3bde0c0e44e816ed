import type { NodeMessage } from 'node-red';
import { isObject } from '../../hub/base/is-object.js';

/** How much longer a command of another Node-RED may wait, in ms; undefined: the message comes from this one. */
export function remainingMs(msg: NodeMessage): number | undefined {
  const { remote } = msg as { remote?: unknown };
  const deadline = isObject(remote) ? remote.deadline : undefined;
  return typeof deadline === 'number' && Number.isFinite(deadline)
    ? Math.max(0, deadline - performance.now())
    : undefined;
}
