import type { NodeAPI } from 'node-red';
import type { DeskStates } from '../../cues/cue-desk.js';

/** The states of the lists that a deploy has closed, by the path of their files, until their next nodes start. */
const states = new Map<string, DeskStates>();

/** Leaves the states of a list for its next node, which may have another id or another hub. */
export function leaveStates(RED: NodeAPI, path: string, left: DeskStates | undefined): void {
  if (!left) return;
  if (states.size === 0) forgetAfterStart(RED);
  states.set(path, left);
}

/**
 * After the deploy, a list without a node begins at its position, as after a restart. The start of an earlier deploy may
 * still be running.
 */
function forgetAfterStart({ events }: NodeAPI): void {
  events.once('flows:starting', () => events.once('flows:started', () => states.clear()));
}

/** The states that the last node of a list has left. Undefined: there was none before this deploy. */
export function takeStates(path: string): DeskStates | undefined {
  const left = states.get(path);
  states.delete(path);
  return left;
}
