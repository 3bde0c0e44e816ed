import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Hub } from '../../hub/hub.js';

/** The messages in progress of nodes that have closed, by hub. */
const pending = new WeakMap<Hub, Set<Promise<unknown>>>();

/** Call this when a node closes. `done` resolves when it has no message in progress. */
export function trackPending(hub: Hub, done: Promise<unknown>): void {
  const all = pending.get(hub) ?? new Set();
  pending.set(hub, all.add(done));
  void done.then(() => all.delete(done));
}

/** Resolves when the closed nodes of a hub have no message in progress. Node-RED closes all nodes at once. */
export async function pendingDone(hub: Hub): Promise<void> {
  await nextTurn();
  await Promise.all(pending.get(hub) ?? []);
}
