/** When the motor follows the hub: `rest` only after the operator has stopped, `echo` also during a movement. */
export const MOTOR_MODES = ['rest', 'echo'] as const;

/** One of `MOTOR_MODES`. */
export type MotorMode = (typeof MOTOR_MODES)[number];

/** The motor waits this long after a movement by the operator, in ms. */
const REST_MS = 500;

/** Decides where and when the motor of a fader moves. All times are in ms on one clock. */
export class Motor {
  readonly #mode: MotorMode;
  #touched = false;
  #movedAt = Number.NEGATIVE_INFINITY;
  /** The value of the hub, 0 … 1. Undefined: unknown. */
  #value: number | undefined;
  /** The last position that was sent. Undefined at the start and after a movement by the operator. */
  #sent: number | undefined;

  /** `mode`: when the motor follows the hub. The motor starts without a value and without a position. */
  constructor(mode: MotorMode) {
    this.#mode = mode;
  }

  /** The operator touches the fader or lets go of it. */
  touch(on: boolean, now: number): void {
    this.#touched = on;
    this.move(now);
  }

  /** The operator has moved the fader. */
  move(now: number): void {
    this.#movedAt = now;
    this.#sent = undefined;
  }

  /** The value of the hub: 0 … 1, or undefined if it is unknown. */
  setValue(value: number | undefined): void {
    this.#value = value;
  }

  /** Forgets the position of the fader, because the surface has restarted. */
  forget(): void {
    this.#touched = false;
    this.#movedAt = Number.NEGATIVE_INFINITY;
    this.#sent = undefined;
  }

  /** Sends the position again, for a surface that was switched on. Does nothing while an operator moves the fader. */
  repeat(now: number): void {
    if (!this.#touched && this.#movedAt + REST_MS <= now) this.#sent = undefined;
  }

  /** The position that must be sent now, 0 … 1. Undefined: none. */
  follow(now: number): number | undefined {
    if (this.#value === this.#sent || this.#touched || this.#restUntil() > now) return undefined;
    this.#sent = this.#value;
    return this.#value;
  }

  /** The time to call `follow` again without a new event, or undefined. */
  nextMove(now: number): number | undefined {
    const at = this.#restUntil();
    return this.#value === this.#sent || this.#touched || at <= now ? undefined : at;
  }

  #restUntil = (): number => (this.#mode === 'rest' ? this.#movedAt + REST_MS : Number.NEGATIVE_INFINITY);
}
