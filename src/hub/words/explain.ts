import type { Allowed } from '../table/allowed.js';
import type { Operation, Parameter } from '../table/operation.js';
import type { Code, HubError } from '../wire/errors.js';
import { describeAllowed } from './describe.js';
import type { Words } from './words.js';

/** A HubError, or the part of it in the answer of an endpoint. */
export type Problem = Pick<HubError, 'code' | 'facts' | 'outcome'>;

/** The part of an operation that its texts need. */
export type NamedOperation = Pick<Operation, 'name' | 'kind' | 'latest'> & {
  readonly parameters: readonly Pick<Parameter, 'name' | 'names' | 'required'>[];
};

/** The names of the things that a call used, by parameter. A problem has them in the fact `called`. */
export type TargetNames = Readonly<Record<string, string>>;

/** The reason of a failure as a sentence of its own, for the editor. */
export function explainProblem(words: Words, problem: Problem, operation: NamedOperation | undefined): string {
  const reason = explainReason(words, problem, operation);
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** The reason of a failure, the solution, and details. It begins in lower case, for the end of a sentence. */
export function explainReason(words: Words, problem: Problem, operation: NamedOperation | undefined): string {
  const { allowed, field, said, lookUp, lookUpOf, missing, within, entry, called, timeout, ...facts } = problem.facts;
  const thingsIn = (names: unknown) => thingsOf(words, operation, names, called as TargetNames | undefined);
  const things = thingsIn(missing);
  const name = lookUp ?? operation?.name;
  const sentence = words(`errors.${variant(problem, operation, things.length)}`, {
    ...facts,
    ...(facts.cause === lookUp && lookUp !== undefined && { cause: words.operation(String(lookUp)) }),
    things: things.join(', '),
    place: thingsIn(within).join(', ') || words('errors.onHub'),
    operation: name === undefined ? facts.operation : words.operation(String(name)),
    field: field === undefined ? '' : fieldLabel(words, String(field), operation),
    allowed: allowed ? describeAllowed(words, allowed as Allowed) : '',
    said: said || words('errors.nothingSaid'),
    ...(timeout !== undefined && { seconds: Number(timeout) / 1000 }),
  });
  const whole =
    lookUp === undefined ? sentence : `${sentence} ${lookUpText(words, String(lookUp), thingsIn(lookUpOf))}`;
  return entry === undefined ? whole : words('errors.inEntry', { entry, sentence: whole });
}

/** The read that failed before a command, with its things. Example: `“Get item” (Item Anchor, Rundown Evening)`. */
const lookUpText = (words: Words, lookUp: string, things: readonly string[]): string =>
  words('errors.lookUp', { lookUp: words.operation(lookUp), of: things.length > 0 ? ` (${things.join(', ')})` : '' });

/** The catalogue's key. Some codes have several sentences. */
function variant(problem: Problem, operation: NamedOperation | undefined, things: number): string {
  const { code, facts, outcome } = problem;
  if (facts.sentence) return String(facts.sentence);
  if (facts.stopped !== undefined) return 'HUB_NOT_FOUND_stopped';
  switch (code) {
    case 'EXPIRED':
      return facts.fit === undefined ? code : `${code}_crowd`;
    case 'BAD_INPUT':
      if (facts.reason) return 'BAD_INPUT_expression';
      return facts.value === 'undefined' ? 'BAD_INPUT_missing' : code;
    case 'HUB_UNREACHABLE':
      return facts.speaks === 'http' ? 'needsHttp' : code;
    case 'HUB_AUTH':
      return `${code}_${facts.statusCode}`;
    case 'HUB_NOT_FOUND':
      if (facts.engineHost) return `${code}_engineHost`;
      if (facts.needs) return `${code}_needs`;
      if (things > 1) return `${code}_things`;
      return things === 1 ? `${code}_thing` : code;
    case 'HUB_REJECTED':
      if (facts.location !== undefined) return `${code}_redirect`;
      return statusOf(problem) === 'HUB_WRONG_VALUE' ? `${code}_value` : code;
    default:
      if (!UNKNOWN_RESULT.includes(code)) return code;
      if (operation?.kind === 'read' || (facts.lookUp && code !== 'CLOSED')) return `${code}_read`;
      return code === 'CLOSED' && outcome === 'unknown' ? `${code}_unknown` : code;
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

/** The things of parameters, each with its kind. Example: `Property Opacity`, `Node Mixer`, `Engine Studio A`. */
function thingsOf(
  words: Words,
  operation: NamedOperation | undefined,
  names: unknown,
  targetNames: TargetNames = {},
): readonly string[] {
  return (Array.isArray(names) ? names : []).flatMap((name: unknown) => {
    const parameter = operation?.parameters.find((each) => each.name === name);
    const target = parameter && targetNames[parameter.name];
    return target ? [`${words.parameter(parameter.name, parameter.names)} ${target}`] : [];
  });
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
