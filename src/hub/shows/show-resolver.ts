import type { HubClock } from '../../base/clock.js';
import { RECENT_MS } from '../lookup/look-ups.js';
import { LAUNCHER_READ, SHOWS_READ, type Show, showsIn, whichShow } from '../lookup/show.js';
import type { CallOptions } from '../plan/call-options.js';
import type { Plan } from '../plan/plan.js';
import { TRIGGER_EXPIRY_MS } from '../queue/call.js';
import type { Dialect } from '../table/operation.js';
import type { OperationName } from '../table/operations.js';
import { HubError } from '../wire/errors.js';
import type { Params } from '../wire/request.js';

/** A look-up beside a call. The times are in ms. */
type BesideLookUp = (
  read: OperationName,
  params: Params,
  expiry: number,
  owner: object,
  maxAge: number,
) => Promise<unknown>;

/** Reads for a call, with its time and owner: the show of a rundown, or the reason of a 404. */
export class ShowResolver {
  readonly #lookUp: BesideLookUp;
  readonly #clock: HubClock;
  readonly #dialect: Dialect;

  constructor(lookUp: BesideLookUp, clock: HubClock, dialect: Dialect) {
    this.#lookUp = lookUp;
    this.#clock = clock;
    this.#dialect = dialect;
  }

  /** The engine hosts, read within `expiry` ms. */
  hosts(expiry: number, owner: object): Promise<unknown> {
    return this.#lookUp('listEngines', {}, expiry, owner, Number.POSITIVE_INFINITY);
  }

  /** All shows, at most 1 s old, read within `expiry` ms. Undefined if the answer is not a list. */
  async shows(expiry: number, owner: object): Promise<readonly Show[] | undefined> {
    const [linear, launcher] = await Promise.all([
      this.#lookUp(SHOWS_READ, {}, expiry, owner, RECENT_MS),
      this.#dialect === 2
        ? this.#lookUp(LAUNCHER_READ, {}, expiry, owner, RECENT_MS).catch(() => undefined)
        : undefined,
    ]);
    return showsIn(linear, launcher, this.#dialect);
  }

  /**
   * The values of a plan that `needsShow`, with the show that has loaded its rundown. Throws the errors of `whichShow`
   * and of reads, and `HUB_BAD_ANSWER` if the answer is not a list.
   */
  async withShow(
    { params }: Plan,
    { expiry = TRIGGER_EXPIRY_MS, remaining = Number.POSITIVE_INFINITY, since = 0, owner = this }: CallOptions,
  ): Promise<Params> {
    const shows = await this.shows(since + Math.min(expiry, remaining) - this.#clock.now(), owner);
    if (!shows) throw new HubError('HUB_BAD_ANSWER', { cause: SHOWS_READ }).before(SHOWS_READ);
    return { ...params, engineId: whichShow(shows, params).id };
  }
}
