import type { AnyOperation } from '../../hub/table/operations.js';
import type { HubError } from '../../hub/wire/errors.js';
import { explain } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';

/** What a Catch node gets: a new error with words and the code, and nothing of what lies below it. */
export function toCatchError(words: Words, error: HubError, operation?: AnyOperation, neverWelcome = false): Error {
  const sentences = [explain(words, error, operation)];
  const refused = error.code === 'HUB_AUTH' || error.code === 'HUB_NOT_FOUND';
  if (neverWelcome && refused) sentences.push(words('errors.licence'));
  // Node-RED tells an error as text: without a name nothing stands before the words.
  return Object.assign(new Error(sentences.join(' ')), { name: '', code: error.code });
}
