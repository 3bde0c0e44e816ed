import type { Gesture } from '../../panels/gesture.js';

/** What a control sent so far, in its own numbers. */
export interface Ends {
  readonly least: number;
  readonly most: number;
}

/** What a panel node was told last, whichever control it came from: its dialog shows it, and learns from it. */
export interface Seen {
  /** How many messages were understood: a new one differs. */
  readonly count: number;
  readonly gesture?: Gesture;
  /** How far the gesture's control went since the start. */
  readonly ends?: Ends;
  /** What went out last. */
  readonly out?: unknown;
}

/** Of more controls nobody learns the ends; what came first is forgotten first. */
const MOST_CONTROLS = 200;

/** Remembers what a node is told. */
export class SeenGestures {
  readonly #ends = new Map<string, { least: number; most: number }>();
  #count = 0;
  #gesture: Gesture | undefined;
  #out: unknown;

  see(gesture: Gesture): void {
    this.#count += 1;
    this.#gesture = gesture;
    if (gesture.raw !== undefined) this.#stretch(`${gesture.source} ${gesture.control}`, gesture.raw);
  }

  sent(out: unknown): void {
    this.#out = out;
  }

  get told(): Seen {
    const gesture = this.#gesture;
    const ends = gesture && this.#ends.get(`${gesture.source} ${gesture.control}`);
    return { count: this.#count, gesture, ends, out: this.#out };
  }

  #stretch(control: string, raw: number): void {
    const ends = this.#ends.get(control);
    if (ends) {
      ends.least = Math.min(ends.least, raw);
      ends.most = Math.max(ends.most, raw);
      return;
    }
    const [oldest] = this.#ends.size < MOST_CONTROLS ? [] : this.#ends.keys();
    if (oldest !== undefined) this.#ends.delete(oldest);
    this.#ends.set(control, { least: raw, most: raw });
  }
}

/** By the id that the editor knows; of a node inside a subflow, the instance that started last. */
const running = new Map<string, SeenGestures>();

/** Lets the dialog of a node see what it is told, until the returned function is called. */
export function shows(id: string, seen: SeenGestures): () => void {
  running.set(id, seen);
  return () => {
    if (running.get(id) === seen) running.delete(id);
  };
}

/** What the node of an id of the editor was told; undefined where none is deployed. */
export const seenBy = (id: string): Seen | undefined => running.get(id)?.told;
