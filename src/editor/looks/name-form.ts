import { MAX_LOOK_NAME } from '../../looks/look.js';
import { element, smallButton } from '../base/dom.js';

/** The field for the name of a look. Enter sends it, as the button does. */
export class NameForm {
  readonly input = element('input', { type: 'text', maxlength: String(MAX_LOOK_NAME) });
  readonly element: HTMLFormElement;

  /** `label` is the text of the button. `others` come after it. */
  constructor(label: string, send: (name: string) => void, ...others: readonly HTMLElement[]) {
    const button = smallButton(label, () => {}, { type: 'submit' });
    this.element = element('form', { class: 'hub-side-rename' }, this.input, button, ...others);
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      send(this.input.value);
    });
    // The editor has its own shortcuts.
    this.element.addEventListener('keydown', (event) => event.stopPropagation());
  }
}
