import type { OperationName } from '../table/operations.js';
import type { Code, Facts, Problem, TargetNames } from '../wire/errors.js';
import { describeAllowed } from './describe.js';
import { choicesOf, missingSentence, missingStatus, missingThing } from './missing-thing.js';
import type { NamedOperation } from './problem.js';
import type { Words } from './texts.js';

/** The reason of a failure as a sentence of its own, for the editor. */
export function explainProblem(words: Words, problem: Problem, operation: NamedOperation | undefined): string {
  const reason = explainReason(words, problem, operation);
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** The reason of a failure, the solution, and details. It begins in lower case, for the end of a sentence. */
export function explainReason(words: Words, problem: Problem, operation: NamedOperation | undefined): string {
  const { facts } = problem;
  const { lookUp, lookUpOf, entry, called } = facts;
  const thingsIn = (names: readonly string[] = []) => thingsOf(words, operation, names, called);
  const things = 'missing' in facts ? thingsIn(facts.missing) : [];
  const thing = missingThing(problem, operation);
  const name = lookUp ?? operation?.name;
  const sentence = words(`errors.${variant(problem, operation, things.length)}`, {
    ...facts,
    ...('cause' in facts && facts.cause === lookUp && lookUp && { cause: words.operation(lookUp) }),
    ...('levels' in facts && { cause: words('errors.tooDeep', { levels: facts.levels }) }),
    things: things.join(', '),
    missing: thing ? missingSentence(words, thing) : '',
    options: optionsText(choicesOf(problem) ?? []),
    place: ('within' in facts && thingsIn(facts.within).join(', ')) || words('errors.onHub'),
    operation: name === undefined ? facts.operation : words.operation(name),
    field: 'field' in facts ? fieldLabel(words, facts.field, operation) : '',
    allowed: 'allowed' in facts ? describeAllowed(words, facts.allowed) : '',
    said: ('said' in facts && facts.said) || words('errors.nothingSaid'),
    ...('timeout' in facts && { seconds: Number(facts.timeout) / 1000 }),
  });
  const whole = lookUp === undefined ? sentence : `${sentence} ${lookUpText(words, lookUp, thingsIn(lookUpOf))}`;
  return entry === undefined ? whole : words('errors.inEntry', { entry, sentence: whole });
}

/** Names to choose from that a sentence lists. */
const MAX_OPTIONS = 20;

const optionsText = (options: readonly (string | number)[]): string =>
  [...options.slice(0, MAX_OPTIONS), ...(options.length > MAX_OPTIONS ? ['…'] : [])].join(', ');

/** The read that failed before a command, with its things. Example: `“Get item” (Item Anchor, Rundown Evening)`. */
const lookUpText = (words: Words, lookUp: OperationName, things: readonly string[]): string =>
  words('errors.lookUp', { lookUp: words.operation(lookUp), of: things.length > 0 ? ` (${things.join(', ')})` : '' });

/** The catalogue's key. Some codes have several sentences. */
function variant(problem: Problem, operation: NamedOperation | undefined, things: number): string {
  const { code, facts, outcome } = problem;
  const own = ownSentence(problem);
  if (own) return own;
  if ('stopped' in facts) return 'HUB_NOT_FOUND_stopped';
  switch (code) {
    case 'EXPIRED':
      if ('fit' in facts) return `${code}_crowd`;
      if (!('waitedFor' in facts)) return code;
      return facts.waitedFor === 'lookUp' || facts.waitedFor === 'queue' ? `${code}_${facts.waitedFor}` : code;
    case 'BAD_INPUT':
      if ('reason' in facts) return 'BAD_INPUT_expression';
      return 'value' in facts && facts.value === 'undefined' ? 'BAD_INPUT_missing' : choiceVariant(problem, operation);
    case 'HUB_UNREACHABLE':
      return 'speaks' in facts ? 'needsHttp' : code;
    case 'HUB_AUTH':
      return `${code}_${statusCodeIn(facts)}`;
    case 'HUB_NOT_FOUND':
      if ('engineHost' in facts) return `${code}_engineHost`;
      if ('needs' in facts) return `${code}_needs`;
      if (things > 1) return `${code}_things`;
      return things === 1 ? `${code}_thing` : code;
    case 'HUB_REJECTED':
      if ('location' in facts) return `${code}_redirect`;
      return statusOf(problem) === 'HUB_WRONG_VALUE' ? `${code}_value` : code;
    default:
      if (!UNKNOWN_RESULT.includes(code)) return code;
      if (operation?.kind === 'read' || (facts.lookUp && code !== 'CLOSED')) return `${code}_read`;
      return code === 'CLOSED' && outcome === 'unknown' ? `${code}_unknown` : code;
  }
}

/** The sentence for a wrong value: a thing that does not exist, a choice, or another value. */
function choiceVariant(problem: Problem, operation: NamedOperation | undefined): string {
  const choices = choicesOf(problem);
  if (!choices) return 'BAD_INPUT';
  if (!missingThing(problem, operation)) return 'BAD_INPUT_choice';
  return choices.length > 0 ? 'noSuch' : 'noSuch_none';
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
  names: readonly string[],
  targetNames: TargetNames = {},
): readonly string[] {
  return names.flatMap((name) => {
    const parameter = operation?.parameters.find((each) => each.name === name);
    const target = parameter && targetNames[parameter.name];
    return target ? [`${words.parameter(parameter.name, parameter.names)} ${target}`] : [];
  });
}

/** The shortest reason of a failure. Examples: `no button Wave`, `no answer`. */
export function shortReason(words: Words, problem: Problem, operation?: NamedOperation): string {
  const thing = missingThing(problem, operation);
  return thing ? missingStatus(words, thing) : words(`status.${statusOf(problem)}`);
}

/** The key of the failure's own sentence in the catalogue. */
export const ownSentence = ({ facts }: Pick<Problem, 'facts'>): string | undefined =>
  'sentence' in facts ? facts.sentence : undefined;

/**
 * The key of a failure in the catalogue's `status`. One code can have several names there, because users see different
 * problems.
 */
export function statusOf({ code, facts }: Pick<Problem, 'code' | 'facts'>): FailureStatus {
  const statusCode = statusCodeIn(facts);
  if (code === 'HUB_AUTH' && statusCode === 403) return 'HUB_FORBIDDEN';
  if (code === 'HUB_REJECTED' && (statusCode === 400 || statusCode === 422)) return 'HUB_WRONG_VALUE';
  return code;
}

const statusCodeIn = (facts: Facts): number | undefined => ('statusCode' in facts ? facts.statusCode : undefined);

export type FailureStatus = Code | 'HUB_FORBIDDEN' | 'HUB_WRONG_VALUE';
