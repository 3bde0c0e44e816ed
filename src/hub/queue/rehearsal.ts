import { Signal } from '../base/signal.js';

/** Whether commands are only rehearsed: reads go out, commands do not (design.md, "Live control"). */
export class Rehearsal {
  readonly changed = new Signal<boolean>();
  #on: boolean;
  #arming: NodeJS.Timeout | undefined;

  /** Commands of the first `armAfter` ms are rehearsed, so that retained messages fire nothing. */
  constructor(on: boolean, armAfter: number) {
    this.#on = on || armAfter > 0;
    if (!on && armAfter > 0) this.#arming = setTimeout(() => this.set(false), armAfter);
  }

  get on(): boolean {
    return this.#on;
  }

  /** Switches until the next start. */
  set(on: boolean): void {
    clearTimeout(this.#arming);
    if (on === this.#on) return;
    this.#on = on;
    this.changed.tell(on);
  }

  close(): void {
    clearTimeout(this.#arming);
  }
}
