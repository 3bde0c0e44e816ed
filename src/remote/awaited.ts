import type { Answer } from './envelopes.js';

/** Why no answer came: it took too long, or nobody waits for it any more. */
export type Missed = 'unanswered' | 'closed';

interface Waiting {
  readonly until: number;
  readonly settle: (ended: Answer | Missed) => void;
}

/** The commands that a panel has sent and knows nothing of yet. Times in ms on a clock that only goes on. */
export class Awaited {
  readonly #waiting = new Map<string, Waiting>();

  get size(): number {
    return this.#waiting.size;
  }

  /** Resolves with the answer, or with why there is none. */
  answerTo(id: string, until: number): Promise<Answer | Missed> {
    return new Promise((settle) => this.#waiting.set(id, { until, settle }));
  }

  hear(answer: Answer): void {
    this.#settle(answer.id, answer);
  }

  /** Gives up what has waited too long. */
  pass(now: number): void {
    for (const [id, { until }] of this.#waiting) if (until <= now) this.#settle(id, 'unanswered');
  }

  close(): void {
    for (const id of this.#waiting.keys()) this.#settle(id, 'closed');
  }

  #settle(id: string, ended: Answer | Missed): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.settle(ended);
  }
}
