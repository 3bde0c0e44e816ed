import type { NodeMessage } from 'node-red';
import type { Hub } from '../../hub/hub.js';
import type { AnyOperation } from '../../hub/table/operations.js';
import type { Code, HubError } from '../../hub/wire/errors.js';
import { failureSentence } from '../../hub/words/sentence.js';
import { putFailure } from '../message/message.js';
import type { Lifetime } from './lifetime.js';
import type { RuntimeWords } from './node-texts.js';
import type { Ports } from './ports.js';

/**
 * A failure for Node-RED: a text with a code. The debug sidebar shows an Error as an object, and this as text. Node-RED
 * 4.1 and later copy `code` to `msg.error`. On 4.0, it is only in `msg.hub.code`.
 */
export type CatchError = Readonly<string> & { readonly code: Code };

/** The place of a failure in a node. */
interface Place {
  readonly operation?: AnyOperation | undefined;
  readonly hub?: Hub;
  /** More fields for `msg.hub`. */
  readonly fields?: object;
  /** More sentences. */
  readonly notes?: readonly string[] | undefined;
}

/** Puts a failure into a message. Returns the error for a Catch node. */
export function failMessage(
  life: Lifetime,
  words: RuntimeWords,
  msg: NodeMessage,
  error: HubError,
  place: Place = {},
): CatchError {
  putFailure(msg, place.operation, error, { at: life.clock.date(), ...place.fields });
  return toCatchError(words, error, life.node, place);
}

/** The error for a Catch node: sentence and code only, without internal details. */
export function toCatchError(
  words: RuntimeWords,
  error: HubError,
  { name, type }: Pick<Ports, 'name' | 'type'>,
  { operation, hub, notes = [] }: Place,
): CatchError {
  const isRefused = error.code === 'HUB_AUTH' || error.code === 'HUB_NOT_FOUND';
  const { skippedBefore } = error.facts;
  const sentence = failureSentence(words, error, {
    operation,
    hub: hub?.name,
    // Without an operation, the node is the target.
    target: operation ? undefined : name || words.node(type),
    notes: [
      ...(hub?.connection.hasNoAccess && isRefused ? [words('errors.licence')] : []),
      ...(skippedBefore ? [words('errors.skippedBefore', { count: skippedBefore })] : []),
      ...notes,
    ],
    node: name,
  });
  return Object.assign(Object(sentence) as string, { code: error.code });
}
