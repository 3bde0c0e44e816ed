import type { Answer } from './envelopes.js';

/** There is no answer: it took too long, or the node was closed. */
interface Unanswered {
  readonly outcome: 'unanswered' | 'closed';
}

export type PendingResult = Answer | Unanswered;

interface PendingCommand {
  readonly until: number;
  readonly settle: (result: PendingResult) => void;
}

/** The commands of a panel that await their answer. Times are in ms on a steady clock. */
export class PendingCommands {
  readonly #pending = new Map<string, PendingCommand>();

  get size(): number {
    return this.#pending.size;
  }

  /** Resolves with the answer, or with the reason why there is none. Never rejects. */
  waitFor(id: string, until: number): Promise<PendingResult> {
    return new Promise((settle) => this.#pending.set(id, { until, settle }));
  }

  receive(answer: Answer): void {
    this.#settle(answer.id, answer);
  }

  /** Settles commands whose time is over. */
  expire(now: number): void {
    for (const [id, { until }] of this.#pending) if (until <= now) this.#settle(id, { outcome: 'unanswered' });
  }

  close(): void {
    for (const id of this.#pending.keys()) this.#settle(id, { outcome: 'closed' });
  }

  #settle(id: string, result: PendingResult): void {
    const command = this.#pending.get(id);
    this.#pending.delete(id);
    command?.settle(result);
  }
}
