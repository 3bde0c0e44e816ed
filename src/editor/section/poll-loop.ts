/** Repeats a request with a pause after each. Two never run at the same time. */
export class PollLoop {
  readonly #ask: () => Promise<void>;
  readonly #pause: number;
  #isStarted = false;
  #isRunning = false;

  /** `pause` in ms. `ask` never throws. */
  constructor(ask: () => Promise<void>, pause: number) {
    this.#ask = ask;
    this.#pause = pause;
  }

  start(): void {
    this.#isStarted = true;
    if (!this.#isRunning) void this.#run();
  }

  stop(): void {
    this.#isStarted = false;
  }

  /** A restart during the pause does not shorten it. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isStarted) {
      await this.#ask();
      await new Promise((resolve) => setTimeout(resolve, this.#pause));
    }
    this.#isRunning = false;
  }
}
