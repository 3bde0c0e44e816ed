import type { Allowed } from '../table/allowed.js';
import type { OperationName } from '../table/operations.js';
import { certificateProblem } from '../wire/certificates.js';
import type { Code, Facts, Problem, TargetNames } from '../wire/errors.js';

import { shortenMiddle } from './target-names.js';
import type { NamedOperation, Words } from './texts.js';
import { verdictOf } from './verdict.js';

/** The reason of a failure as a sentence of its own, for the editor. */
export function explainProblem(words: Words, problem: Problem, operation: NamedOperation | undefined): string {
  const reason = explainReason(words, problem, operation);
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** The reason of a failure, the solution, and details. It begins in lower case, for the end of a sentence. */
export function explainReason(words: Words, problem: Problem, operation: NamedOperation | undefined): string {
  const { facts } = problem;
  const { lookUp, lookUpOf, entry, called } = facts;
  const verdict = verdictOf(problem, operation);
  const thingsIn = (names: readonly string[] = []) => thingsOf(words, operation, names, called);
  const things = 'missing' in facts ? thingsIn(facts.missing) : [];
  const thing = missingThing(problem, operation);
  const name = lookUp ?? operation?.name;
  const place = 'within' in facts ? thingsIn(facts.within).join(', ') : '';
  const key = variant(problem, operation, things.length, place);
  const said = 'said' in facts && facts.said;
  const sentence = words(`errors.${key}`, {
    ...UNKNOWN_FACTS,
    ...facts,
    advice: words(`errors.${verdict === 'unknown' ? 'checkOutput' : 'checkHub'}`),
    ...('cause' in facts && facts.cause === lookUp && lookUp && { cause: words.operation(lookUp) }),
    ...('levels' in facts && { cause: words('errors.tooDeep', { levels: facts.levels }) }),
    things: things.join(', '),
    missing: thing ? missingSentence(words, thing) : '',
    options: optionsText(choicesOf(problem) ?? []),
    place,
    operation: name === undefined ? facts.operation : words.operation(name),
    field: 'field' in facts ? fieldLabel(words, facts.field, operation) : '',
    allowed: 'allowed' in facts ? describeAllowed(words, facts.allowed) : '',
    said: said || words('errors.nothingSaid'),
    ...('timeout' in facts && { seconds: Number(facts.timeout) / 1000 }),
  });
  const whole = [
    sentence,
    ...(said && NAMES_THING.includes(key) ? [words('errors.said404', { said })] : []),
    ...(lookUp === undefined ? [] : [lookUpText(words, lookUp, thingsIn(lookUpOf))]),
  ].join(' ');
  return entry === undefined ? whole : words('errors.inEntry', { entry, sentence: whole });
}

/** A fact that nobody knows is a dash. */
const UNKNOWN_FACTS = Object.fromEntries(
  ['cause', 'left', 'location', 'seconds', 'statusCode', 'url', 'waited'].map((name) => [name, '–']),
);

/** After these sentences, the answer of the hub follows only if it has a reason. */
const NAMES_THING: readonly string[] = ['HUB_NOT_FOUND_name', 'HUB_NOT_FOUND_thing'];

/** Names to choose from that a sentence lists. */
const MAX_OPTIONS = 20;

const optionsText = (options: readonly (string | number)[]): string =>
  [...options.slice(0, MAX_OPTIONS), ...(options.length > MAX_OPTIONS ? ['…'] : [])].join(', ');

/** The read that failed before a command, with its things. Example: `“Get item” (Item Anchor, Rundown Evening)`. */
const lookUpText = (words: Words, lookUp: OperationName, things: readonly string[]): string =>
  words('errors.lookUp', { lookUp: words.operation(lookUp), of: things.length > 0 ? ` (${things.join(', ')})` : '' });

/** The catalogue's key. Some codes have several sentences. */
function variant(problem: Problem, operation: NamedOperation | undefined, things: number, place: string): string {
  const { code, facts } = problem;
  const verdict = verdictOf(problem, operation);
  const own = ownSentence(problem);
  if (own) return own;
  // The hub refused a batch of joined values, so the reason may concern another value.
  if (verdict === 'unknown' && REFUSALS.includes(code)) return 'HUB_REJECTED';
  if ('stopped' in facts) return 'HUB_NOT_FOUND_stopped';
  switch (code) {
    case 'CLOSED':
      return verdict === 'read' || verdict === 'unknown' ? `${code}_${verdict}` : code;
    case 'EXPIRED':
      if ('fit' in facts) return `${code}_crowd`;
      if (!('waitedFor' in facts)) return code;
      return facts.waitedFor === undefined || facts.waitedFor === 'commands' ? code : `${code}_${facts.waitedFor}`;
    case 'BAD_INPUT':
      if ('reason' in facts) return 'BAD_INPUT_expression';
      return 'value' in facts && facts.value === 'undefined' ? 'BAD_INPUT_missing' : choiceVariant(problem, operation);
    case 'HUB_UNREACHABLE':
      if ('speaks' in facts) return 'needsHttp';
      return ('cause' in facts && facts.cause && certificateProblem(facts.cause)) || code;
    case 'HUB_AUTH':
      return `${code}_${statusCodeIn(facts) === 403 ? 403 : 401}`;
    case 'HUB_NOT_FOUND':
      if ('engineHost' in facts) return `${code}_engineHost`;
      if ('needs' in facts) return `${code}_needs`;
      if (things > 1) return `${code}_things`;
      if (things === 1) return place ? `${code}_thing` : `${code}_name`;
      return code;
    case 'HUB_REJECTED':
      if ('location' in facts) return `${code}_redirect`;
      return statusOf(problem) === 'HUB_WRONG_VALUE' ? `${code}_value` : code;
    default:
      return code;
  }
}

/** The sentence for a wrong value: a thing that does not exist, a choice, or another value. */
function choiceVariant(problem: Problem, operation: NamedOperation | undefined): string {
  const choices = choicesOf(problem);
  if (!choices) return 'BAD_INPUT';
  if (!missingThing(problem, operation)) return 'BAD_INPUT_choice';
  return choices.length > 0 ? 'noSuch' : 'noSuch_none';
}

/** The hub has answered with a status from 300 to 499. */
const REFUSALS: readonly Code[] = ['HUB_AUTH', 'HUB_NOT_FOUND', 'HUB_REJECTED'];

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

/** A thing that does not exist, and the names to choose from instead. */
export interface MissingThing {
  /** The key of its noun in the catalogue's `noSuch`. */
  readonly kind: string;
  readonly name: string;
  /** False for an id, which has no quotes. */
  readonly isText: boolean;
}

/** The nouns of fields that no picker fills. */
const NOUNS: Readonly<Record<string, string>> = {
  Parameters: 'parameter',
  look: 'look',
  cue: 'cue',
  only: 'part',
  operation: 'operation',
};

/** The noun is the last word of a kind, if this table has no other: `linearButton` is a button. */
const nounOf = (kind: string): string =>
  kind === 'linearEngine' ? 'show' : kind.replace(/^.*(?=[A-Z])/, '').toLowerCase();

/** Characters of a name, so that it is within the first 80 of the sentence. */
const MAX_NAME = 24;

/** The choices of a wrong value, if its field is a choice. */
function choicesOf({ code, facts }: Pick<Problem, 'code' | 'facts'>): readonly (string | number)[] | undefined {
  if (code !== 'BAD_INPUT' || !('allowed' in facts) || facts.value === 'undefined') return undefined;
  const { allowed } = facts;
  return allowed.key === 'choice' ? (allowed.words ?? allowed.options) : undefined;
}

/** The thing that a failure names and that does not exist. Undefined: it is another failure, or several may be missing. */
export function missingThing(
  problem: Pick<Problem, 'code' | 'facts'>,
  operation: NamedOperation | undefined,
): MissingThing | undefined {
  const { facts } = problem;
  const namesOf = (name: string) => operation?.parameters.find((parameter) => parameter.name === name)?.names;
  if ('allowed' in facts && choicesOf(problem)) {
    const names = namesOf(facts.field);
    const kind = names ? nounOf(names) : NOUNS[facts.field];
    return kind === undefined ? undefined : { kind, ...nameIn(facts.value) };
  }
  const [missing, ...others] = ('missing' in facts && facts.missing) || [];
  if (problem.code !== 'HUB_NOT_FOUND' || missing === undefined || others.length > 0) return undefined;
  const names = namesOf(missing);
  const name = facts.called?.[missing];
  return names && name !== undefined ? { kind: nounOf(names), name, isText: !/^\d+$/.test(name) } : undefined;
}

/** The name in the fact `value`, which is JSON and may be cut. */
function nameIn(value: string): Omit<MissingThing, 'kind'> {
  if (!value.startsWith('"')) return { name: value, isText: false };
  try {
    return { name: JSON.parse(value) as string, isText: true };
  } catch {
    return { name: value.slice(1), isText: true };
  }
}

/** Example: `no button "Wave"`. */
const missingSentence = (words: Words, { kind, name, isText }: MissingThing): string => {
  const short = shortenMiddle(name, MAX_NAME);
  return words(`noSuch.${kind}`, { name: isText ? JSON.stringify(short) : short });
};

/** Example: `no button Wave`. */
export const missingStatus = (words: Words, { kind, name }: MissingThing): string => words(`noSuch.${kind}`, { name });

/** The text of a catalogue's key, with facts. */
type GetText = (key: string, facts?: Readonly<Record<string, unknown>>) => string;

/** The allowed values of a field as text, for the error, the dialog and the help. */
export function describeAllowed(words: GetText, allowed: Allowed): string {
  switch (allowed.key) {
    case 'integer':
    case 'number':
      return allowed.minimum === undefined
        ? words(`allowed.${allowed.key}`)
        : words(`allowed.${allowed.key}_from`, { minimum: allowed.minimum });
    case 'choice':
      return words('allowed.choice', { options: (allowed.words ?? allowed.options).join(', ') });
    case 'nullable':
      return words('allowed.nullable', { of: describeAllowed(words, allowed.of) });
    default:
      return words(`allowed.${allowed.key}`);
  }
}
