import type { Allowed } from '../table/allowed.js';
import type { Operation, Parameter } from '../table/operation.js';
import type { Code, HubError } from '../wire/errors.js';
import { describe } from './describe.js';
import type { Words } from './words.js';

/** A failure as it travels: a HubError, or what is left of it in an endpoint's answer. */
export type Problem = Pick<HubError, 'code' | 'facts' | 'outcome'>;

/** As much of an operation as its words need; the editor knows no path. */
export type Named = Pick<Operation, 'name' | 'kind'> & {
  readonly path?: string;
  readonly parameters: readonly Pick<Parameter, 'name' | 'names'>[];
};

/** A failure in words that say what happened to which operation, and what to do. */
export function explain(words: Words, problem: Problem, operation: Named | undefined): string {
  const { allowed, field, said, lookUp, entry, ...facts } = problem.facts;
  const sentence = words(`errors.${variant(problem, operation)}`, {
    ...facts,
    operation: operation ? words.operation(operation.name) : facts.operation,
    field: field === undefined ? '' : named(words, String(field), operation),
    allowed: allowed ? describe(words, allowed as Allowed) : '',
    said: said || words('errors.nothingSaid'),
    fate: words(`fate.${problem.outcome}`),
    path: operation?.path ?? operation?.name ?? '',
    lookUp: lookUp === undefined ? '' : words.operation(String(lookUp)),
    failure: words(`status.${problem.code}`),
  });
  return entry === undefined ? sentence : words('errors.inEntry', { entry, sentence });
}

/** The catalogue's key: some codes have a sentence of their own for a special case. */
function variant({ code, facts }: Problem, operation: Named | undefined): string {
  if (facts.sentence) return String(facts.sentence);
  if (facts.stopped !== undefined) return 'HUB_NOT_FOUND_stopped';
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
function named(words: Words, field: string, operation: Named | undefined): string {
  const names = operation?.parameters.find(({ name }) => name === field)?.names;
  const label = words.parameter(field, names);
  return label === field ? field : `${label} (${field})`;
}
