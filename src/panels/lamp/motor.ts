/** When the hub's value goes back to a fader with a motor: while it moves, too (some need that), or only after rest. */
export const MODES = ['rest', 'echo'] as const;

export type Mode = (typeof MODES)[number];

/** How long a fader must have been left alone until its motor may move it, in ms. */
const REST_MS = 500;

/** The motor of a fader: which value it is to be moved to, and when. All times in ms on one clock. */
export class Motor {
  readonly #mode: Mode;
  #touched = false;
  #moved = Number.NEGATIVE_INFINITY;
  /** The hub's value, 0 … 1; undefined: nobody knows. */
  #value: number | undefined;
  /** Where the motor was sent last; undefined once a hand has moved the fader, and at the start. */
  #sent: number | undefined;

  constructor(mode: Mode) {
    this.#mode = mode;
  }

  /** A hand is put on the fader, or taken off. */
  touch(on: boolean, now: number): void {
    this.#touched = on;
    if (!on) this.move(now);
  }

  /** A hand has moved it. */
  move(now: number): void {
    this.#moved = now;
    this.#sent = undefined;
  }

  /** What the hub says: 0 … 1, or undefined if nobody knows. */
  hear(value: number | undefined): void {
    this.#value = value;
  }

  /** Where the fader stands is not known any more: the surface comes back. */
  forget(): void {
    this.#touched = false;
    this.#moved = Number.NEGATIVE_INFINITY;
    this.#sent = undefined;
  }

  /** The surface may have been switched on meanwhile: the motor goes there again, unless a hand is or was just now on it. */
  repeat(now: number): void {
    if (!this.#touched && this.#moved + REST_MS <= now) this.#sent = undefined;
  }

  /** Where the motor is to go now, 0 … 1; undefined: nowhere. */
  take(now: number): number | undefined {
    if (this.#value === this.#sent || this.#touched || this.#restsAt() > now) return undefined;
    this.#sent = this.#value;
    return this.#value;
  }

  /** When to ask again, though nothing has come; undefined: not before. */
  due(now: number): number | undefined {
    const at = this.#restsAt();
    return this.#value === this.#sent || this.#touched || at <= now ? undefined : at;
  }

  #restsAt = (): number => (this.#mode === 'rest' ? this.#moved + REST_MS : Number.NEGATIVE_INFINITY);
}
