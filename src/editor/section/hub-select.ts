import { element, fillSelect } from '../base/dom.js';
import { allHubs } from '../base/hubs.js';
import { nodeName } from '../base/node-label.js';
import type { HubConfig } from '../base/node-types.js';
import { words } from '../base/words.js';

/** The select of the configuration. The selection stays while the configuration exists. */
export class HubSelect {
  readonly #select = element('select', { id: 'hub-side-hub' });
  readonly element = element(
    'div',
    { class: 'hub-side-hub' },
    element('label', { for: this.#select.id }, words('editor.hub')),
    this.#select,
  );

  constructor(onChange: () => void) {
    this.#select.addEventListener('change', onChange);
  }

  get hub(): HubConfig | undefined {
    return allHubs().find(({ id }) => id === this.#select.value);
  }

  set hub({ id }: HubConfig) {
    this.#select.value = id;
  }

  /** Lists the present configurations. Returns true if this changes the selection. */
  refresh(): boolean {
    const options = allHubs().map(({ id }) => ({ value: id, label: nodeName(id) }));
    // There is nothing to choose, and a low sidebar needs the room.
    this.element.classList.toggle('hub-side-only', options.length < 2);
    const { value } = this.#select;
    fillSelect(this.#select, options, (options.find((each) => each.value === value) ?? options[0])?.value ?? '');
    return this.#select.value !== value;
  }
}
