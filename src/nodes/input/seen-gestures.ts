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

type Stretch = { -readonly [End in keyof Ends]: Ends[End] };

/** Remembers what a node is told. */
export class SeenGestures {
  readonly #all = new Map<string, Stretch>();
  /** Of the gesture's control. */
  #ends: Stretch | undefined;
  #count = 0;
  #gesture: Gesture | undefined;
  #out: unknown;

  see(gesture: Gesture): void {
    const last = this.#gesture;
    const isSame = last?.control === gesture.control && last.source === gesture.source;
    this.#count += 1;
    this.#gesture = gesture;
    if (!isSame) this.#ends = this.#all.get(nameOf(gesture));
    const { raw } = gesture;
    if (raw === undefined) return;
    this.#ends ??= this.#add(nameOf(gesture), raw);
    if (raw < this.#ends.least) this.#ends.least = raw;
    if (raw > this.#ends.most) this.#ends.most = raw;
  }

  sent(out: unknown): void {
    this.#out = out;
  }

  get told(): Seen {
    return { count: this.#count, gesture: this.#gesture, ends: this.#ends, out: this.#out };
  }

  #add(name: string, raw: number): Stretch {
    const [oldest] = this.#all.size < MOST_CONTROLS ? [] : this.#all.keys();
    if (oldest !== undefined) this.#all.delete(oldest);
    const ends = { least: raw, most: raw };
    this.#all.set(name, ends);
    return ends;
  }
}

const nameOf = ({ source, control }: Gesture): string => `${source} ${control}`;
