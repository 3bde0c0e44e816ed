/** Repeats a request with a pause after each. Two never run at the same time. */
export class PollLoop {
  readonly #ask: () => Promise<void>;
  #pause: number;
  #isStarted = false;
  #isRunning = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #endPause = (): void => {};

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

  /** A new pause in ms. It also replaces the present one, from now on. */
  set pause(pause: number) {
    if (pause === this.#pause) return;
    this.#pause = pause;
    this.#beginPause();
  }

  #beginPause(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#endPause, this.#pause);
  }

  /** A restart during the pause does not shorten it. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isStarted) {
      await this.#ask();
      await new Promise<void>((resolve) => {
        this.#endPause = resolve;
        this.#beginPause();
      });
    }
    this.#isRunning = false;
  }
}
