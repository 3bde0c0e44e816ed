import { cut } from '../../base/display.js';
import type { Allowed } from '../table/allowed.js';
import type { OperationName } from '../table/operations.js';

/** The state of a command that did not succeed. */
export type Outcome = 'not-sent' | 'refused' | 'unknown';

/** Every code of a failure, with its outcome (docs/develop/rules.md "Message out"). */
const OUTCOMES = {
  BAD_INPUT: 'not-sent',
  EXPIRED: 'not-sent',
  CLOSED: 'not-sent',
  HUB_UNREACHABLE: 'not-sent',
  HUB_TIMEOUT: 'unknown',
  HUB_CONNECTION_LOST: 'unknown',
  HUB_FAULT: 'unknown',
  HUB_BAD_ANSWER: 'unknown',
  HUB_AUTH: 'refused',
  HUB_NOT_FOUND: 'refused',
  HUB_REJECTED: 'refused',
} as const satisfies Record<string, Outcome>;

/** The reason of a failure. `docs/develop/rules.md` "Message out" lists all of them. */
export type Code = keyof typeof OUTCOMES;

export const isCode = (word: unknown): word is Code => typeof word === 'string' && Object.hasOwn(OUTCOMES, word);

/** Facts that a failure of any code may have: its place. */
export interface PlaceFacts {
  /** The names of the things that the call used, by parameter. */
  readonly called?: Readonly<Record<string, string>> | undefined;
  /** The name of the operation, or of the control of a remote panel. */
  readonly operation?: string;
  /** The read that failed before a command, so that the command was not sent. */
  readonly lookUp?: OperationName;
  /** The parameters of this read. */
  readonly lookUpOf?: readonly string[];
  /** The id of its entry in a batch. */
  readonly entry?: number | string;
  /** The values of a movement that were skipped since the last error. */
  readonly skippedBefore?: number;
}

/** The names of the things that a call used, by parameter. */
export type TargetNames = NonNullable<PlaceFacts['called']>;

/** A sentence of its own, by its key in the catalogue, and its values. */
export type Sentence<Key extends string, Values = object> = { readonly sentence: Key } & Readonly<Values>;

/** The facts of each code. */
export type FactsByCode = {
  BAD_INPUT: /** A wrong value of a field, and the allowed values. */
    | Readonly<{ field: string; value: string; allowed: Allowed }>
    /** The expression of a field failed. */
    | Readonly<{ field: string; value: string; reason: string }>
    | Sentence<
        'newerVersion' | 'wrongVersion',
        { field: string; value: string; allowed: Allowed; version: number; newest: number }
      >
    | Sentence<'doubleId' | 'notOnAnyShow', { value: unknown }>
    | Sentence<'ambiguous' | 'onSeveralShows', { field: string; value: unknown; candidates: string }>
    /** The saved `id` is that of the thing that is called `now`, and the saved name `value` is that of the `candidates`. */
    | Sentence<'twoThings', { field: string; value: string; id: string; now: string; candidates: string }>
    | Sentence<'mergeNeeds' | 'stateNeeds', { field: string }>
    | Sentence<'watchStopped'>
    | Sentence<'itemUnavailable' | 'itemNotLoaded', { item: unknown; output: string }>
    | Sentence<'noHub' | 'noSurface' | 'noTls' | 'noProperties' | 'noLookNode' | 'noCuesNode'>
    | Sentence<'listTaken', { list: string; other: string }>
    | Sentence<'noOperation', { operation: string }>
    | Sentence<'badHub' | 'badSurface', { reason: string }>
    | Sentence<'notEvaluated', { seconds: number }>
    | Sentence<'remote_tooLarge', { name: string }>
    /** A stored file, e.g. that of the looks. */
    | Sentence<`stored_${string}`, { path: string; reason?: string }>;
  /** `waiting`, `fit` and `seconds`: joining would have helped. */
  EXPIRED: /** A step of a cue: its time passed, or a rehearsal began before it was sent. */
    | Sentence<'cueLate' | 'cueRehearsal'>
    | Readonly<{
        waited?: number;
        waitedFor?: 'commands' | 'queue' | 'lookUp' | 'connection';
        waiting?: number;
        fit?: number;
        seconds?: number;
      }>;
  CLOSED: /** A Stop, another Go or a deploy came before it was sent, or nobody knows the position of the list. */
  object | Sentence<'cueEnded' | 'cueDeployed' | 'cueDeployed_next' | 'cueDeployed_unknown' | 'cueUnread'>;
  HUB_UNREACHABLE:
    | Readonly<{ url?: string; cause?: string; speaks?: 'http' }>
    | Sentence<'needsHttps', { url: string }>
    | Sentence<'remote_version' | 'remote_silent' | 'remote_tooMany'>
    | Sentence<'remote_ahead' | 'remote_behind', { seconds: string }>;
  HUB_TIMEOUT: Readonly<{ timeout?: number }> | Sentence<'remote_unanswered', { operation: string }>;
  HUB_CONNECTION_LOST: Readonly<{ cause?: string }>;
  /** `said` is the reason in the body. */
  HUB_FAULT: Readonly<{ statusCode?: number; said?: string }>;
  /** The answer has more than `levels` levels, or `cause` names the part or the read. */
  HUB_BAD_ANSWER: Readonly<{ cause?: string; levels?: number }>;
  HUB_AUTH: Readonly<{ statusCode?: number; said?: string }>;
  /**
   * The things of the parameters `missing` do not exist, in those of `within`. The operation `needs` another dialect. The
   * show `stopped` is not running. The id is that of an `engine`.
   */
  HUB_NOT_FOUND:
    | Readonly<{
        statusCode?: number;
        said?: string;
        missing?: readonly string[];
        within?: readonly string[];
        needs?: number | undefined;
        stopped?: unknown;
        show?: string;
        engine?: unknown;
        engineHost?: string;
      }>
    | Sentence<'lookMissing', { properties: string }>;
  HUB_REJECTED: Readonly<{ statusCode?: number; said?: string; location?: string }>;
};

/** The facts of several failures that are reported as one, or of the host of a remote panel. */
export type ForeignFacts =
  | Sentence<'halfDone' | 'noneDone', { left: string; statusCode?: number | undefined }>
  | Sentence<'failedEntries', { ids: string; said: string }>
  | Sentence<`remote_${string}`>
  /** `needsAdvice`: another node has written it, so it does not say that the outcome is unknown. */
  | Readonly<{ hostSentence: string; needsAdvice?: boolean }>;

/** Facts of a failure with this code, for the translated sentence. Never a header, never a secret. */
export type FactsOf<C extends Code> = (FactsByCode[C] | ForeignFacts) & PlaceFacts;

/** Facts of any failure. */
export type Facts = FactsOf<Code>;

/** A code with its facts. */
export type CodeAndFacts =
  | {
      [C in Code]: object extends FactsByCode[C] ? [code: C, facts?: FactsOf<C>] : [code: C, facts: FactsOf<C>];
    }[Code]
  | [code: Code, facts: ForeignFacts & PlaceFacts];

/** The answer of a hub that refused. */
export interface HubReply {
  /** The HTTP status: 300 to 599, or 200 for an answer with `"success": false`. */
  readonly statusCode: number;
  /** The parsed JSON, a text, or null. Secrets are removed. */
  readonly body: unknown;
}

/** A call that did not succeed. Its `message` is for logs of scripts. Users see the translated `code`. */
export class HubError extends Error {
  /** Always `HubError`. */
  override readonly name = 'HubError';
  /** The reason of the failure. */
  readonly code: Code;
  /** Shows if the command may have been carried out: `not-sent`, `refused` or `unknown`. */
  readonly outcome: Outcome;
  /** Details by name, such as `field` and `allowed` of `BAD_INPUT`, or `statusCode` of an answer. */
  readonly facts: Facts;
  /** The answer of the hub. Undefined if the hub did not answer. */
  readonly reply: HubReply | undefined;

  /**
   * The outcome follows from the code, unless `more` has another one. With an error instead of a code, also a stored one,
   * it is the same failure with more facts.
   */
  constructor(
    ...[cause, added = {}, more = {}]: [
      ...(CodeAndFacts | [error: Problem, place: PlaceFacts]),
      more?: { outcome?: Outcome; reply?: HubReply | undefined },
    ]
  ) {
    const { code, outcome, facts, reply }: Partial<HubError> & Pick<HubError, 'code'> =
      typeof cause === 'string' ? { code: cause } : cause;
    const all = { ...facts, ...added };
    const parts = Object.entries(all).map(([name, fact]) => `${name}=${JSON.stringify(fact)}`);
    super([code, ...parts].join(' '));
    this.code = code;
    this.outcome = more.outcome ?? outcome ?? OUTCOMES[code];
    this.facts = all;
    this.reply = more.reply ?? reply;
  }

  /** True for this code. The facts are then those of this code. */
  is<C extends Code>(code: C): this is HubError & { readonly code: C; readonly facts: FactsOf<C> } {
    return this.code === code;
  }

  /** The same failure with its place. */
  with(place: PlaceFacts): HubError {
    return copyOf(this, place);
  }

  /** The same failure with another outcome. */
  withOutcome(outcome: Outcome): HubError {
    return copyOf(this, {}, { outcome });
  }

  /** The same failure of a look-up with these parameters before a command, so the command was not sent. */
  before(lookUp: OperationName, params: object = {}): HubError {
    return this.with({ lookUp, lookUpOf: Object.keys(params) }).withOutcome('not-sent');
  }
}

/** A function, since esbuild renames a class that uses its own name. */
const copyOf = (error: HubError, place: PlaceFacts, more?: { outcome: Outcome }): HubError =>
  new HubError(error, place, more);

/** A HubError, or the part of it in the answer of an endpoint. */
export type Problem = Pick<HubError, 'code' | 'facts' | 'outcome'>;

/** The same failure with other texts in its facts. */
export const withTexts = ({ code, outcome, facts }: Problem, map: (text: string) => string): Problem => {
  const texts = Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'string' ? map(fact) : fact]);
  return { code, outcome, facts: Object.fromEntries(texts) };
};

/** The failure of one of several requests, with the timeout of them all in ms: a later one has only the rest of it. */
export const withWholeTimeout = (error: unknown, timeout: number): unknown =>
  error instanceof HubError && error.is('HUB_TIMEOUT')
    ? new HubError('HUB_TIMEOUT', { timeout }, { outcome: error.outcome })
    : error;

type NotFoundError = HubError & { readonly facts: FactsOf<'HUB_NOT_FOUND'> };

export const isNotFound = (error: unknown): error is NotFoundError =>
  error instanceof HubError && error.is('HUB_NOT_FOUND');

/** True for the statuses with which a hub refuses a single read, or everything while it starts or without a licence. */
export const isNotServed = (error: unknown): boolean =>
  error instanceof HubError && [401, 403, 404].includes(error.reply?.statusCode ?? 0);

/** Characters of a wrong value that are shown. */
const MAX_SHOWN = 81;

/** The error for a wrong or missing value, with the field, the shortened value, and the allowed values. */
export function badInput(field: string, value: unknown, allowed: Allowed): HubError {
  return new HubError('BAD_INPUT', wrongValue(field, value, allowed));
}

/** The error for a name that several things have, with their ids. */
export const ambiguousName = (field: string, name: string, ids: readonly string[]): HubError =>
  new HubError('BAD_INPUT', { sentence: 'ambiguous', field, value: name, candidates: idsText(ids) });

/** Ids that are listed. */
const MAX_IDS = 20;

/** Some ids as a text. Several things may have the name of their template. */
export const idsText = (ids: readonly string[]): string =>
  [...ids.slice(0, MAX_IDS), ...(ids.length > MAX_IDS ? ['…'] : [])].join(', ');

/** The facts of `badInput`. */
export const wrongValue = (field: string, value: unknown, allowed: Allowed) => ({
  field,
  value: cut(describeValue(value), MAX_SHOWN),
  allowed,
});

/** A text for any value. Some values throw when they are read. */
function describeValue(value: unknown): string {
  try {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'function') return '[function]';
    if (typeof value !== 'object' || value === null) return String(value);
    const kind = Object.prototype.toString.call(value);
    return /Object|Array/.test(kind) ? (JSON.stringify(value) ?? kind) : kind;
  } catch {
    return '[object]';
  }
}
