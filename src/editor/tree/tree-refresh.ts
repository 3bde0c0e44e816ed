import type { TreeRow } from '../picking/tree-row.js';
import { type HubReport, isLost } from '../section/hub-reports.js';

/** Pause between the ends of two refreshes, in ms. A fader sends many commands in a row. */
const PAUSE_MS = 2000;

interface RefreshActions {
  /** The rows of the highest level. */
  roots(): readonly TreeRow[];
  /** The open rows whose entries are in view, from top to bottom. */
  inView(): readonly TreeRow[];
  /** Reads the entries of a row again, with at most two reads at once. */
  read(row: TreeRow): Promise<void>;
}

/**
 * Reads the rows in view again after a command of this Node-RED and after a return of the hub, one after the other. Other
 * rows follow when they come into view. Changes within a pause cause one refresh.
 */
export class TreeRefresh {
  readonly #actions: RefreshActions;
  /** The rows with entries from before the last change. */
  #old = new WeakSet<TreeRow>();
  /** Changes after each command, and after each return of the hub. */
  #key: string | undefined;
  #isRunning = false;
  #isVisible = false;
  #timer = 0;
  /** In ms of `performance.now()`. */
  #endedAt = Number.NEGATIVE_INFINITY;

  constructor(actions: RefreshActions) {
    this.#actions = actions;
  }

  /** The rows are new. */
  reset(): void {
    this.#key = undefined;
    this.#old = new WeakSet();
  }

  /** Gets the present state of the hub each second, for each subflow that runs it. A lost hub is not read. */
  update(running: readonly HubReport[]): void {
    this.#isVisible = true;
    if (running.length === 0 || running.some(isLost)) return;
    const key = JSON.stringify(running.map(({ commands, since }) => [commands, since]));
    if (this.#key !== undefined && this.#key !== key) this.#markOld(this.#actions.roots());
    this.#key = key;
    this.#start();
  }

  /** Ends until the next `update`. */
  hide(): void {
    this.#isVisible = false;
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** Reads the old rows in view, after the pause. */
  #start(): void {
    if (!this.#isVisible || this.#isRunning || this.#timer || !this.#next()) return;
    const pause = Math.max(0, this.#endedAt + PAUSE_MS - performance.now());
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      void this.#run();
    }, pause);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let row = this.#next(); row && this.#isVisible; row = this.#next()) {
      this.#old.delete(row);
      await this.#actions.read(row);
      this.#endedAt = performance.now();
    }
    this.#isRunning = false;
  }

  #next = (): TreeRow | undefined => this.#actions.inView().find((row) => this.#old.has(row));

  #markOld(rows: readonly TreeRow[]): void {
    for (const row of rows) {
      if (!row.children) continue;
      this.#old.add(row);
      this.#markOld(row.children);
    }
  }
}
