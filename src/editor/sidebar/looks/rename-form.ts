import { MAX_LOOK_NAME } from '../../../saved/look.js';
import { element } from '../../base/dom.js';
import { words } from '../../base/words.js';

/** The field for a new name. Enter saves it, Escape closes the field. */
export class RenameForm {
  readonly #input = element('input', { type: 'text', maxlength: String(MAX_LOOK_NAME) });
  readonly element: HTMLFormElement;
  readonly #focusOpener: () => void;

  /** `save` gets the new name. `focusOpener` moves the focus to the button that opens the form. */
  constructor(save: (name: string) => void, focusOpener: () => void) {
    this.#focusOpener = focusOpener;
    const cancel = element('button', { type: 'button' }, words('sidebar.looks.cancel'));
    const buttons = [element('button', { type: 'submit' }, words('sidebar.looks.save')), cancel];
    for (const button of buttons) button.className = 'red-ui-button red-ui-button-small';
    this.element = element('form', { class: 'hub-side-rename', hidden: '' }, this.#input, ...buttons);
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      save(this.#input.value);
    });
    cancel.addEventListener('click', () => this.close());
    this.element.addEventListener('keydown', (event) => {
      // The editor has its own shortcuts.
      event.stopPropagation();
      if (event.key === 'Escape') this.close();
    });
  }

  open(name: string): void {
    this.#input.value = name;
    this.#input.setAttribute('aria-label', words('sidebar.looks.newName', { look: name }));
    this.element.hidden = false;
    this.#input.select();
    this.#input.focus();
  }

  close(): void {
    this.element.hidden = true;
    this.#focusOpener();
  }
}
