import { element, setText, smallButton } from '../base/dom.js';
import { canEditFlows } from '../base/red.js';
import { surfaceName, words } from '../base/words.js';
import { openMenu } from '../section/menu.js';
import { SET_UPS, setUp } from './set-up.js';

/** A button with the menu of all devices, and what to do after a choice. */
export class SetUpMenu {
  readonly button = smallButton(words('surface.setUp.button'), () => this.#open(), {
    'aria-haspopup': 'menu',
    'aria-expanded': 'false',
  });
  readonly #note = element('div', { role: 'status' });
  readonly element = element('div', { class: 'hub-side-set-up' }, this.button, this.#note);
  readonly #onSetUp: () => void;

  constructor(onSetUp = () => {}) {
    this.#onSetUp = onSetUp;
    this.element.hidden = !canEditFlows();
  }

  #open(): void {
    const items = (Object.keys(SET_UPS) as (keyof typeof SET_UPS)[]).map((device) => ({
      label: surfaceName(device),
      act: () => void this.#setUp(device),
    }));
    openMenu(this.button, items, () => this.button.focus());
  }

  async #setUp(device: keyof typeof SET_UPS): Promise<void> {
    try {
      setText(this.#note, await setUp(device));
      this.#onSetUp();
    } catch {
      setText(this.#note, words('sidebar.failed'));
    }
  }
}
