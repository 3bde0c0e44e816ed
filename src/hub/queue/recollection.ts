import { Wanted } from '../lookup/known.js';
import type { Way } from './call.js';
import type { Job } from './job.js';

/**
 * Waits for what a look-up tells as a read waits: behind commands, within the limit of requests in flight, and no
 * longer than `expiry`. For example: a 404 for linear engine 3, and the engine hosts are looked up to explain it.
 */
export class Recollection implements Job<unknown> {
  readonly claims = [];
  readonly since: number;
  readonly #operation: string;
  readonly #way: Way;
  readonly #oldest: number;

  /** `expiry` and `age`, how old an answer may be, in ms. */
  constructor(
    operation: string,
    way: Way,
    readonly expiry: number,
    readonly owner: object,
    age = Number.POSITIVE_INFINITY,
  ) {
    this.#operation = operation;
    this.#way = way;
    this.since = way.clock.now();
    this.#oldest = this.since - age;
  }

  compose(): { answer: unknown } | Promise<void> {
    const { lookUps } = this.#way;
    try {
      return { answer: lookUps.recall(this.#operation, {}, this.#oldest) };
    } catch (error) {
      if (error instanceof Wanted) return lookUps.look(error);
      throw error;
    }
  }

  /** Nothing goes out any more: it was looked up. */
  async send({ answer }: { answer: unknown }): Promise<unknown> {
    return answer;
  }
}
