import { Signal } from '../../hub/base/signal.js';
import { PollLoop } from './poll-loop.js';
import { fetchHubs, NoAnswer, type RunningHub } from './sidebar-api.js';

/** A pause between two questions for the state of the hubs, in ms. */
const PAUSE_MS = 1000;

/** The state of all hubs that run, as long as somebody looks. */
export class HubReports {
  readonly changed = new Signal<HubReports>();
  /** What runs, as it was told last. */
  hubs: readonly RunningHub[] = [];
  /** Whether it was told at all. */
  isLoaded = false;
  /** Why nothing can be told; '' where it can. */
  problem = '';
  readonly #poll = new PollLoop(() => this.update(fetchHubs()), PAUSE_MS);

  start(): void {
    this.#poll.start();
  }

  stop(): void {
    this.#poll.stop();
  }

  /** Takes note of what the runtime answers, or of why it does not. */
  async update(answer: Promise<readonly RunningHub[]>): Promise<void> {
    try {
      this.hubs = await answer;
      this.isLoaded = true;
      this.problem = '';
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.problem = error.message;
    }
    this.changed.emit(this);
  }
}
