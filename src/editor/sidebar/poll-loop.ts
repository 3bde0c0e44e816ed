/** Does something again and again while it is wanted, with a pause after each time; never twice at once. */
export class PollLoop {
  readonly #ask: () => Promise<void>;
  readonly #pause: number;
  #isStarted = false;
  #isRunning = false;

  /** `pause` in ms; `ask` never throws. */
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

  /** The pause is kept also where it is stopped and started meanwhile. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isStarted) {
      await this.#ask();
      await new Promise((resolve) => setTimeout(resolve, this.#pause));
    }
    this.#isRunning = false;
  }
}
