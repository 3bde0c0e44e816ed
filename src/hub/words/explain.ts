import type { Allowed } from '../table/allowed.js';
import type { Operation, Parameter } from '../table/operation.js';
import type { Code, HubError } from '../wire/errors.js';
import { describeAllowed } from './describe.js';
import type { Words } from './words.js';

/** A HubError, or the part of it in the answer of an endpoint. */
export type Problem = Pick<HubError, 'code' | 'facts' | 'outcome'>;

/** The part of an operation that its texts need. */
export type NamedOperation = Pick<Operation, 'name' | 'kind'> & {
  readonly parameters: readonly Pick<Parameter, 'name' | 'names'>[];
};

/** The names of the things that a call used, by parameter. A problem has them in the fact `called`. */
export type TargetNames = Readonly<Record<string, string>>;

/** The sentence for a failure: the problem, the operation, and the solution. */
export function explainProblem(words: Words, problem: Problem, operation: NamedOperation | undefined): string {
  const { allowed, field, said, lookUp, entry, called, ...facts } = problem.facts;
  const [thing = '', ...around] = thingsOf(words, operation, called as TargetNames | undefined);
  const sentence = words(`errors.${variant(problem, operation, thing)}`, {
    ...facts,
    thing,
    place: around.join(', ') || words('errors.onHub'),
    operation: operation ? words.operation(operation.name) : facts.operation,
    field: field === undefined ? '' : fieldLabel(words, String(field), operation),
    allowed: allowed ? describeAllowed(words, allowed as Allowed) : '',
    said: said || words('errors.nothingSaid'),
    fate: words(`fate.${problem.outcome}`),
    lookUp: lookUp === undefined ? '' : words.operation(String(lookUp)),
    failure: words(`status.${statusOf(problem)}`),
  });
  return entry === undefined ? sentence : words('errors.inEntry', { entry, sentence });
}

/** The catalogue's key. Some codes have several sentences. */
function variant({ code, facts }: Problem, operation: NamedOperation | undefined, thing: string): string {
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
      if (facts.needs) return `${code}_needs`;
      return thing ? `${code}_thing` : code;
    case 'HUB_REJECTED':
      return facts.location === undefined ? code : `${code}_redirect`;
    default:
      return operation?.kind === 'read' && UNKNOWN_RESULT.includes(code) ? `${code}_read` : code;
  }
}

/** After these, the result of a command is unknown. A read has no result. */
const UNKNOWN_RESULT: readonly Code[] = ['CLOSED', 'HUB_TIMEOUT', 'HUB_CONNECTION_LOST', 'HUB_FAULT', 'HUB_BAD_ANSWER'];

/** The label of a field in the dialog, with the place in its value: `Requests[0].body`. */
function fieldLabel(words: Words, field: string, operation: NamedOperation | undefined): string {
  const [name = field] = /^[^.[]+/.exec(field) ?? [];
  const names = operation?.parameters.find((parameter) => parameter.name === name)?.names;
  return words.parameter(name, names) + field.slice(name.length);
}

/**
 * The things that a call used, the innermost first and with its kind. Example: `Property Opacity`, `Mixer`, `Studio A`.
 */
function thingsOf(
  words: Words,
  operation: NamedOperation | undefined,
  targetNames: TargetNames = {},
): readonly string[] {
  const things = (operation?.parameters ?? []).filter(({ name, names }) => names && targetNames[name]).reverse();
  return things.map(({ name, names }, index) =>
    index === 0 ? `${words.parameter(name, names)} ${targetNames[name]}` : String(targetNames[name]),
  );
}

/**
 * The key of a failure in the catalogue's `status`. One code can have several names there, because users see different
 * problems.
 */
export function statusOf({ code, facts: { statusCode } }: Pick<Problem, 'code' | 'facts'>): FailureStatus {
  if (code === 'HUB_AUTH' && statusCode === 403) return 'HUB_FORBIDDEN';
  if (code === 'HUB_REJECTED' && (statusCode === 400 || statusCode === 422)) return 'HUB_WRONG_VALUE';
  return code;
}

export type FailureStatus = Code | 'HUB_FORBIDDEN' | 'HUB_WRONG_VALUE';
