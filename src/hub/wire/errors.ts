import { cut } from '../../base/display.js';
import type { Allowed } from '../table/allowed.js';
import type { OperationName } from '../table/operations.js';

/** The state of a command that did not succeed. */
export type Outcome = 'not-sent' | 'refused' | 'unknown';

/** Every code of a failure, with its outcome (docs/architecture.md "Message out"). */
const OUTCOMES = {
  BAD_INPUT: 'not-sent',
  EXPIRED: 'not-sent',
  REHEARSAL: 'not-sent',
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

/** The reason of a failure. `docs/architecture.md` "Message out" lists all of them. */
export type Code = keyof typeof OUTCOMES;

export const isCode = (word: unknown): word is Code => typeof word === 'string' && Object.hasOwn(OUTCOMES, word);

/** Facts of a failure, for the translated sentence. Never a header, never a secret. */
export type Facts = Readonly<Record<string, unknown>>;

/** The answer of a hub that refused. */
export interface HubReply {
  /** The HTTP status, 300 to 599. */
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

  /** The outcome follows from the code, unless `more` has another one. */
  constructor(code: Code, facts: Facts = {}, more: { outcome?: Outcome; reply?: HubReply } = {}) {
    const parts = Object.entries(facts).map(([name, fact]) => `${name}=${JSON.stringify(fact)}`);
    super([code, ...parts].join(' '));
    this.code = code;
    this.outcome = more.outcome ?? OUTCOMES[code];
    this.facts = facts;
    this.reply = more.reply;
  }

  /** The same failure with more facts. */
  with(facts: Facts): HubError {
    return copyOf(this, facts, this.outcome);
  }

  /** The same failure with another outcome. */
  withOutcome(outcome: Outcome): HubError {
    return copyOf(this, {}, outcome);
  }

  /** The same failure of a look-up with these parameters before a command, so the command was not sent. */
  before(lookUp: OperationName, params: object = {}): HubError {
    return this.with({ lookUp, lookUpOf: Object.keys(params) }).withOutcome('not-sent');
  }
}

/** A function, since esbuild renames a class that uses its own name. */
const copyOf = ({ code, facts, reply }: HubError, more: Facts, outcome: Outcome): HubError =>
  new HubError(code, { ...facts, ...more }, { outcome, reply });

export const isNotFound = (error: unknown): error is HubError =>
  error instanceof HubError && error.code === 'HUB_NOT_FOUND';

/** Characters of a wrong value that are shown. */
const MAX_SHOWN = 81;

/** The error for a wrong or missing value, with the field, the shortened value, and the allowed values. */
export function badInput(field: string, value: unknown, allowed: Allowed): HubError {
  return new HubError('BAD_INPUT', { field, value: cut(describeValue(value), MAX_SHOWN), allowed });
}

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
