import { cut } from '../../base/display.js';
import { Signal } from '../../base/signal.js';
import { isObject } from '../../base/values.js';
import type { Params } from '../wire/request.js';
import { redact, type SecretPatterns } from '../wire/secrets.js';
import { idOfItem, itemName, playStateIn } from './linear-items.js';

/** Characters of a name. */
const MAX_NAME = 160;

/** A graphic on program. */
export interface OnAirItem {
  /** Its id in the rundown. */
  readonly id: string;
  /** Its name on the hub, cut and without secrets. */
  readonly name: string;
  /** The hub reports a word that is not described, so it may be on air. */
  readonly isUnknown?: boolean;
}

/** The graphics on program of a linear rundown, after a change. */
export interface OnAirReport {
  /** The time of the answer since the epoch. */
  readonly at: number;
  /** The Linear engine. */
  readonly engineId: string;
  /** The rundown that was read. */
  readonly rundownId: string;
  /** Undefined: nobody reads the rundown any more, the hub is away, or it lists no items. */
  readonly items: readonly OnAirItem[] | undefined;
  /** True if nobody read the rundown just before. */
  readonly isFirst: boolean;
}

/** The read of the items of a rundown, and its present result. */
export interface RundownRead {
  /** The values of the read. */
  readonly params: Params;
  /** Undefined while nothing repeats it, before the first answer, and after a failure. */
  readonly latest: { readonly body: unknown; readonly at: number } | undefined;
}

/** The graphics on program of each linear rundown that is read again and again. It reads nothing by itself. */
export class OnAir {
  readonly #secrets: SecretPatterns;
  readonly #changed = new Signal<OnAirReport>();
  /** The rundowns that are read now, by show and rundown. */
  readonly #present = new Map<string, OnAirReport>();

  /** A name of a hub can contain a secret. */
  constructor(secrets: SecretPatterns) {
    this.#secrets = secrets;
  }

  /** Calls the listener now for each rundown that is read, and at every change, until the returned function is called. */
  watch(listener: (report: OnAirReport) => void): () => void {
    for (const report of this.present) listener(report);
    return this.#changed.watch(listener);
  }

  /** The rundowns that are read now. */
  get present(): OnAirReport[] {
    return [...this.#present.values()].map((report) => ({ ...report, at: Date.now(), isFirst: true }));
  }

  /** The read of a rundown has an answer, has failed, or is not repeated any more. */
  onRead({ params, latest }: RundownRead): void {
    const target = { engineId: String(params.engineId), rundownId: String(params.rundownId) };
    const key = JSON.stringify(target);
    const before = this.#present.get(key);
    const items = latest && this.#itemsIn(latest.body);
    if (JSON.stringify(items) === JSON.stringify(before?.items)) return;
    const report = { ...target, at: latest?.at ?? Date.now(), items, isFirst: before === undefined };
    if (items) this.#present.set(key, report);
    else this.#present.delete(key);
    this.#changed.emit(report);
  }

  /** Removes all listeners. */
  close(): void {
    this.#changed.close();
  }

  /** Undefined if the hub reports no states, as on dialect 1. A state from before a command is late, but was true. */
  #itemsIn(body: unknown): OnAirItem[] | undefined {
    // While a show restarts, its rundowns are empty. The graphics on air are unknown then.
    if (!Array.isArray(body) || body.length === 0) return undefined;
    const items: OnAirItem[] = [];
    for (const row of body.filter(isObject)) {
      const state = playStateIn(row, 'program');
      if (state === undefined) return undefined;
      const id = String(idOfItem(row));
      if (state === 'playing') items.push({ id, name: this.#shown(itemName(row)) });
      else if (state === 'unknown') items.push({ id, name: this.#shown(itemName(row)), isUnknown: true });
    }
    return items;
  }

  #shown = (name: string): string => cut(redact(name, this.#secrets), MAX_NAME);
}
