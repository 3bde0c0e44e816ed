import { type HubClock, systemClock } from '../base/clock.js';
import { Signal } from '../base/signal.js';
import { Admission } from './admission.js';
import { KeptDescriptions } from './complete/kept-descriptions.js';
import { describedAnswer } from './lists/described-answer.js';
import type { ListReads } from './lists/find-saved.js';
import { runsRe5 } from './lookup/engine-types.js';
import { Ledger } from './lookup/ledger.js';
import { LookUpCache, type MayUse, RECENT_MS } from './lookup/lookup-cache.js';
import { MovedPaths } from './lookup/moved-paths.js';
import { explainNotFound, withMissingThings } from './lookup/not-found.js';
import { Agreed, agreeOn, listsOf, Moved, namedThings, type RenamedThing } from './queue/agreement.js';
import { Call, type CallContext, cueEnded, EXTRA_EXPIRY_MS } from './queue/call.js';
import type { CallOptions } from './queue/call-options.js';
import type { FailureOf } from './queue/incomplete.js';
import { CallJoiner } from './queue/joining.js';
import { Lanes } from './queue/lanes.js';
import { needsShow, type Plan } from './queue/plan.js';
import { QueuedLookUp } from './queue/queued-look-up.js';
import type { HubSnapshot } from './queue/traffic.js';
import {
  type CallGroup,
  type CommandRecord,
  type CommandResult,
  type CueCall,
  commandResultOf,
} from './records/as-run.js';
import { isRehearsedFailure, Rehearsal, Rehearsed } from './records/rehearsal.js';
import { ShowResolver } from './shows/show-resolver.js';
import { type AnyOperation, type OperationName, tableOperation } from './table/operations.js';
import { Connection } from './watch/connection.js';
import { ITEMS_READ } from './watch/linear-items.js';
import { OnAir } from './watch/on-air.js';
import { Poll, Watching } from './watch/watching.js';
import { Client, type HubAnswer } from './wire/client.js';
import { HubError, type Outcome } from './wire/errors.js';
import { buildRequest, checkParams, type Params, type WireRequest } from './wire/request.js';
import { secretPatterns } from './wire/secrets.js';
import { type HubSettings, versionBase } from './wire/settings.js';
import type { Transport } from './wire/transport.js';
import type { PickedValues } from './words/target-names.js';

export type { CallOptions, Delivery } from './queue/call-options.js';

/** A success: the values, the answer, and the waiting and sending times in ms. */
export interface Result extends HubAnswer {
  /** The checked values, as copies. Example: 0.5 for the text `0.5` of a number. Look-ups add nothing to them. */
  readonly params: Params;
  /** The wait in the lane before it was sent, in ms. */
  readonly waited: number;
  /** The outcome of a batch or a composite operation is the worst of its parts. */
  readonly outcome: 'done' | Outcome;
  /** The things that have another name or another id than the ones that were chosen. */
  readonly renamed?: readonly RenamedThing[];
}

/** A call that was not sent, although it did not fail. */
export type Skipped =
  /** A newer value replaced it. */
  | { readonly outcome: 'superseded' }
  /** The hub is in rehearsal. `wouldFail` is the failure of its look-ups. */
  | { readonly outcome: 'rehearsal'; readonly wouldFail?: HubError | undefined };

/** True if nothing was sent. */
export const isSkipped = (result: Result | Skipped): result is Skipped =>
  result.outcome === 'superseded' || result.outcome === 'rehearsal';

/** Values a second in one lane, unless the settings have another limit. */
const DEFAULT_RATE = 50;

/** One hub. Every call of every node is sent here, so that order, limits and state are shared. */
export class Hub {
  readonly #settings: HubSettings;
  readonly #clock: HubClock;
  readonly #client: Client;
  readonly #lanes: Lanes;
  readonly #context: CallContext;
  readonly #admission: Admission;
  readonly #shows: ShowResolver;
  readonly #descriptions: KeptDescriptions;
  /** For messages to users. */
  readonly name: string;
  /** The state of the connection. Use its `watch` for every change. */
  readonly connection: Connection;
  /** The rehearsal switch. While it is on, no command is sent. */
  readonly rehearsal: Rehearsal;
  /** Repeats reads for watchers. Use its `watch`. */
  readonly watching: Watching;
  /** The graphics on program, from the polls. */
  readonly onAir: OnAir;
  /** The last commands of each lane. */
  readonly ledger: Ledger;
  /** Each command, after it has ended. */
  readonly ended = new Signal<CommandRecord>();
  /** Emits each command whose values are wrong, without them, because a wrong value may be anything. */
  readonly refused = new Signal<CommandRecord>();

  /** Throws `BAD_INPUT` for unusable settings. Tests use their own clock and transport. */
  constructor(
    settings: HubSettings,
    { clock = systemClock, transport }: { clock?: HubClock; transport?: Transport } = {},
  ) {
    const {
      maxInFlight,
      rate = DEFAULT_RATE,
      rehearsal = false,
      armAfter = 0,
      joining = false,
      timeout,
      dialect,
      linearSegment,
    } = settings;
    this.#settings = settings;
    this.#clock = clock;
    this.#client = new Client(settings, transport, clock);
    this.name = settings.name || new URL(settings.baseUrl).host;
    this.rehearsal = new Rehearsal(rehearsal, armAfter, clock);
    this.ledger = new Ledger(clock);
    this.#context = {
      clock,
      lookUps: new LookUpCache((...read) => this.#lookUp(...read), clock),
      ledger: this.ledger,
      timeout,
      isKept: (name, params) => this.#descriptions.has(name, params),
      joining,
      movedPaths: new MovedPaths(settings),
      isRehearsed: ({ kind }, at) => kind !== 'read' && this.rehearsal.covers(at),
      agreed: new Agreed(),
      endedCues: new WeakSet(),
      exchange: (...exchange) => this.connection.observe(this.#client.send(...exchange)),
    };
    const joiner = new CallJoiner(this.#context, this.failureOf);
    this.#lanes = new Lanes({ maxInFlight, rate }, joiner, (sending) => this.#client.close(sending), clock);
    this.#shows = new ShowResolver(this.#lanes, this.#context, dialect);
    const { lookUps, movedPaths } = this.#context;
    const runs = (property: Params) => runsRe5(property, lookUps);
    this.#admission = new Admission({ dialect, linearSegment, movedPaths, runsRe5: runs });
    this.watching = new Watching(
      async (operation, params, poll) => {
        const requestedAt = clock.now();
        this.#admission.planAndKeep(operation, params);
        const result = await this.run(operation, params, { owner: poll, joinable: true, repeated: poll.repeated });
        if (isSkipped(result)) throw new Error(`A read was skipped: ${result.outcome}`);
        const body = describedAnswer(operation, result.body);
        const at = Date.now();
        if (operation.isComposite) return { params, body, at, isShared: false };
        const isShared = operation.name === ITEMS_READ || this.#descriptions.isPolled(operation.name, params);
        if (isShared) this.#descriptions.store(operation.name, params, body, requestedAt);
        return { params, body, at, isShared };
      },
      (owner) => this.abandon(owner),
      clock,
    );
    this.onAir = new OnAir(secretPatterns(settings));
    this.watching.polled.watch((poll) => this.onAir.onPoll(poll));
    this.watching.polled.watch(() => this.watching.isRefused && this.connection.probeSoon());
    this.#descriptions = new KeptDescriptions(this.watching, lookUps, clock, maxInFlight);
    // A probe does not use the lanes: it must not wait behind the calls that it explains.
    this.connection = new Connection(
      () => this.#client.send(this.#request('listEngines', {}), timeout, this),
      {
        url: versionBase(settings.baseUrl),
        onReturn: (wasLost) => this.#onReturn(wasLost),
        onLost: (state, error) => this.#onLost(state, error),
        isAwaited: () => this.watching.isPaused || this.watching.isRefused,
        isRefusedEverywhere: () => this.watching.isRefusedEverywhere,
        onServed: () => this.watching.onServed(),
        onServesNothing: () => this.watching.onServesNothing(),
      },
      clock,
    );
  }

  /**
   * Carries out an operation, and never sends it twice. The steps are in docs/develop/architecture.md "A call's life". Returns
   * only an outcome if nothing was to be sent. Throws a HubError (docs/develop/rules.md "Message out").
   */
  async run(operation: AnyOperation, given: Params, options: CallOptions = {}): Promise<Result | Skipped> {
    const { owner = this, group, names } = options;
    const since = options.since ?? this.#clock.now();
    const isValue = operation.latest !== undefined && options.delivery !== 'inOrder';
    const arrival = { at: Date.now(), owner, isValue, group, names };
    let plan: Plan | undefined;
    let call: Call | undefined;
    let isRehearsed = false;
    try {
      plan = this.#admission.plan(operation, given);
      isRehearsed = this.#context.isRehearsed(plan, since);
      if (needsShow(plan))
        plan = this.#admission.plan(operation, await this.#shows.withShow(plan, { ...options, since, owner }));
      call = new Call(plan, options, since, owner, this.#context, options.urgent);
      // Only look-ups are sent in rehearsal.
      if ((isRehearsed || call.isRehearsed) && call.isReady) throw new Rehearsed();
      if (this.hasEnded(call.cue)) throw cueEnded();
      // A recall counts from its start, although its look-ups take time.
      if (!call.isRehearsed) this.ledger.begin(lanesOf(plan), plan.params, startOf(group) ?? this.#clock.now());
      const result = await this.#lanes.submit(call);
      if (!result) return { outcome: 'superseded' };
      const { value: answer, waited } = result;
      const outcome = plan.outcomeIn?.(answer.body) ?? 'done';
      this.#record(plan, arrival, since, { waited, outcome, statusCode: answer.statusCode });
      const { statusCode, body, elapsed } = answer;
      const renamed = [...(options.renamed ?? []), ...call.renamed];
      const done = { statusCode, body, elapsed, params: plan.params, waited, outcome };
      return renamed.length > 0 ? { ...done, renamed } : done;
    } catch (cause) {
      if (plan && cause instanceof Moved) {
        this.ledger.end(lanesOf(plan), plan.params, 'not-sent');
        const renamed = [...(options.renamed ?? []), ...cause.renamed];
        return this.run(operation, { ...plan.params, ...cause.values }, { ...options, since, renamed });
      }
      const sent = plan?.params ?? given;
      const error = withMissingThings(cause, operation, sent);
      const remainingMs = () => (call ? call.deadline || call.since + call.expiry : 0) - this.#clock.now();
      const explain = () =>
        explainNotFound(error, operation, sent, this.#settings.dialect, {
          hosts: () => this.#shows.hosts(remainingMs(), owner),
          shows: () => this.#shows.shows(remainingMs(), owner),
        });
      const explained = isRehearsed ? await explain() : undefined;
      if (plan && (error instanceof Rehearsed || isRehearsedFailure(explained))) {
        const wouldFail = isRehearsedFailure(explained) ? explained : undefined;
        this.#record(plan, arrival, since, { outcome: 'rehearsal', failure: wouldFail });
        return { outcome: 'rehearsal', wouldFail };
      }
      if (plan) this.#record(plan, arrival, since, commandResultOf(error));
      else if (operation.kind !== 'read')
        this.refused.emit({
          ...{ ...arrival, command: operation, params: {}, lanes: [] },
          ...{ ...commandResultOf(error), elapsed: Math.round(this.#clock.now() - since) },
        });
      throw await explain();
    }
  }

  /** The state of the hub at this moment. */
  get snapshot(): HubSnapshot {
    const { dialect } = this.#settings;
    const { latency } = this.#client;
    const { state, since } = this.connection;
    return { state, since, dialect, rehearsal: this.rehearsal.on, latency, ...this.#lanes.traffic };
  }

  /** The error for a status and a body of the hub inside another answer. Example: an entry of a batch. */
  readonly failureOf: FailureOf = (statusCode, body) => this.#client.failure(statusCode, body);

  /** The lanes of a command with these values. Throws `BAD_INPUT`. */
  lanesOf(operation: AnyOperation, params: Params): readonly string[] {
    return lanesOf(this.#admission.plan(operation, params));
  }

  /**
   * Keeps the descriptions that a command with these values needs, until `abandon(owner)`. So a press on a slow hub does
   * not wait for them (docs/live-control.md "A press on a slow hub"). `isUsed`: the command is sent now. Otherwise,
   * values that depend on a message are missing. `chosen`: its things as they were chosen in lists.
   */
  keepDescriptions(
    operation: AnyOperation,
    values: Params,
    owner: object,
    { isUsed = true, chosen }: { readonly isUsed?: boolean; readonly chosen?: PickedValues } = {},
  ): void {
    try {
      this.#descriptions.keep(operation, values, owner, isUsed);
      // The lists of a level are good enough if they are read every 10 s.
      const isKept = operation.kind === 'trigger' || (operation.kind === 'level' && !isUsed);
      const lists = isKept ? listsOf(namedThings(operation, values, chosen)) : [];
      for (const each of lists) this.#descriptions.keepRead(each, owner, isUsed);
    } catch {
      // A value of a message may throw when it is read. `run` then refuses it.
    }
  }

  /**
   * The answer of a read before a command, at most `maxAge` ms old, read within `expiry` ms. `mayUse`: on a slow hub, an
   * older one that is kept may be used. Throws the errors of the read, with the outcome *not-sent*.
   */
  async lookUp(
    read: OperationName,
    params: Params,
    expiry: number,
    owner: object,
    maxAge = RECENT_MS,
    mayUse?: MayUse,
  ): Promise<unknown> {
    const lookUp = new QueuedLookUp(read, params, this.#context, expiry, owner, maxAge, mayUse);
    return (await this.#lanes.submit(lookUp))?.value;
  }

  /**
   * The values of a command whose things agree with the lists of the hub (docs/develop/rules.md "Names, ids and numbers"),
   * found within `expiry` ms, before it enters its lane. Throws the errors of `agreeOn`.
   */
  async agree(
    operation: AnyOperation,
    params: Params,
    chosen: PickedValues,
    expiry: number,
    owner: object,
  ): Promise<{ readonly params: Params; readonly renamed: readonly RenamedThing[] }> {
    const maxAge = operation.kind === 'trigger' ? RECENT_MS : Number.POSITIVE_INFINITY;
    const reads: ListReads = {
      recent: (read, target, isUsual) => this.lookUp(read, target, expiry, owner, maxAge, isUsual),
      fresh: (read, target) => this.lookUp(read, target, expiry, owner, 0),
    };
    try {
      return { params, renamed: await agreeOn(namedThings(operation, params, chosen), reads) };
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      const moved = await this.agree(operation, { ...params, ...error.values }, chosen, expiry, owner);
      return { ...moved, renamed: [...error.renamed, ...moved.renamed] };
    }
  }

  /** The lists with the things of a command are read again before the next one, since one of them does not exist. */
  forgetLists(operation: AnyOperation, params: Params, chosen: PickedValues): void {
    for (const each of listsOf(namedThings(operation, params, chosen)))
      this.#context.lookUps.invalidateOne(each.read, each.params);
  }

  /** The longest wait of a level in ms, unless its options have another one. */
  get levelExpiry(): number {
    return this.#context.timeout + EXTRA_EXPIRY_MS;
  }

  /** The number of values that may enter their lanes at once, if a sender has thousands. Others then wait for no place. */
  get roomForMany(): number {
    return this.#lanes.roomForMany;
  }

  /** Ends the waiting and sent calls of an owner. Calls of other owners in the same request continue. */
  abandon(owner: object): void {
    this.#descriptions.release(owner);
    this.#lanes.close(owner);
  }

  /** Ends the calls of a cue that are not sent yet, and refuses its later ones. Sent ones continue. */
  endCue(cue: CueCall): void {
    this.#context.endedCues.add(cue);
    this.#lanes.drop((job) => job.cue === cue, cueEnded());
  }

  /** True for a cue that was ended. */
  hasEnded(cue: CueCall | undefined): boolean {
    return cue !== undefined && this.#context.endedCues.has(cue);
  }

  /** Ends everything. No timer, socket or listener is left over. */
  close(): void {
    this.rehearsal.close();
    this.#descriptions.close();
    this.watching.close();
    this.onAir.close();
    this.connection.close();
    this.#lanes.close();
    this.#client.close();
  }

  #record(
    plan: Plan,
    { at, owner, isValue, group, names }: Pick<CommandRecord, 'at' | 'owner' | 'isValue' | 'group' | 'names'>,
    since: number,
    result: CommandResult,
  ): void {
    const { kind, operation: command, params } = plan;
    if (kind === 'read') return;
    this.#followUp(plan, result.outcome);
    const lanes = lanesOf(plan);
    this.ledger.end(lanes, params, result.outcome);
    const elapsed = Math.round(this.#clock.now() - since);
    this.ended.emit({ at, owner, command, params, isValue, group, names, lanes, ...result, elapsed });
  }

  /** Lets the watches read the effect of a command. In a refused batch, some entries may be done. */
  #followUp({ operation, params, invalidates, commands }: Plan, outcome: CommandResult['outcome']): void {
    const isRefused = outcome === 'refused' && (commands?.length ?? 0) < 2;
    if (isRefused || outcome === 'not-sent' || outcome === 'rehearsal') return;
    const isUnknown = outcome !== 'done';
    this.watching.onCommand({ operation, params, invalidates, isUnknown });
    for (const command of commands ?? []) this.watching.onCommand({ ...command, isUnknown });
  }

  /** A read for a call that waits in a lane. It is sent before all others. If it fails, the command was not sent. */
  async #lookUp(
    name: OperationName,
    params: Params,
    limit = this.#settings.timeout,
    hasReplacement = false,
  ): Promise<unknown> {
    const timeout = Math.min(limit, this.#settings.timeout);
    const plan = this.#admission.plan(tableOperation(name), params);
    try {
      const limits = { expiry: timeout, timeout };
      const call = new Call(plan, limits, this.#clock.now(), this, this.#context, true, hasReplacement);
      return (await this.#lanes.submit(call))?.value.body;
    } catch (error) {
      throw error instanceof HubError ? error.before(name, params) : error;
    }
  }

  /** Polls that wait in their lanes are not sent to a lost hub. */
  #onLost(state: 'unreachable' | 'refused', error: unknown): void {
    this.#lanes.drop(({ owner }) => owner instanceof Poll, error);
    this.watching.onLost(state, error);
  }

  /** After a loss, another hub may answer at the same address. */
  #onReturn(wasLost: boolean): void {
    if (wasLost) {
      this.#context.lookUps.invalidate('all');
      this.ledger.invalidate();
      this.#lanes.allowBatches();
    }
    this.watching.onReturn();
  }

  #request(name: OperationName, params: Params): WireRequest {
    const operation = tableOperation(name);
    return buildRequest(operation, checkParams(operation, params), this.#settings.linearSegment);
  }
}

/** The start of a look. The commands of a cue count from their own. */
const startOf = (group: CallGroup | undefined): number | undefined =>
  group && 'since' in group ? group.since : undefined;

const lanesOf = ({ claims }: Plan): readonly string[] => claims.map(({ lane }) => lane);
