import { type HubClock, systemClock } from '../base/clock.js';
import type { Signal } from '../base/signal.js';
import { admit } from './admission.js';
import { Agreed, Moved } from './lists/agreement.js';
import { runsRe5 } from './lookup/engine-types.js';
import { Ledger } from './lookup/ledger.js';
import { type MayUse, RECENT_MS } from './lookup/look-ups.js';
import { MovedPaths } from './lookup/moved-paths.js';
import { withMissingThings } from './lookup/not-found.js';
import type { CallOptions, Result, Skipped } from './plan/call-options.js';
import type { FailureOf } from './plan/incomplete.js';
import { type HubTraits, needsShow, type Plan } from './plan/plan.js';
import { CallJoiner } from './queue/batch.js';
import { Call, type CallContext, cueEnded, EXTRA_EXPIRY_MS } from './queue/call.js';
import { LookUpJob } from './queue/look-up.js';
import type { HubSnapshot } from './queue/traffic.js';
import { Turns } from './queue/turn.js';
import { ReadCalls } from './read-calls.js';
import { Descriptions } from './reads/descriptions.js';
import { Read } from './reads/read.js';
import { Reads } from './reads/reads.js';
import { type CommandRecord, type CueCall, commandResultOf } from './records/as-run.js';
import { isRehearsedFailure, Rehearsal, Rehearsed } from './records/rehearsal.js';
import { lanesOf, Settlement, startOf } from './settlement.js';
import { ShowResolver } from './shows/show-resolver.js';
import { type AnyOperation, type OperationName, tableOperation } from './table/operations.js';
import { Connection } from './watch/connection.js';
import { ITEMS_READ } from './watch/linear-items.js';
import { OnAir } from './watch/on-air.js';
import { Client } from './wire/client.js';
import { buildRequest, type Params } from './wire/request.js';
import { secretPatterns } from './wire/secrets.js';
import { type HubSettings, versionBase } from './wire/settings.js';
import type { Transport } from './wire/transport.js';

export type { CallOptions, Delivery, Result, Skipped } from './plan/call-options.js';

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
  readonly #turns: Turns;
  readonly #context: CallContext;
  readonly #traits: HubTraits;
  readonly #shows: ShowResolver;
  readonly #settlement: Settlement;
  readonly #readCalls: ReadCalls;
  /** For messages to users. */
  readonly name: string;
  /** The state of the connection. Use its `watch` for every change. */
  readonly connection: Connection;
  /** The rehearsal switch. While it is on, no command is sent. */
  readonly rehearsal: Rehearsal;
  /** The answers of the hub. Use its `watch` for a read that is repeated. */
  readonly reads: Reads;
  /** The descriptions that nodes keep, for presses on a slow hub. */
  readonly descriptions: Descriptions;
  /** The graphics on program, from the repeated reads. */
  readonly onAir: OnAir;
  /** The last commands of each lane. */
  readonly ledger: Ledger;

  /** Throws `BAD_INPUT` for unusable settings. Tests use their own clock and transport. */
  constructor(
    settings: HubSettings,
    { clock = systemClock, transport }: { clock?: HubClock; transport?: Transport } = {},
  ) {
    const { maxInFlight, rate = DEFAULT_RATE, joining = false, timeout, dialect } = settings;
    this.#settings = settings;
    this.#clock = clock;
    this.#client = new Client(settings, transport, clock);
    this.name = settings.name || new URL(settings.baseUrl).host;
    this.rehearsal = new Rehearsal(settings.rehearsal ?? false, settings.armAfter ?? 0, clock);
    this.ledger = new Ledger(clock);
    this.reads = new Reads(
      { ask: (...asked) => this.#readCalls.send(...asked), abandon: (read) => this.#turns.close(read) },
      clock,
    );
    const movedPaths = new MovedPaths(settings);
    this.#context = {
      ...{ clock, reads: this.reads, ledger: this.ledger, movedPaths, timeout, joining },
      isRehearsed: ({ kind }, at) => kind !== 'read' && this.rehearsal.covers(at),
      agreed: new Agreed(),
      endedCues: new WeakSet(),
      exchange: (...exchange) => this.connection.observe(this.#client.send(...exchange)),
    };
    const joiner = new CallJoiner(this.#context, this.failureOf);
    this.#turns = new Turns({ maxInFlight, rate }, joiner, (sending) => this.#client.close(sending), clock);
    this.#shows = new ShowResolver((...lookUp) => this.lookUp(...lookUp), clock, dialect);
    this.#settlement = new Settlement(this.#context, this.#shows, dialect);
    const runs = (property: Params) => runsRe5(property, (...read) => this.reads.of(...read).known()?.body);
    this.#traits = { dialect, linearSegment: settings.linearSegment, movedPaths, runsRe5: runs };
    this.#readCalls = new ReadCalls(this.#traits, this.#turns, this.#settlement, this.#context);
    this.descriptions = new Descriptions(this.reads, clock, maxInFlight);
    this.onAir = new OnAir(secretPatterns(settings));
    this.connection = new Connection(this.#probe, versionBase(settings.baseUrl), this.reads, clock);
    this.connection.lost.watch((error) => this.#turns.drop(({ owner }) => owner instanceof Read, error));
    this.connection.returned.watch(() => this.#onReturn());
    this.reads.settled.watch((read) => {
      if (read.operation.name === ITEMS_READ) this.onAir.onRead(read);
      if (this.reads.isAwaited) this.connection.probeSoon();
    });
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
      plan = admit(operation, given, this.#traits);
      isRehearsed = this.#context.isRehearsed(plan, since);
      if (needsShow(plan))
        plan = admit(operation, await this.#shows.withShow(plan, { ...options, since, owner }), this.#traits);
      call = new Call(plan, options, since, owner, this.#context);
      // Only look-ups are sent in rehearsal.
      if ((isRehearsed || call.isRehearsed) && call.isReady) throw new Rehearsed();
      if (this.hasEnded(call.cue)) throw cueEnded();
      // A recall counts from its start, although its look-ups take time.
      if (!call.isRehearsed) this.ledger.begin(lanesOf(plan), plan.params, startOf(group) ?? this.#clock.now());
      const result = await this.#turns.submit(call);
      if (!result) return { outcome: 'superseded' };
      const { value: answer, waited } = result;
      const outcome = plan.outcomeIn?.(answer.body) ?? 'done';
      this.#settlement.record(plan, arrival, since, { waited, outcome, statusCode: answer.statusCode });
      const renamed = [...(options.renamed ?? []), ...call.renamed];
      const done = { ...answer, params: plan.params, waited, outcome };
      return renamed.length > 0 ? { ...done, renamed } : done;
    } catch (cause) {
      if (plan && cause instanceof Moved) {
        this.ledger.end(lanesOf(plan), plan.params, 'not-sent');
        const renamed = [...(options.renamed ?? []), ...cause.renamed];
        return this.run(operation, { ...plan.params, ...cause.values }, { ...options, since, renamed });
      }
      const sent = plan?.params ?? given;
      const error = withMissingThings(cause, operation, sent);
      const explain = () => this.#settlement.explain(error, operation, sent, call, owner);
      const explained = isRehearsed ? await explain() : undefined;
      if (plan && (error instanceof Rehearsed || isRehearsedFailure(explained))) {
        const wouldFail = isRehearsedFailure(explained) ? explained : undefined;
        this.#settlement.record(plan, arrival, since, { outcome: 'rehearsal', failure: wouldFail });
        return { outcome: 'rehearsal', wouldFail };
      }
      if (plan) this.#settlement.record(plan, arrival, since, commandResultOf(error));
      else this.#settlement.recordRefused(operation, arrival, since, error);
      throw explained ?? (await explain());
    }
  }

  /** Each command, after it has ended. */
  get ended(): Signal<CommandRecord> {
    return this.#settlement.ended;
  }

  /** Emits each command whose values are wrong, without them, because a wrong value may be anything. */
  get refused(): Signal<CommandRecord> {
    return this.#settlement.refused;
  }

  /** The state of the hub at this moment. */
  get snapshot(): HubSnapshot {
    const { dialect } = this.#settings;
    const { latency } = this.#client;
    const { state, since } = this.connection;
    return { state, since, dialect, rehearsal: this.rehearsal.on, latency, ...this.#turns.traffic };
  }

  /** The error for a status and a body of the hub inside another answer. Example: an entry of a batch. */
  readonly failureOf: FailureOf = (statusCode, body) => this.#client.failure(statusCode, body);

  /** The lanes of a command with these values. Throws `BAD_INPUT`. */
  lanesOf(operation: AnyOperation, params: Params): readonly string[] {
    return lanesOf(admit(operation, params, this.#traits));
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
    const lookUp = new LookUpJob(this.reads.of(read, params), this.#clock, expiry, owner, maxAge, mayUse);
    return (await this.#turns.submit(lookUp))?.value;
  }

  /** The longest wait of a level in ms, unless its options have another one. */
  get levelExpiry(): number {
    return this.#context.timeout + EXTRA_EXPIRY_MS;
  }

  /** The number of values that may enter their lanes at once, if a sender has thousands. Others then wait for no place. */
  get roomForMany(): number {
    return this.#turns.roomForMany;
  }

  /** Ends the waiting and sent calls of an owner. Calls of other owners in the same request continue. */
  abandon(owner: object): void {
    this.descriptions.release(owner);
    this.#turns.close(owner);
  }

  /** Ends the calls of a cue that are not sent yet, and refuses its later ones. Sent ones continue. */
  endCue(cue: CueCall): void {
    this.#context.endedCues.add(cue);
    this.#turns.drop((job) => job.cue === cue, cueEnded());
  }

  /** True for a cue that was ended. */
  hasEnded(cue: CueCall | undefined): boolean {
    return cue !== undefined && this.#context.endedCues.has(cue);
  }

  /** Ends everything. No timer, socket or listener is left over. */
  close(): void {
    this.rehearsal.close();
    this.descriptions.close();
    this.reads.close();
    this.onAir.close();
    this.connection.close();
    this.#turns.close();
    this.#client.close();
  }

  /** After a loss, another hub may answer at the same address. */
  #onReturn(): void {
    this.ledger.invalidate();
    this.#turns.allowBatches();
  }

  /** A probe does not use the lanes: it must not wait behind the calls that it explains. */
  #probe = (): Promise<unknown> => {
    const { timeout, linearSegment } = this.#settings;
    const request = buildRequest(tableOperation('listEngines'), {}, linearSegment);
    return this.#client.send(request, timeout, this);
  };
}
