import type { NodeMessage } from 'node-red';
import { isObject } from '../../hub/base/is-object.js';

/** How much longer a command of another Node-RED may wait, in ms; undefined: the message comes from this one. */
export function leftOf(msg: NodeMessage): number | undefined {
  const { remote } = msg as { remote?: unknown };
  const until = isObject(remote) ? remote.until : undefined;
  return typeof until === 'number' && Number.isFinite(until) ? Math.max(0, until - Date.now()) : undefined;
}
