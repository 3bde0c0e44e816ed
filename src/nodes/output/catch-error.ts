import type { AnyOperation } from '../../hub/table/operations.js';
import type { HubError } from '../../hub/wire/errors.js';
import { explainProblem } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';

/** The error for a Catch node: text and code only, without internal details. */
export function toCatchError(words: Words, error: HubError, operation?: AnyOperation, hasNoAccess = false): Error {
  const sentences = [explainProblem(words, error, operation)];
  const refused = error.code === 'HUB_AUTH' || error.code === 'HUB_NOT_FOUND';
  if (hasNoAccess && refused) sentences.push(words('errors.licence'));
  // Node-RED puts the name of an error before its text, so it is blank.
  return Object.assign(new Error(sentences.join(' ')), { name: '', code: error.code });
}
