import type { Read } from '../../../dist/hub/reads/read.js';
import { HubError } from '../../../dist/hub/wire/errors.js';

const PROPERTY = { engineId: 1, nodePath: 'Übergabe', propertyPath: '日本語' };
const ITEM = { rundownId: 1, itemId: 2 };

/** The reads, each with a command that changes its answer. */
export const READS = [
  {
    name: 'getProperty',
    params: PROPERTY,
    command: { name: 'setProperty', params: { ...PROPERTY, Value: 1 } },
    bodyOf: (value: number) => ({ Value: `Übergabe ${value}` }),
  },
  {
    name: 'listLinearItems',
    params: { engineId: 5, rundownId: 2 },
    command: { name: 'playItem', params: { engineId: 5, itemId: 1, preview: 0 } },
    bodyOf: (value: number) => [{ id: 1, name: `日本語 ${value}` }],
  },
  {
    name: 'getItem',
    params: ITEM,
    command: { name: 'updateItem', params: { ...ITEM, data: {} } },
    bodyOf: (value: number) => ({ id: 2, name: `Übergabe ${value}` }),
  },
] as const;

const replied = (statusCode: number) => ({ reply: { statusCode, body: null } });

export const FAILURES = {
  HUB_NOT_FOUND: () => new HubError('HUB_NOT_FOUND', {}, replied(404)),
  HUB_AUTH: () => new HubError('HUB_AUTH', {}, replied(401)),
  HUB_FAULT: () => new HubError('HUB_FAULT', {}, replied(500)),
  HUB_TIMEOUT: () => new HubError('HUB_TIMEOUT', {}),
  EXPIRED: () => new HubError('EXPIRED', {}),
  HUB_UNREACHABLE: () => new HubError('HUB_UNREACHABLE', {}),
};
export type Failure = keyof typeof FAILURES;

/** A request in flight. Requests and changes of the hub share one count, their `turn`. */
export interface Request {
  readonly target: Target;
  readonly isLookUp: boolean;
  readonly sentAt: number;
  readonly turn: number;
  /** Its place among the requests of this read. */
  readonly number: number;
  readonly valueBefore: number;
  isAbandoned: boolean;
  /** The hub was lost since. */
  isOld: boolean;
}

export interface Answer extends Request {
  readonly value: number;
}

/** An observer of a read. */
export interface Watching {
  readonly interval: number;
  /** The last answer. */
  turn: number;
  value: number;
  isFailing: boolean;
  /** The latest time of the next answer. Infinite after a failure, until the read is sent again. */
  answerBy: number;
  leave(): void;
}

/** One read: its state in the hub, and all that must happen to it. */
export class Target {
  /** The present state in the hub. */
  value = 0;
  readonly watching = new Set<Watching>();
  readonly inFlight = new Set<Request>();
  /** All that happened, to compare two runs. */
  readonly trace: string[] = [];
  /** Look-ups that wait, and all requests so far. */
  lookUps = 0;
  sent = 0;
  /** The hub fails until this time. */
  brokenUntil = 0;
  brokenBy: Failure = 'HUB_FAULT';
  slowFailureAt = Number.NEGATIVE_INFINITY;
  /** The newest answer that look-ups may use. */
  usable: Answer | undefined;
  /** The last change by a command, the last loss, and the request of the last answer for observers. */
  changedTurn = 0;
  lostTurn = 0;
  /** It is repeated since then. An answer to an earlier look-up is not for its observers. */
  repeatedTurn = 0;
  shownTurn = 0;
  /** The kind of its last failure, and the number of failures since the last answer or return. */
  failing: 'refusal' | 'fault' | undefined;
  failures = 0;
  /** Its failure does not count any more: it is sent as soon as possible. */
  isRetried = false;
  /** The time of the last request for observers, and the limits for the next one after a failure. */
  askedAt = Number.NEGATIVE_INFINITY;
  askFrom = Number.NEGATIVE_INFINITY;
  askBy = Number.POSITIVE_INFINITY;
  /** A request was in flight until then, so no other one was due. */
  busyAt = 0;

  constructor(
    readonly read: Read,
    readonly about: (typeof READS)[number],
  ) {}

  get interval(): number {
    return Math.min(...[...this.watching].map(({ interval }) => interval));
  }

  get isRepeated(): boolean {
    return this.interval < Number.POSITIVE_INFINITY;
  }

  /** The request for observers, if it still counts as in flight. */
  get polling(): Request | undefined {
    return [...this.inFlight].find(({ isLookUp, isAbandoned }) => !isLookUp && !isAbandoned);
  }

  get isBusy(): boolean {
    return this.polling !== undefined;
  }

  /** A failed read waits for the hub, and is sent in its turn. */
  get isFaulty(): boolean {
    return this.isRepeated && this.failing === 'fault' && !this.isRetried && !this.isBusy;
  }

  askWithin(from = Number.NEGATIVE_INFINITY, by = Number.POSITIVE_INFINITY, isRetried = false): void {
    this.askFrom = from;
    this.askBy = by;
    this.isRetried = isRetried;
  }
}
