import { setText, smallButton } from '../base/dom.js';
import { words } from '../base/words.js';

/** The second press must follow within this time. */
const WAIT_MS = 5000;

/** A button that acts at its second press. It names its thing for a screen reader. */
export class SecondPress {
  readonly element: HTMLButtonElement;
  readonly #label: string;
  readonly #question: string;
  #name = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `label` and `question` are keys of texts, before and after the first press. */
  constructor(label: string, question: string, press: () => void) {
    this.#label = label;
    this.#question = question;
    this.element = smallButton('', () => {
      if (this.#timer === undefined) return this.#ask();
      this.#reset();
      press();
    });
    this.element.addEventListener('blur', () => this.#reset());
    this.#show(label);
  }

  /** The name of the thing. */
  set name(name: string) {
    if (name === this.#name) return;
    this.#name = name;
    this.#reset();
  }

  #ask(): void {
    this.#timer = setTimeout(() => this.#reset(), WAIT_MS);
    this.#show(this.#question);
  }

  #reset(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#show(this.#label);
  }

  #show(label: string): void {
    const text = words(label);
    setText(this.element, text);
    this.element.setAttribute('aria-label', `${text}: ${this.#name}`);
  }
}
