import { Signal } from '../base/signal.js';
import { explainNotFound } from './lookup/not-found.js';
import type { Plan } from './plan/plan.js';
import type { Call, CallContext } from './queue/call.js';
import { type CallGroup, type CommandRecord, type CommandResult, commandResultOf } from './records/as-run.js';
import type { ShowResolver } from './shows/show-resolver.js';
import type { Dialect } from './table/operation.js';
import type { AnyOperation } from './table/operations.js';
import type { Params } from './wire/request.js';

/** The part of a record that is known when a command arrives. */
type Arrival = Pick<CommandRecord, 'at' | 'owner' | 'isValue' | 'group' | 'names'>;

/** The last step of a call (docs/develop/architecture.md "A call's life"): a failure is explained, a command is recorded. */
export class Settlement {
  readonly #context: CallContext;
  readonly #shows: ShowResolver;
  readonly #dialect: Dialect;
  readonly ended = new Signal<CommandRecord>();
  readonly refused = new Signal<CommandRecord>();

  constructor(context: CallContext, shows: ShowResolver, dialect: Dialect) {
    this.#context = context;
    this.#shows = shows;
    this.#dialect = dialect;
  }

  /** The failure with all that the hub knows about its reason, found in the time of the call. */
  explain(
    error: unknown,
    operation: AnyOperation,
    params: Params,
    call: Call | undefined,
    owner: object,
  ): Promise<unknown> {
    const remainingMs = () => (call ? call.deadline || call.since + call.expiry : 0) - this.#context.clock.now();
    return explainNotFound(error, operation, params, this.#dialect, {
      hosts: () => this.#shows.hosts(remainingMs(), owner),
      shows: () => this.#shows.shows(remainingMs(), owner),
    });
  }

  /** Records the end of a command that began at `since` in the clock's ms. */
  record(plan: Plan, arrival: Arrival, since: number, result: CommandResult): void {
    const { kind, operation: command, params } = plan;
    if (kind === 'read') return;
    const { ledger, clock } = this.#context;
    this.#followUp(plan, result.outcome);
    const lanes = lanesOf(plan);
    ledger.end(lanes, params, result.outcome);
    this.ended.emit({ ...arrival, command, params, lanes, ...result, elapsed: Math.round(clock.now() - since) });
  }

  /** Records a command whose values are wrong, without them, because a wrong value may be anything. */
  recordRefused(command: AnyOperation, arrival: Arrival, since: number, error: unknown): void {
    if (command.kind === 'read') return;
    const elapsed = Math.round(this.#context.clock.now() - since);
    this.refused.emit({ ...arrival, command, params: {}, lanes: [], ...commandResultOf(error), elapsed });
  }

  /** Lets the reads show the effect of a command. In a refused batch, some entries may be done. */
  #followUp({ operation, params, invalidates, commands }: Plan, outcome: CommandResult['outcome']): void {
    const { reads } = this.#context;
    const isRefused = outcome === 'refused' && (commands?.length ?? 0) < 2;
    if (isRefused || outcome === 'not-sent' || outcome === 'rehearsal') return;
    const isUnknown = outcome !== 'done';
    reads.onCommand({ operation, params, invalidates, isUnknown });
    for (const command of commands ?? []) reads.onCommand({ ...command, isUnknown });
  }
}

/** The start of a look. The commands of a cue count from their own. */
export const startOf = (group: CallGroup | undefined): number | undefined =>
  group && 'since' in group ? group.since : undefined;

export const lanesOf = ({ claims }: Plan): readonly string[] => claims.map(({ lane }) => lane);
