import timersPromises from 'node:timers/promises';

/** An import would have a copy. */
const os = require('node:os') as typeof import('node:os');

const real = { setTimeout, clearTimeout, setInterval, setImmediate };

/** A tick of the clock, in ms. */
const TICK_MS = 5;

/** Turns of the event loop before each tick. They let a request and its answer pass. */
const TURNS = 4;

/** Work outside of the event loop. Time waits for it, because a busy machine may do it late. */
const OUTSIDE = /^(FSReq|GetAddrInfo|.*ConnectWrap|.*WriteWrap)/;

/** A timer of the time lapse, with the methods of one of Node.js. */
class LapsedTimer {
  due = 0;
  #isReferenced = true;
  /** Replaces it after the time lapse. */
  #real: NodeJS.Timeout | undefined;

  constructor(
    private readonly lapse: TimeLapse,
    private readonly callback: () => void,
    private readonly delay: number,
    private readonly repeats: boolean,
  ) {
    this.refresh();
  }

  fire(): void {
    if (this.repeats) this.refresh();
    else this.close();
    this.callback();
  }

  /** Continues in real time. */
  release(): void {
    this.#real = this.repeats
      ? real.setInterval(this.callback, this.delay)
      : real.setTimeout(this.callback, this.due - this.lapse.now);
    if (!this.#isReferenced) this.#real.unref();
  }

  refresh(): this {
    if (this.#real) {
      this.#real.refresh();
      return this;
    }
    this.due = this.lapse.now + this.delay;
    this.lapse.timers.add(this);
    return this;
  }

  close(): this {
    this.lapse.timers.delete(this);
    real.clearTimeout(this.#real);
    return this;
  }

  ref(): this {
    this.#isReferenced = true;
    this.#real?.ref();
    return this;
  }

  unref(): this {
    this.#isReferenced = false;
    this.#real?.unref();
    return this;
  }

  hasRef(): boolean {
    return this.#isReferenced;
  }
}

class TimeLapse {
  now = performance.now();
  readonly timers = new Set<LapsedTimer>();
  #isOver = false;
  readonly #restores: (() => void)[] = [];

  constructor() {
    const startOf =
      (repeats: boolean) =>
      (callback: (...args: unknown[]) => void, delay = 1, ...args: unknown[]) =>
        new LapsedTimer(this, () => callback(...args), delay >= 1 ? delay : 1, repeats);
    // A timer from before the time lapse is a real one.
    const end = (timer: unknown) => {
      if (timer instanceof LapsedTimer) timer.close();
      else real.clearTimeout(timer as NodeJS.Timeout);
    };
    const pause = (delay: number, value: unknown, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise((resolve, reject) => {
        const timer = startOf(false)(() => resolve(value), delay);
        signal?.addEventListener('abort', () => {
          timer.close();
          reject(signal.reason);
        });
      });
    const dateAhead = Date.now() - this.now;
    this.#replace(globalThis, { setTimeout: startOf(false), setInterval: startOf(true) });
    this.#replace(globalThis, { clearTimeout: end, clearInterval: end });
    this.#replace(timersPromises, { setTimeout: pause });
    this.#replace(performance, { now: () => this.now });
    this.#replace(Date, { now: () => Math.round(dateAhead + this.now) });
    // The computer does not sleep.
    const uptimeAhead = os.uptime() * 1000 - this.now;
    this.#replace(os, { uptime: () => (uptimeAhead + this.now) / 1000 });
    this.#turn();
  }

  /** `mock.method` would record each call with its stack, which needs much time and memory. */
  #replace(target: object, methods: Record<string, unknown>): void {
    const originals = Object.fromEntries(Object.keys(methods).map((name) => [name, Reflect.get(target, name)]));
    Object.assign(target, methods);
    this.#restores.push(() => Object.assign(target, originals));
  }

  #turn(count = 1): void {
    if (this.#isOver) return;
    const isBusy = count < TURNS || process.getActiveResourcesInfo().some((name) => OUTSIDE.test(name));
    // Time passes on after an error in a timer, too.
    real.setImmediate(() => this.#turn(isBusy ? count + 1 : 1));
    if (!isBusy) this.#tick();
  }

  #tick(): void {
    this.now += TICK_MS;
    const due = [...this.timers].filter((timer) => timer.due <= this.now).sort((one, other) => one.due - other.due);
    // A timer may end a later one.
    for (const timer of due) if (this.timers.has(timer)) timer.fire();
  }

  end(): void {
    this.#isOver = true;
    for (const restore of this.#restores) restore();
    for (const timer of this.timers) timer.release();
  }
}

/**
 * Runs the timers and clocks of this process up to a hundred times as fast, for a suite whose tests wait for timers. Time
 * passes only between turns of the event loop, so no answer of a hub of this process is late on a busy machine. Other
 * processes keep the real time.
 */
export function useTimeLapse(): void {
  let lapse: TimeLapse;
  before(() => {
    lapse = new TimeLapse();
  });
  after(() => lapse.end());
}
