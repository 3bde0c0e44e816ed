import type { Clock } from '../base/clock.js';
import { type Known, Wanted } from '../lookup/known.js';
import type { LookUpCache } from '../lookup/lookup-cache.js';
import type { SentValues } from '../lookup/sent-values.js';
import type { Ask, Whereabouts } from '../lookup/whereabouts.js';
import type { Answer } from '../wire/client.js';
import { HubError } from '../wire/errors.js';
import type { Params, WireRequest } from '../wire/request.js';
import type { Claim, Job } from './job.js';
import { type Completed, completed, kindOf, type Plan } from './plan.js';

/** `latest`: of values that wait only the newest is sent; `inOrder`: every one is, in order. */
export type Delivery = 'inOrder' | 'latest';

/** How one call deviates from what the table says. Times in ms. */
export interface CallOptions {
  readonly delivery?: Delivery;
  /** Longest wait before it is sent. */
  readonly expiry?: number;
  /** How much of a wait that began elsewhere is left, whatever the expiry; absent: it begins here. */
  readonly left?: number;
  /** When the wait began (`performance.now()`); absent: now. */
  readonly since?: number;
  /** Deadline of the whole exchange. */
  readonly timeout?: number;
  /** Whose call it is: `abandon` ends what an owner has under way. */
  readonly owner?: object;
  /** Whether a read may go out with others as one batch. */
  readonly joinable?: boolean;
}

/** What a call meets on its way: what is known of the hub, how the hub is set, and the way out. */
export interface Way {
  readonly clock: Clock;
  readonly lookUps: LookUpCache;
  readonly sent: SentValues;
  readonly where: Whereabouts;
  /** Deadline of an exchange in ms, where neither the operation nor the call has its own. */
  readonly timeout: number;
  /** Whether values of several targets may go out as one batch. */
  readonly joining: boolean;
  /** Whether this is rehearsed only. */
  rehearses(plan: Pick<Plan, 'kind'>): boolean;
  /** Sends a request within `timeout` ms. */
  exchange(request: WireRequest, timeout: number, sending: object): Promise<Answer>;
}

/** A trigger that could not go out within this time in ms is too late to be wanted. */
export const TRIGGER_EXPIRY_MS = 2000;

/** A level or a read may wait for one exchange before it, and this much in ms. */
const SPARE_MS = 1000;

/** A description or a state is good enough if it was read at most this many ms ago. A state is read within this time. */
export const RECENT_MS = 1000;

/** What goes out, without a request where the plan has steps. */
interface Composed extends Partial<Completed> {
  readonly params: Params;
  readonly timeout: number;
}

/** A call on its way: in its lane, looked up, sent (docs/architecture.md "A call's life"). */
export class Call implements Job<Answer> {
  readonly claims: readonly Claim[];
  readonly kind: string | undefined;
  readonly slot: string;
  readonly joinable: boolean;
  readonly expiry: number;
  readonly #timeout: number;
  readonly #way: Way;
  /** What was looked up for it. */
  readonly #used: Wanted[] = [];
  /** Whether what it can do without could not be read. */
  #goesWithout = false;
  /** When it has to be settled, in the clock's ms: set when it is sent. */
  deadline = 0;

  /** `since` in the clock's ms. */
  constructor(
    readonly plan: Plan,
    { delivery, timeout, expiry, left = Number.POSITIVE_INFINITY, joinable = false }: CallOptions,
    readonly since: number,
    readonly owner: object,
    way: Way,
    readonly urgent = false,
  ) {
    const { operation, kind, claims, slot, params, request, alone } = plan;
    const own = timeout ?? operation.timeout;
    this.claims = claims;
    this.kind = delivery === 'inOrder' ? undefined : kindOf(operation, params);
    this.slot = slot;
    // What has a deadline of its own goes alone, and what may take several requests.
    const mayJoin = own === undefined && request !== undefined && request.method !== 'DELETE' && !alone;
    this.joinable = mayJoin && (kind === 'read' ? joinable : kind === 'level' && way.joining);
    this.#timeout = own ?? way.timeout;
    const usual = kind === 'trigger' ? TRIGGER_EXPIRY_MS : this.#timeout + SPARE_MS;
    this.expiry = Math.min(expiry ?? usual, left);
    this.#way = way;
  }

  /** The request, once nothing is left to look up. */
  compose(together: readonly Call[], turn: number): Composed | Promise<void> {
    const { plan } = this;
    if (this.#way.rehearses(plan)) throw new HubError('REHEARSAL');
    const timeout = Math.min(...together.map((call) => call.#timeout));
    if (plan.request || plan.steps) return { request: plan.request, params: plan.params, timeout };
    const plans = together.map((call) => call.plan);
    try {
      return { ...completed(plan, this.#known(turn), plans), timeout };
    } catch (error) {
      if (error instanceof Wanted) return this.#look(error);
      if (!(error instanceof HubError) || error.code !== 'HUB_BAD_ANSWER') throw error;
      const read = String(error.facts.cause);
      // The next call asks again: an engine that starts may say more in a moment.
      this.#way.lookUps.forget([read]);
      throw error.before(read);
    }
  }

  async send({ request, params, timeout }: Composed, sending: object): Promise<Answer> {
    const { clock, lookUps } = this.#way;
    this.deadline = clock.now() + timeout;
    let done = false;
    try {
      const answer = await this.#exchange(request, timeout, sending);
      done = true;
      return answer;
    } catch (error) {
      // Maybe because what was looked up for it is not so any more: an engine that ran RE5 runs RE now.
      const isGone = error instanceof HubError && error.code === 'HUB_NOT_FOUND';
      if (isGone) for (const { operation, params: target } of this.#used) lookUps.drop(operation, target);
      throw error;
    } finally {
      this.note(params, done);
    }
  }

  /** Sends the request, or what the plan's steps ask for, each within what is left of so many ms. */
  #exchange(request: WireRequest | undefined, timeout: number, sending: object): Promise<Answer> {
    const ask: Ask = async (each) => {
      const left = Math.ceil(this.deadline - this.#way.clock.now());
      if (left <= 0) throw new HubError('HUB_TIMEOUT', { timeout }, { outcome: 'not-sent' });
      return this.#way.exchange(each, left, sending);
    };
    return this.plan.steps?.(ask) ?? ask(request as WireRequest);
  }

  /** Looks something up; what the command can do without may fail. */
  #look(wanted: Wanted): Promise<void> {
    const look = this.#way.lookUps.look(wanted);
    if (wanted.within === undefined) return look;
    return look.catch(() => {
      this.#goesWithout = true;
    });
  }

  /** Takes note of what the hub may hold now; where a command's end is not clear, nobody knows. */
  note(params: Params, done: boolean): void {
    const { operation, claims, forgets } = this.plan;
    const { lookUps, sent } = this.#way;
    for (const { lane } of claims) sent.forget(lane);
    // On RE5 a component went out as a property of its own: of the whole, nobody knows more than before.
    const isValue = 'amend' in operation && operation.amend === 'propertyValue';
    const isWhole = isValue && params.propertyPath === this.plan.params.propertyPath;
    const { Value, Duration = 0, Delay = 0 } = params as { Value: unknown; Duration?: number; Delay?: number };
    if (done && isWhole) for (const { lane } of claims) sent.set(lane, Value, (Duration + Delay) * 1000);
    if (!forgets) return;
    lookUps.forget(forgets === 'all' ? undefined : forgets);
    if (forgets === 'all') sent.forget();
  }

  #known(turn: number): Known {
    const { lookUps, sent } = this.#way;
    this.#used.length = 0;
    const told = (operation: string, params: Params, since?: number) => {
      this.#used.push(new Wanted(operation, params));
      return lookUps.recall(operation, params, since);
    };
    return {
      recall: (operation, params) => told(operation, params),
      current: (operation, params) => told(operation, params, turn - RECENT_MS),
      fresh: (operation, params) => told(operation, params, turn),
      recent: (operation, params) =>
        this.#goesWithout ? undefined : lookUps.recall(operation, params, turn - RECENT_MS, RECENT_MS),
      sent: (lane) => sent.get(lane),
    };
  }
}
