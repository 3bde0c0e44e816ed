import type { NodeMessage } from 'node-red';
import { isObject, plainText } from '../../base/values.js';
import type { Press } from '../../cues/play.js';
import { badInput } from '../../hub/wire/errors.js';
import { CUE_OPERATIONS, type CueOperation } from '../../saved/cues.js';

/** Each field may be missing. */
type Fields = NodeMessage & Readonly<Partial<Record<'operation' | 'cue' | 'by' | 'gesture' | 'remote', unknown>>>;

/** The operation that a message asks for, and the press of a person unless it only reads. */
export type CueRequest =
  | { readonly operation: 'list' }
  | { readonly operation: 'ask' }
  | { readonly operation: Press['does']; readonly press: Press };

/** The request of a message. Throws `BAD_INPUT`. */
export function cueRequest(msg: Fields, usual: CueOperation): CueRequest {
  return requestOf(operationIn(msg.operation) ?? usual, msg.cue, senderOf(msg));
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

function operationIn(given: unknown): CueOperation | undefined {
  if (given === undefined) return undefined;
  const operation = CUE_OPERATIONS.find((each) => each === plainText(given));
  if (!operation) throw badInput('operation', given, { key: 'choice', options: CUE_OPERATIONS });
  return operation;
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
export function senderOf({ by, gesture, remote }: Fields): string {
  const names = [by, isObject(gesture) && gesture.control, isObject(remote) && remote.name];
  return (names.find((name): name is string => typeof name === 'string' && name !== '') ?? '').slice(0, MAX_NAME);
}
