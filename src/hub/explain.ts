import type { Allowed } from './allowed.js';
import { describe } from './describe.js';
import type { Code, Facts, Outcome } from './errors.js';

export interface Problem {
  readonly code: Code;
  readonly outcome: Outcome;
  readonly facts: Facts;
}
interface Op {
  readonly name: string;
  readonly path?: string;
  readonly kind?: string;
  readonly parameters: readonly { readonly name: string; readonly names?: string }[];
}
interface Words {
  (key: string, facts?: Readonly<Record<string, unknown>>): string;
  operation(name: string): string;
  parameter(name: string, names?: string): string;
}
/** A failure in words that say what happened to which operation, and what to do. */
export function explain(words: Words, error: Problem, operation: Op | undefined): string {
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
function variant({ code, facts }: Problem, operation: Op | undefined): string {
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
function named(words: Words, field: string, operation: Op | undefined): string {
  const names = operation?.parameters.find(({ name }) => name === field)?.names;
  const label = words.parameter(field, names);
  return label === field ? field : `${label} (${field})`;
}
