import { element, setText } from '../../base/dom.js';
import { words } from '../../base/words.js';

/** The second press must follow within this time. */
const WAIT_MS = 5000;

/** A button that deletes at its second press. */
export class DeleteButton {
  readonly element = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' });
  #name = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(press: () => void) {
    this.element.addEventListener('click', () => {
      if (this.#timer === undefined) return this.#ask();
      this.#reset();
      press();
    });
    this.element.addEventListener('blur', () => this.#reset());
    this.#show('look.choices.delete');
  }

  /** The name of the thing. */
  set name(name: string) {
    this.#name = name;
    this.#reset();
  }

  #ask(): void {
    this.#timer = setTimeout(() => this.#reset(), WAIT_MS);
    this.#show('sidebar.looks.deleteAgain');
  }

  #reset(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#show('look.choices.delete');
  }

  #show(label: string): void {
    const text = words(label);
    setText(this.element, text);
    this.element.setAttribute('aria-label', `${text}: ${this.#name}`);
  }
}
