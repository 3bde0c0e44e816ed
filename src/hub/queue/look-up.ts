import type { HubClock } from '../../base/clock.js';
import type { MayUse } from '../lookup/look-ups.js';
import type { Read } from '../reads/read.js';
import { Job, type Turn } from './job.js';

/**
 * A look-up beside a call. It waits like a read: behind commands, within the limit of requests in flight, and until
 * `expiry`. Example: it reads the engine hosts, to explain a 404 for linear engine 3.
 */
export class LookUpJob extends Job {
  readonly claims = [];
  readonly isUrgent = false;
  readonly isTrigger = false;
  readonly hasReplacement = false;
  readonly merging = undefined;
  readonly batchMember = undefined;
  readonly couldJoin = false;
  readonly cue = undefined;
  readonly isReady = false;
  readonly lastLookUp = undefined;
  readonly #read: Read;
  readonly #readSince: number;
  readonly #mayUseOlder: MayUse | undefined;

  /**
   * `expiry` and `maxAge` of the answer in ms. `mayUseOlder`: on a slow hub, an older answer that is read again and again
   * may be used.
   */
  constructor(
    read: Read,
    clock: HubClock,
    expiry: number,
    owner: object,
    maxAge = Number.POSITIVE_INFINITY,
    mayUseOlder?: MayUse,
  ) {
    super(clock.now(), expiry, owner);
    this.#read = read;
    this.#readSince = this.since - maxAge;
    this.#mayUseOlder = mayUseOlder;
  }

  async compose(_run: unknown, { wait }: Turn): Promise<{ answer: unknown }> {
    const mayUse = this.#mayUseOlder;
    const older = mayUse && { until: this.since + this.expiry / 4, mayUse };
    const want = { since: this.#readSince, until: this.expiresAt, wait, ...(older && { older }) };
    return { answer: await this.#read.lookUp(want) };
  }

  /** The look-up is the result, so nothing is sent. */
  async send({ answer }: { answer: unknown }): Promise<unknown> {
    return answer;
  }
}
