import { isObject } from '../../base/values.js';
import type { Press } from '../../cues/play.js';
import { badInput } from '../../hub/wire/errors.js';
import type { CueOperation } from '../../saved/cues.js';
import type { DeskMessage } from '../desk/desk-node.js';

/** The operation that a message asks for. `press`: not set if it only reads. */
export interface CueRequest {
  readonly operation: CueOperation;
  readonly press?: Press;
}

/** The request for an operation with its cue, if it needs one. Throws `BAD_INPUT`. */
export function requestOf(operation: CueOperation, cue: unknown, by: string): CueRequest {
  switch (operation) {
    case 'list':
    case 'ask':
      return { operation };
    case 'goto':
    case 'standby':
      return { operation, press: { does: operation, cue: cueIn(cue), by } };
    default:
      return { operation, press: { does: operation, by } };
  }
}

/** The number of a cue as a number or a text, or the cue of an earlier message. */
function cueIn(given: unknown): string {
  const number = isObject(given) && 'number' in given ? given.number : given;
  if (typeof number !== 'string' && typeof number !== 'number') throw badInput('cue', number, { key: 'text' });
  return String(number).trim();
}

/** Characters of a name that are shown. */
const MAX_NAME = 64;

/** The name of the panel: `msg.by`, the control of a gesture, or the name at a remote panel. */
export function senderOf({ by, gesture, remote }: DeskMessage): string {
  const names = [by, isObject(gesture) && gesture.control, isObject(remote) && remote.name];
  return (names.find((name): name is string => typeof name === 'string' && name !== '') ?? '').slice(0, MAX_NAME);
}
