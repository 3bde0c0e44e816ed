import { Signal } from '../../hub/base/signal.js';
import { Poll } from './poll.js';
import { askHubs, NoAnswer, type Running } from './runtime.js';

/** A pause between two questions for the state of the hubs, in ms. */
const PAUSE_MS = 1000;

/** The state of all hubs that run, as long as somebody looks. */
export class Reports {
  readonly changed = new Signal<Reports>();
  /** What runs, as it was told last. */
  hubs: readonly Running[] = [];
  /** Whether it was told at all. */
  isKnown = false;
  /** Why nothing can be told; '' where it can. */
  problem = '';
  readonly #poll = new Poll(() => this.learn(askHubs()), PAUSE_MS);

  start(): void {
    this.#poll.start();
  }

  stop(): void {
    this.#poll.stop();
  }

  /** Takes note of what the runtime answers, or of why it does not. */
  async learn(answer: Promise<readonly Running[]>): Promise<void> {
    try {
      this.hubs = await answer;
      this.isKnown = true;
      this.problem = '';
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.problem = error.message;
    }
    this.changed.tell(this);
  }
}
