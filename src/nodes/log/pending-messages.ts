import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Hub } from '../../hub/hub.js';

/** What nodes had under way when they closed, by their hub. */
const ending = new WeakMap<Hub, Set<Promise<unknown>>>();

/** A node closes: `ended` resolves when all that it had under way has ended. */
export function trackPending(hub: Hub, ended: Promise<unknown>): void {
  const all = ending.get(hub) ?? new Set();
  ending.set(hub, all.add(ended));
  void ended.then(() => all.delete(ended));
}

/** Resolves when all that the closing nodes of a hub had under way has ended: Node-RED closes them in one go. */
export async function pendingDone(hub: Hub): Promise<void> {
  await nextTurn();
  await Promise.all(ending.get(hub) ?? []);
}
