/** Does something again and again while it is wanted, with a pause after each time; never twice at once. */
export class Poll {
  readonly #ask: () => Promise<void>;
  readonly #pause: number;
  #wanted = false;
  #running = false;

  /** `pause` in ms; `ask` never throws. */
  constructor(ask: () => Promise<void>, pause: number) {
    this.#ask = ask;
    this.#pause = pause;
  }

  start(): void {
    this.#wanted = true;
    if (!this.#running) void this.#run();
  }

  stop(): void {
    this.#wanted = false;
  }

  /** The pause is kept also where it is stopped and started meanwhile. */
  async #run(): Promise<void> {
    this.#running = true;
    while (this.#wanted) {
      await this.#ask();
      await new Promise((resolve) => setTimeout(resolve, this.#pause));
    }
    this.#running = false;
  }
}
