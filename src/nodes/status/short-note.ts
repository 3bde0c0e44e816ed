import { SECOND_PRESS_MS } from '../../panels/mapping/guard.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { Note } from './status-facts.js';

/** Time that a note is shown, in ms: it may ask for the second press. */
const NOTE_MS = SECOND_PRESS_MS;

/** A note that a status shows for a short time: why nothing was done. */
export class ShortNote<Shown extends string | object = Note> {
  readonly #life: Lifetime;
  readonly #onChange: () => void;
  #present: Shown | undefined;
  #timer: unknown;

  /** `onChange` is called when a note begins or ends. */
  constructor(life: Lifetime, onChange: () => void) {
    this.#life = life;
    this.#onChange = onChange;
  }

  get present(): Shown | undefined {
    return this.#present;
  }

  /** Undefined ends the present note. The release of a button does not replace the note for its press. */
  show(note: Shown | undefined): void {
    if (note === 'released' && this.#present) return;
    this.#life.clock.clearTimeout(this.#timer);
    this.#present = note;
    if (note) this.#timer = this.#life.clock.setTimeout(() => this.show(undefined), NOTE_MS);
    this.#onChange();
  }
}
