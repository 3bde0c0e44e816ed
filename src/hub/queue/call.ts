import type { HubClock } from '../../base/clock.js';
import { withAnswer } from '../complete/answers.js';
import { type Agreed, agreeOn, type NamedThing, namedThings, type RenamedThing } from '../lists/agreement.js';
import type { Ledger } from '../lookup/ledger.js';
import { type LookUps, RECENT_MS } from '../lookup/look-ups.js';
import type { Ask, MovedPaths } from '../lookup/moved-paths.js';
import type { CallOptions } from '../plan/call-options.js';
import type { Claim } from '../plan/claims.js';
import { type CompletedRequest, type IncompletePlan, type Merging, mergingOf, type Plan } from '../plan/plan.js';
import { lookUpsOf } from '../reads/call-look-ups.js';
import type { Read } from '../reads/read.js';
import type { Reads } from '../reads/reads.js';
import { type CueCall, cueOf } from '../records/as-run.js';
import { Rehearsed } from '../records/rehearsal.js';
import type { OperationName } from '../table/operations.js';
import type { AnswerReader } from '../wire/answer.js';
import type { HubAnswer } from '../wire/client.js';
import { HubError, isNotFound, type Outcome, withWholeTimeout } from '../wire/errors.js';
import type { Params, WireRequest } from '../wire/request.js';
import type { PickedValues } from '../words/target-names.js';
import { type BatchMember, type Departure, Job, type LookUp, type Turn } from './job.js';

/** The hub of a call: its settings, its caches, and its connection. */
export interface CallContext {
  readonly clock: HubClock;
  readonly reads: Reads;
  readonly ledger: Ledger;
  readonly movedPaths: MovedPaths;
  /** Default deadline of an exchange in ms. */
  readonly timeout: number;
  /** Allows values of several targets to be sent as one batch. */
  readonly joining: boolean;
  /** True if a call of this time, in the clock's ms, is only rehearsed. */
  isRehearsed(plan: Pick<Plan, 'kind'>, since: number): boolean;
  /** The things whose ids and names agreed a moment ago. */
  readonly agreed: Agreed;
  /** The cues whose calls must not be sent any more. */
  readonly endedCues: WeakSet<CueCall>;
  /** Sends a request. The parameters are those of `Client.send`. */
  exchange(
    request: WireRequest,
    timeout: number | undefined,
    sending: Departure,
    start: () => number,
    endsBeforeExpiry?: boolean,
  ): Promise<HubAnswer>;
}

/** More settings of a call for one of the `reads`. */
export interface ReadOptions {
  /** It may know the body of the answer already. */
  readonly reader?: AnswerReader;
  /** An older answer may be used instead. */
  readonly hasReplacement?: boolean;
}

/** Default expiry of a trigger in ms. */
export const TRIGGER_EXPIRY_MS = 2000;

/** A level or a read may wait for one exchange before it, and for this many ms more. */
export const EXTRA_EXPIRY_MS = 1000;

/** A call that is ready to be sent. */
interface PreparedCall {
  /** The values that it sends. */
  readonly params: Params;
  /** Deadline of the whole exchange in ms. */
  readonly timeout: number;
  /** Sends its one request, or the requests of its steps. */
  exchange(ask: Ask): Promise<HubAnswer>;
}

/** A call on its way: in its lane, looked up, sent (docs/develop/architecture.md "A call's life"). */
export class Call extends Job<HubAnswer> {
  readonly claims: readonly Claim[];
  readonly merging: Merging | undefined;
  readonly isReady: boolean;
  readonly isUrgent: boolean;
  readonly hasReplacement: boolean;
  readonly isTrigger: boolean;
  readonly batchMember: BatchMember | undefined;
  readonly couldJoin: boolean;
  readonly cue: CueCall | undefined;
  /** True if only its look-ups are sent. It stays true after the rehearsal. */
  readonly isRehearsed: boolean;
  /** The things whose names differ from the saved ones. */
  renamed: readonly RenamedThing[] = [];
  readonly #chosen: PickedValues | undefined;
  /** The things that must be compared with the lists of the hub. */
  readonly #things: readonly NamedThing[];
  readonly #timeout: number;
  readonly #reader: AnswerReader | undefined;
  readonly #context: CallContext;
  /** The look-ups that its request relies on. */
  #usedReads: Read[] = [];
  /** The deadline in the clock's ms. It is set with the first byte. */
  deadline = 0;

  /** `since` in the clock's ms. */
  constructor(
    readonly plan: Plan,
    options: CallOptions & ReadOptions,
    since: number,
    owner: object,
    context: CallContext,
  ) {
    const { kind, operation, claims, params, entry } = plan;
    const { delivery, joinable = false, isUrgent = false, hasReplacement = false, reader, group, chosen } = options;
    const ownTimeout = options.timeout ?? operation.timeout;
    const timeout = ownTimeout ?? context.timeout;
    const defaultExpiry = kind === 'trigger' ? TRIGGER_EXPIRY_MS : timeout + EXTRA_EXPIRY_MS;
    const { expiry = defaultExpiry, remaining = Number.POSITIVE_INFINITY } = options;
    super(since, Math.min(expiry, remaining), owner);
    const things = chosen ? namedThings(operation, params, chosen) : [];
    const agreed = kind === 'trigger' ? undefined : chosen && context.agreed.find(chosen, things, since);
    this.renamed = agreed ?? [];
    this.#chosen = chosen;
    this.#things = agreed ? [] : things;
    this.#timeout = timeout;
    this.#reader = reader;
    this.#context = context;
    this.isReady = plan.type !== 'incomplete' && this.#things.length === 0;
    this.isTrigger = kind === 'trigger';
    this.isRehearsed = context.isRehearsed(plan, since);
    this.claims = this.isRehearsed ? claims.map(rehearsedClaim) : claims;
    this.merging = delivery === 'inOrder' ? undefined : mergingOf(plan);
    // A call with its own deadline is sent alone.
    const isEntry = ownTimeout === undefined && entry !== undefined && this.#things.length === 0;
    const mayJoin = kind === 'read' ? joinable : kind === 'level' && (joinable || context.joining);
    this.batchMember = isEntry && mayJoin ? this.#asBatchMember(entry) : undefined;
    this.couldJoin = isEntry && kind === 'level' && !mayJoin;
    this.cue = group && cueOf(group);
    this.isUrgent = isUrgent;
    this.hasReplacement = hasReplacement;
  }

  get lastLookUp(): LookUp | undefined {
    const read = this.#usedReads.at(-1);
    return read && { operation: read.operation.name as OperationName, params: read.params };
  }

  /** Throws the errors of `checkStart`, of `agreeOn`, of `IncompletePlan.complete` and of look-ups. */
  compose(run: readonly this[], turn: Turn): PreparedCall | Promise<PreparedCall> {
    return this.#things.length > 0 ? this.#agree(turn).then(() => this.#prepare(run, turn)) : this.#prepare(run, turn);
  }

  async #agree(turn: Turn): Promise<void> {
    const { agreed } = this.#context;
    const lookUps = this.#lookUps(turn);
    this.renamed = await agreeOn(this.#things, {
      recent: (read, target, isUsual) =>
        this.isTrigger ? lookUps.describe(read, target, isUsual) : lookUps.get(read, target),
      // A fader does not read for each value.
      fresh: (read, target) => lookUps.get(read, target, this.isTrigger ? 0 : RECENT_MS),
    });
    agreed.add(this.#chosen, this.#things, this.renamed, turn.since);
  }

  #prepare(run: readonly Call[], turn: Turn): PreparedCall | Promise<PreparedCall> {
    const { plan } = this;
    if (!this.isRehearsed || plan.type !== 'incomplete') checkStarts(run);
    const timeout = Math.min(...run.map((call) => call.#timeout));
    if (plan.type === 'incomplete') return this.#complete(plan, run, turn, timeout);
    const { params } = plan;
    if (plan.type === 'steps') return { params, timeout, exchange: (ask) => plan.steps(ask) };
    return { params, timeout, exchange: (ask) => ask(this.#forReader(plan.request)) };
  }

  /** Without a promise if all its look-ups have known answers. */
  #complete(
    plan: IncompletePlan,
    run: readonly Call[],
    turn: Turn,
    timeout: number,
  ): PreparedCall | Promise<PreparedCall> {
    const values = run.map((call) => call.plan.params);
    const prepare = ({ request, params }: CompletedRequest): PreparedCall => {
      checkStarts(run);
      return { params, timeout, exchange: (ask) => ask(this.#forReader(request)) };
    };
    try {
      const prepared = withAnswer(plan.complete(this.#lookUps(turn), values), prepare);
      return prepared instanceof Promise ? prepared.catch((error) => this.#throwOfRead(error)) : prepared;
    } catch (error) {
      return this.#throwOfRead(error);
    }
  }

  /** Throws the error with the read whose answer was unusable. */
  #throwOfRead(error: unknown): never {
    if (!(error instanceof HubError && error.is('HUB_BAD_ANSWER')) || error.facts.lookUp) throw error;
    const cause = 'cause' in error.facts && error.facts.cause;
    const read = this.#usedReads.find(({ operation }) => operation.name === cause);
    if (!read) throw error;
    // The next call reads again, because a starting engine may soon have a better answer.
    read.invalidate();
    throw error.before(cause as OperationName, read.params);
  }

  #forReader = (request: WireRequest): WireRequest => (this.#reader ? { ...request, reader: this.#reader } : request);

  /**
   * Throws if it must not be sent any more: `Rehearsed` if a rehearsal has begun, also if it is over, and `CLOSED` if its
   * cue was ended. Each command of the call asks again.
   */
  override checkStart(): void {
    if (this.#hasEnded) throw cueEnded();
    if (this.isRehearsed || this.#context.isRehearsed(this.plan, this.since)) throw new Rehearsed();
  }

  get #hasEnded(): boolean {
    return this.cue !== undefined && this.#context.endedCues.has(this.cue);
  }

  async send({ params, timeout, exchange }: PreparedCall, sending: Departure): Promise<HubAnswer> {
    this.deadline = 0;
    let outcome: 'done' | Outcome = 'done';
    try {
      return await exchange((request) => this.#ask(request, timeout, sending));
    } catch (error) {
      outcome = outcomeOf(error);
      // A look-up of this call may be outdated. Example: an engine runs RE now, and no longer RE5.
      const isGone = error instanceof HubError && error.code === 'HUB_NOT_FOUND';
      if (isGone) for (const read of this.#usedReads) read.invalidate();
      throw error;
    } finally {
      this.#record(params, outcome);
    }
  }

  /** Sends one request. The first byte of the first one starts the deadline. The expiry ends the wait before it. */
  #ask(request: WireRequest, timeout: number, sending: Departure): Promise<HubAnswer> {
    if (this.deadline > 0) return this.#askNext(request, timeout, sending);
    const { clock, exchange } = this.#context;
    const start = () => {
      sending.start();
      this.deadline = clock.now() + timeout;
      return timeout;
    };
    return exchange(request, connectMsOf(sending, timeout, clock), sending, start, true);
  }

  /** Sends a later request within the rest of the deadline. Its failure does not undo the requests before it. */
  async #askNext(request: WireRequest, timeout: number, sending: Departure): Promise<HubAnswer> {
    const remainingMs = () => Math.ceil(this.deadline - this.#context.clock.now());
    if (remainingMs() <= 0) throw new HubError('HUB_TIMEOUT', { timeout }, { outcome: 'not-sent' });
    const start = () => {
      sending.start();
      if (request.method !== 'GET') this.checkStart();
      return remainingMs();
    };
    try {
      return await this.#context.exchange(request, remainingMs(), sending, start);
    } catch (error) {
      const isAborted = error instanceof HubError && error.is('CLOSED') && !this.#hasEnded;
      throw isAborted ? error.withOutcome('unknown') : withWholeTimeout(error, timeout);
    }
  }

  #asBatchMember(request: WireRequest): BatchMember {
    return {
      request,
      isRead: this.plan.kind === 'read',
      start: (timeout) => {
        this.deadline = this.#context.clock.now() + timeout;
      },
      finish: (result) => {
        const isRejected = result?.status === 'rejected';
        this.#record(this.plan.params, isRejected ? outcomeOf(result.reason) : result ? 'done' : 'not-sent');
        if (isRejected && isNotFound(result.reason)) this.#context.movedPaths.reset(this.plan.operation);
      },
    };
  }

  /** Records the end of its request, and drops the look-ups that it may have changed. */
  #record(params: Params, outcome: 'done' | Outcome): void {
    const { operation, claims, invalidates } = this.plan;
    const { reads, ledger } = this.#context;
    const isValue = !operation.isComposite && operation.completion === 'propertyValue';
    const { Value: value, Duration = 0, Delay = 0 } = params as { Value: unknown; Duration?: number; Delay?: number };
    // On RE5 a component is a property of its own, so only its value was sent.
    const isWhole = params.propertyPath === this.plan.params.propertyPath;
    const component = isWhole ? undefined : String(this.plan.params.Component);
    const sent = isValue ? { value, component, travelMs: (Duration + Delay) * 1000 } : undefined;
    for (const { lane } of claims) ledger.sent(lane, outcome, sent);
    if (!invalidates) return;
    reads.invalidate(invalidates);
    if (invalidates !== 'all') return;
    ledger.invalidate();
    if (outcome === 'done' || outcome === 'unknown') ledger.reset.emit(operation.name);
  }

  #lookUps(turn: Turn): LookUps {
    this.#usedReads = [];
    const { expiresAt, expiry, isRehearsed } = this;
    const patientUntil = turn.since + Math.min(expiry / 4, (expiresAt - turn.since) / 2);
    const lanes = this.plan.claims.map(({ lane }) => lane);
    const call = { ...turn, expiresAt, patientUntil, isRehearsed, lanes, usedReads: this.#usedReads };
    return lookUpsOf(call, this.#context);
  }
}

/** This long before its expiry, a request without a connection ends, so that no late timer decides which error it has. */
const BEFORE_EXPIRY_MS = 50;

/**
 * The longest wait for a connection in ms, if the hub is then certainly unreachable: it gave none within the timeout.
 * Undefined: the expiry ends the wait before.
 */
export function connectMsOf({ expiresAt }: Departure, timeout: number, clock: HubClock): number | undefined {
  const remainingMs = expiresAt - clock.now();
  return remainingMs > timeout + BEFORE_EXPIRY_MS ? remainingMs - BEFORE_EXPIRY_MS : undefined;
}

/** The lane of rehearsed commands. They never wait for commands that are sent, or go with them. */
const rehearsedClaim = ({ lane, ...parts }: Claim): Claim => ({
  lane: JSON.stringify([...JSON.parse(lane), 'rehearsal']),
  ...parts,
});

/** Throws if one of the calls of a request must not be sent. */
function checkStarts(run: readonly Call[]): void {
  for (const call of run) call.checkStart();
}

/** The error of a call that was not sent when its cue was ended. */
export const cueEnded = (): HubError => new HubError('CLOSED', { sentence: 'cueEnded' });

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Rehearsed) return 'not-sent';
  return error instanceof HubError ? error.outcome : 'unknown';
}
