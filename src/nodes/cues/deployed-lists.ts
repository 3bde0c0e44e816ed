import { join } from 'node:path';
import type { NodeAPI } from 'node-red';
import type { DeskStates } from '../../cues/cue-desk.js';
import { listKey } from '../../cues/list.js';
import { HubError } from '../../hub/wire/errors.js';
import type { Lifetime } from '../runtime/lifetime.js';

/** The path of a list in the user directory, without the end of its name. */
export const listPath = (RED: NodeAPI, list: string): string =>
  join(RED.settings.userDir ?? '', 'graphics-hub-cues', list);

/** The nodes that own a list, by the key of its name. */
const owners = new Map<string, Lifetime>();

/** Gives a list to a node until it closes. Throws `BAD_INPUT` if another one has it. */
export function claimList(life: Lifetime, list: string): void {
  const key = listKey(list);
  const owner = owners.get(key);
  // In a deploy, the next node may start before the last one has closed.
  if (owner && !owner.hasEnded) {
    const { name, id } = owner.node;
    throw new HubError('BAD_INPUT', { sentence: 'listTaken', list, other: name || id });
  }
  owners.set(key, life);
  life.add(() => {
    if (owners.get(key) === life) owners.delete(key);
  });
}

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
