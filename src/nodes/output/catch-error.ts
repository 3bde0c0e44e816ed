import type { AnyOperation } from '../../hub/table/operations.js';
import type { HubError } from '../../hub/wire/errors.js';
import { explainProblem } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';

/** What a Catch node gets: a new error with words and the code, and nothing of what lies below it. */
export function toCatchError(words: Words, error: HubError, operation?: AnyOperation, hasNoAccess = false): Error {
  const sentences = [explainProblem(words, error, operation)];
  const refused = error.code === 'HUB_AUTH' || error.code === 'HUB_NOT_FOUND';
  if (hasNoAccess && refused) sentences.push(words('errors.licence'));
  // Node-RED tells an error as text: without a name nothing stands before the words.
  return Object.assign(new Error(sentences.join(' ')), { name: '', code: error.code });
}
