import { element } from '../base/dom.js';
import { allHubs } from '../base/hubs.js';
import type { HubConfig } from '../base/node-types.js';
import { red } from '../base/red.js';
import { words } from '../base/words.js';

export const hubName = (hub: HubConfig): string => red.utils.getNodeLabel(hub);

/** The select of the configuration. The selection stays while the configuration exists. */
export class HubSelect {
  readonly #select = element('select', { id: 'hub-side-hub' });
  readonly element = element(
    'div',
    { class: 'hub-side-hub' },
    element('label', { for: this.#select.id }, words('editor.hub')),
    this.#select,
  );
  #shownHubs = '';

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
    const hubs = allHubs();
    const shownHubs = JSON.stringify(hubs.map((hub) => [hub.id, hubName(hub)]));
    if (shownHubs === this.#shownHubs) return false;
    this.#shownHubs = shownHubs;
    // There is nothing to choose, and a low sidebar needs the room.
    this.element.classList.toggle('hub-side-only', hubs.length < 2);
    const { value } = this.#select;
    this.#select.replaceChildren(...hubs.map((hub) => element('option', { value: hub.id }, hubName(hub))));
    if (hubs.some(({ id }) => id === value)) this.#select.value = value;
    return this.#select.value !== value;
  }
}
