import { MAX_LOOK_NAME } from '../../looks/look.js';
import { element, smallButton } from '../base/dom.js';
import { showResult } from '../base/endpoint.js';
import { words } from '../base/words.js';
import { storeLook } from './look-card.js';

interface NewLookOptions {
  /** Called after a look was stored. */
  readonly onStore: () => Promise<void>;
  /** Shows the result. */
  readonly note: HTMLElement;
}

/** Stores the present values of a node under a new name. Enter stores too. */
export class NewLookForm {
  readonly #node: string;
  readonly #onStore: () => Promise<void>;
  readonly #name = element('input', {
    ...{ type: 'text', maxlength: String(MAX_LOOK_NAME) },
    ...{ placeholder: words('sidebar.looks.storeName'), 'aria-label': words('sidebar.looks.storeName') },
  });
  readonly element: HTMLFormElement;

  /** `node` is its id. */
  constructor(node: string, options: NewLookOptions) {
    this.#node = node;
    this.#onStore = options.onStore;
    const store = smallButton(words('sidebar.looks.storeNow'), () => {}, { type: 'submit' });
    this.element = element('form', { class: 'hub-side-rename hub-side-new-look' }, this.#name, store);
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      void showResult(options.note, () => this.#store(this.#name.value.trim()));
    });
    // The editor has its own shortcuts.
    this.element.addEventListener('keydown', (event) => event.stopPropagation());
  }

  async #store(name: string): Promise<string> {
    const stored = await storeLook(this.#node, 'store', name);
    this.#name.value = '';
    await this.#onStore();
    return stored;
  }
}
