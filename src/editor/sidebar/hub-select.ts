import { element } from '../base/dom.js';
import type { HubConfig } from '../base/node-types.js';
import { red } from '../base/red.js';
import { words } from '../base/words.js';

/** Every configuration of a hub that the editor knows, deployed or not. */
export function allHubs(): readonly HubConfig[] {
  const hubs: HubConfig[] = [];
  red.nodes.eachConfig((config) => {
    if (config.type === 'hub-config') hubs.push(config as HubConfig);
  });
  return hubs;
}

/** What a configuration is called. */
export const hubName = (hub: HubConfig): string => red.utils.getNodeLabel(hub);

/** Chooses one of the configurations. What was chosen stays while it is there. */
export class HubSelect {
  readonly #select = element('select', { id: 'hub-side-hub' });
  readonly element = element(
    'div',
    { class: 'hub-side-hub' },
    element('label', { for: this.#select.id }, words('editor.hub')),
    this.#select,
  );
  #shownHubs = '';

  /** `changed` is called when somebody chose another one. */
  constructor(onChange: () => void) {
    this.#select.addEventListener('change', onChange);
  }

  get hub(): HubConfig | undefined {
    return allHubs().find(({ id }) => id === this.#select.value);
  }

  /** Offers what there is by now; gives whether by that another one is chosen. */
  refresh(): boolean {
    const hubs = allHubs();
    const shownHubs = JSON.stringify(hubs.map((hub) => [hub.id, hubName(hub)]));
    if (shownHubs === this.#shownHubs) return false;
    this.#shownHubs = shownHubs;
    const { value } = this.#select;
    this.#select.replaceChildren(...hubs.map((hub) => element('option', { value: hub.id }, hubName(hub))));
    if (hubs.some(({ id }) => id === value)) this.#select.value = value;
    return this.#select.value !== value;
  }
}
