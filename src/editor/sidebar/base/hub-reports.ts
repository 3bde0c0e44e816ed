import { Signal } from '../../../base/signal.js';
import { PollLoop } from './poll-loop.js';
import { fetchHubs, type HubReport, NoRuntimeAnswer } from './sidebar-api.js';

/** Pause between two requests. */
const PAUSE_MS = 1000;

/** The state of all running hubs, polled while the sidebar is visible. */
export class HubReports {
  readonly changed = new Signal<HubReports>();
  /** As of the last answer. */
  hubs: readonly HubReport[] = [];
  /** True after the first answer. */
  isLoaded = false;
  /** The reason if the runtime does not answer, otherwise ''. */
  problem = '';
  readonly #poll = new PollLoop(() => this.update(fetchHubs()), PAUSE_MS);

  start(): void {
    this.#poll.start();
  }

  stop(): void {
    this.#poll.stop();
  }

  /** Stores an answer of the runtime, or the reason why it failed. */
  async update(answer: Promise<readonly HubReport[]>): Promise<void> {
    try {
      this.hubs = await answer;
      this.isLoaded = true;
      this.problem = '';
    } catch (error) {
      if (!(error instanceof NoRuntimeAnswer)) throw error;
      this.problem = error.message;
    }
    this.changed.emit(this);
  }
}
