import type { NodeMessage } from 'node-red';
import { isObject } from '../../base/values.js';

/** The time that a command of another Node-RED may still wait, in ms. Undefined for a message of this Node-RED. */
export function remainingMs(msg: NodeMessage): number | undefined {
  const { remote } = msg as { remote?: unknown };
  const deadline = isObject(remote) ? remote.deadline : undefined;
  return typeof deadline === 'number' && Number.isFinite(deadline)
    ? Math.max(0, deadline - performance.now())
    : undefined;
}
