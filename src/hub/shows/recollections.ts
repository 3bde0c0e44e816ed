import { RECENT_MS } from '../lookup/look-ups.js';
import { LAUNCHER_READ, SHOWS_READ, type Show, showsIn } from '../lookup/show.js';
import { type CallContext, type CallOptions, TRIGGER_EXPIRY_MS } from '../queue/call.js';
import type { Lanes } from '../queue/lanes.js';
import type { Plan } from '../queue/plan.js';
import { QueuedLookUp } from '../queue/queued-look-up.js';
import type { Dialect } from '../table/operation.js';
import type { Params } from '../wire/request.js';
import { whichShow } from './which-show.js';

/** What somebody waits to be told beside his call, under a time and an owner: for example why a 404 came. */
export class Recollections {
  readonly #lanes: Lanes;
  readonly #context: CallContext;
  readonly #dialect: Dialect;

  constructor(lanes: Lanes, context: CallContext, dialect: Dialect) {
    this.#lanes = lanes;
    this.#context = context;
    this.#dialect = dialect;
  }

  /** The engine hosts, told within `expiry` ms. */
  hosts(expiry: number, owner: object): Promise<unknown> {
    return this.#told('listEngines', expiry, owner);
  }

  /** All shows as they were 1 s ago at most, told within `expiry` ms; undefined where the answer is no list. */
  async shows(expiry: number, owner: object): Promise<readonly Show[] | undefined> {
    const [linear, launcher] = await Promise.all([
      this.#told(SHOWS_READ, expiry, owner, RECENT_MS),
      this.#dialect === 2 ? this.#told(LAUNCHER_READ, expiry, owner, RECENT_MS).catch(() => undefined) : undefined,
    ]);
    return showsIn(linear, launcher, this.#dialect);
  }

  /** The values of a plan that `lacksShow`, with the show on which its rundown is loaded. Throws as `whichShow` and reads do. */
  async withShow(
    { params }: Plan,
    { expiry = TRIGGER_EXPIRY_MS, left = Number.POSITIVE_INFINITY, since = 0, owner = this }: CallOptions,
  ): Promise<Params> {
    const shows = await this.shows(since + Math.min(expiry, left) - this.#context.clock.now(), owner);
    return { ...params, engineId: whichShow(shows ?? [], params).id };
  }

  /** What a read without parameters tells, or told `age` ms ago at most. */
  async #told(name: string, expiry: number, owner: object, age?: number): Promise<unknown> {
    return (await this.#lanes.submit(new QueuedLookUp(name, this.#context, expiry, owner, age)))?.value;
  }
}

/** Whether a command that belongs into the lane of a show names only a rundown. */
export const lacksShow = ({ operation, params }: Plan): boolean =>
  'composed' in operation && operation.lane !== undefined && params.engineId === undefined;
