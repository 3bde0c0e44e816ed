import type { Node } from 'node-red';
import { evictOldest } from '../../panels/mapping/evict-oldest.js';
import type { ButtonHistories } from '../../panels/mapping/repeats.js';

/** Maximum number of nodes. */
const MOST_NODES = 1000;

const byNode = new Map<string, ButtonHistories>();

/**
 * The messages of the buttons of a node so far. They outlast a deploy: with the state of a session from before it, the first
 * press after it is a change.
 */
export function buttonHistories(node: Node): ButtonHistories {
  const found = byNode.get(node.id);
  if (!found) evictOldest(byNode, MOST_NODES, () => false);
  const histories: ButtonHistories = found ?? new Map();
  byNode.set(node.id, histories);
  node.on('close', (removed: boolean, done: () => void) => {
    if (removed) byNode.delete(node.id);
    done();
  });
  return histories;
}
