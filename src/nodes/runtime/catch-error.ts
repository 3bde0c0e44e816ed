import type { Code, HubError } from '../../hub/wire/errors.js';
import { type FailedPlace, failureSentence } from '../../hub/words/sentence.js';
import type { RuntimeWords } from './runtime-words.js';

/**
 * A failure for Node-RED: a text with a code. The debug sidebar shows an Error as an object, and this as text. Node-RED
 * 4.1 and later copy `code` to `msg.error`. On 4.0, it is only in `msg.hub.code`.
 */
export type CatchError = Readonly<string> & { readonly code: Code };

/** The part of a node that its sentence needs. */
interface NamedNode {
  readonly name?: string;
  readonly type: string;
}

/** The target in the sentence of a node without an operation: its name, or the label of its type. */
const targetOfNode = (words: RuntimeWords, { name, type }: NamedNode): string => name || words.node(type);

/** The error for a Catch node: sentence and code only, without internal details. */
export function toCatchError(
  words: RuntimeWords,
  error: HubError,
  node: NamedNode,
  { hasNoAccess = false, ...place }: FailedPlace & { readonly hasNoAccess?: boolean } = {},
): CatchError {
  const isRefused = error.code === 'HUB_AUTH' || error.code === 'HUB_NOT_FOUND';
  const { skippedBefore } = error.facts;
  const notes = [
    ...(hasNoAccess && isRefused ? [words('errors.licence')] : []),
    ...(skippedBefore ? [words('errors.skippedBefore', { count: skippedBefore })] : []),
    ...(place.notes ?? []),
  ];
  const target = place.operation ? undefined : targetOfNode(words, node);
  const sentence = failureSentence(words, error, { ...place, target, notes, node: node.name });
  return Object.assign(Object(sentence) as string, { code: error.code });
}
