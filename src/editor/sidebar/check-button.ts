import { element, setText } from '../base/dom.js';
import { words } from '../base/words.js';
import { NoRuntimeAnswer } from './sidebar-api.js';

/** A button that runs a check, a line for its state, and its result below. */
export class CheckButton {
  readonly #button: HTMLButtonElement;
  readonly #state = element('p', { class: 'hub-side-note', role: 'status' });
  readonly #result = element('div', { class: 'hub-side-checked' });
  readonly element: HTMLElement;

  /** `run` returns the new state and the elements of the result. */
  constructor(label: string, run: () => Promise<readonly [state: string, ...result: HTMLElement[]]>) {
    this.#button = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, label);
    this.element = element('div', {}, this.#button, this.#state, this.#result);
    this.#button.addEventListener('click', () => void this.#run(run));
  }

  async #run(run: () => Promise<readonly [state: string, ...result: HTMLElement[]]>): Promise<void> {
    this.#button.disabled = true;
    this.#result.replaceChildren();
    setText(this.#state, words('sidebar.check.running'));
    try {
      const [state, ...result] = await run();
      setText(this.#state, state);
      this.#result.replaceChildren(...result);
    } catch (error) {
      if (!(error instanceof NoRuntimeAnswer)) throw error;
      setText(this.#state, error.message);
    } finally {
      this.#button.disabled = false;
    }
  }
}
