import type { Allowed } from '../hub/allowed.js';
import { describe } from '../hub/describe.js';
import type { Code, HubError } from '../hub/errors.js';
import type { Operation } from '../hub/operation.js';
import type { Words } from './words.js';

/** What a Catch node gets: a new error with words and the code, and nothing of what lies below it. */
export function blamed(words: Words, error: HubError, operation?: Operation, neverWelcome = false): Error {
  const sentences = [explain(words, error, operation)];
  const refused = error.code === 'HUB_AUTH' || error.code === 'HUB_NOT_FOUND';
  if (neverWelcome && refused) sentences.push(words('errors.licence'));
  return Object.assign(new Error(sentences.join(' ')), { code: error.code });
}

/** A failure in words that say what happened to which operation, and what to do. */
export function explain(words: Words, error: HubError, operation: Operation | undefined): string {
  const { allowed, field, said, lookUp, entry, ...facts } = error.facts;
  const sentence = words(`errors.${variant(error, operation)}`, {
    ...facts,
    operation: operation ? words.operation(operation.name) : facts.operation,
    field: field === undefined ? '' : named(words, String(field), operation),
    allowed: allowed ? describe(words, allowed as Allowed) : '',
    said: said || words('errors.nothingSaid'),
    fate: words(`fate.${error.outcome}`),
    path: operation?.path ?? '',
    lookUp: lookUp === undefined ? '' : words.operation(String(lookUp)),
    failure: words(`status.${error.code}`),
  });
  return entry === undefined ? sentence : words('errors.inEntry', { entry, sentence });
}

/** The catalogue's key: some codes have a sentence of their own for a special case. */
function variant({ code, facts }: HubError, operation: Operation | undefined): string {
  if (facts.sentence) return String(facts.sentence);
  if (facts.lookUp) return 'lookUp';
  switch (code) {
    case 'BAD_INPUT':
      if (facts.reason) return 'BAD_INPUT_expression';
      return facts.value === 'undefined' ? 'BAD_INPUT_missing' : code;
    case 'HUB_AUTH':
      return `${code}_${facts.statusCode}`;
    case 'HUB_NOT_FOUND':
      if (facts.engineHost) return `${code}_engineHost`;
      return facts.needs ? `${code}_needs` : code;
    case 'HUB_REJECTED':
      return facts.location === undefined ? code : `${code}_redirect`;
    default:
      return operation?.kind === 'read' && FATEFUL.includes(code) ? `${code}_read` : code;
  }
}

/** After these, nobody knows what became of a command; of a read there is nothing to know. */
const FATEFUL: readonly Code[] = ['CLOSED', 'HUB_TIMEOUT', 'HUB_CONNECTION_LOST', 'HUB_FAULT', 'HUB_BAD_ANSWER'];

/** A field by its label in the dialog and its name in the table. */
function named(words: Words, field: string, operation: Operation | undefined): string {
  const names = operation?.parameters.find(({ name }) => name === field)?.names;
  const label = words.parameter(field, names);
  return label === field ? field : `${label} (${field})`;
}
