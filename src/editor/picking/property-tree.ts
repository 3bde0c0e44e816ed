import type { ListRow } from '../../hub/lists/bound-list.js';
import { componentsOf } from '../../hub/lookup/components.js';
import { readablePath } from '../../looks/look.js';
import type { SavedLookProperty } from '../../saved/look.js';
import { element } from '../base/dom.js';
import { words } from '../base/words.js';
import type { Lookup } from './lookup.js';
import { detailOf, listParams, type SelectedPath } from './selected-path.js';
import { TreeLevel } from './tree-level.js';

/** The properties that are ticked. */
export interface Ticks {
  keys(): ReadonlySet<string>;
  keyOf(property: SavedLookProperty): string;
  /** Returns a sentence on the result. */
  tick(properties: readonly SavedLookProperty[]): string;
  untick(key: string): void;
}

/** The engines, nodes and properties of the hub. A tick adds a property, a button all properties of a node. */
export class PropertyTree {
  readonly element = element('details', { class: 'hub-browse' });
  readonly #lookup: Lookup;
  readonly #ticks: Ticks;
  readonly #top = element('div', { class: 'hub-ticks' });
  readonly #note = element('div', { class: 'hub-note', role: 'status' });
  readonly #boxes = new Map<HTMLInputElement, string>();

  constructor(lookup: Lookup, ticks: Ticks) {
    this.#lookup = lookup;
    this.#ticks = ticks;
    const reload = smallButton(words('pick.again'));
    reload.addEventListener('click', () => {
      lookup.clearCache();
      this.draw();
    });
    this.element.append(element('summary', {}, words('look.add')), this.#top, this.#note, reload);
    this.element.addEventListener('toggle', () => this.draw());
  }

  /** Lists the engines again, if the tree is open. */
  draw(): void {
    if (!this.element.open) return;
    this.#boxes.clear();
    this.#note.textContent = '';
    this.#top.replaceChildren(
      this.#level('engine', {}, (engine) =>
        this.#branch(engine, () =>
          this.#level('node', { engine }, (node) =>
            element(
              'div',
              { class: 'hub-node' },
              this.#branch(node, () => this.#level('property', { engine, node }, (it) => this.#leaf(engine, node, it))),
              this.#allButton({ engine, node }),
            ),
          ),
        ),
      ),
    );
  }

  /** Ticks the properties that are in the table. */
  update(): void {
    const keys = this.#ticks.keys();
    for (const [box, key] of this.#boxes) box.checked = keys.has(key);
  }

  #level(kind: string, parent: SelectedPath, row: (entry: ListRow) => HTMLElement): HTMLElement {
    return new TreeLevel(this.#lookup.list(kind, listParams(kind, parent)), (entry) => row(entry)).element;
  }

  /** An entry that opens. */
  #branch(entry: ListRow, below: () => HTMLElement): HTMLElement {
    const branch = element('details', {}, element('summary', {}, ...textOf(entry)));
    branch.addEventListener('toggle', () => {
      if (branch.childElementCount === 1) branch.append(below());
    });
    return branch;
  }

  #leaf(engine: ListRow, node: ListRow, property: ListRow): HTMLElement {
    const components = componentsOf(property.present).map(({ path, value }) => ({
      value: path,
      label: path,
      present: value,
    }));
    const whole = this.#tickBox(savedOf(engine, node, property), property);
    if (components.length === 0) return whole;
    const summary = element('summary', {}, words('look.components'));
    summary.setAttribute('aria-label', `${words('look.components')}: ${property.label}`);
    const parts = element('details', {}, summary);
    parts.addEventListener('toggle', () => {
      if (parts.childElementCount > 1) return;
      const row = (part: ListRow) => this.#tickBox(savedOf(engine, node, property, part.label), part);
      parts.append(new TreeLevel(Promise.resolve({ entries: components, more: 0 }), row).element);
    });
    return element('div', {}, whole, parts);
  }

  #tickBox(property: SavedLookProperty, entry: ListRow): HTMLElement {
    const box = element('input', { type: 'checkbox' });
    const key = this.#ticks.keyOf(property);
    box.checked = this.#ticks.keys().has(key);
    box.addEventListener('change', () => {
      if (box.checked) this.#note.textContent = this.#ticks.tick([property]);
      else this.#ticks.untick(key);
      this.update();
    });
    this.#boxes.set(box, key);
    return element('label', { class: 'hub-tick' }, box, ...textOf(entry));
  }

  #allButton(parent: { readonly engine: ListRow; readonly node: ListRow }): HTMLElement {
    const button = smallButton(words('look.addAll'));
    button.setAttribute('aria-label', words('look.addAllOf', { node: parent.node.label }));
    button.addEventListener('click', async () => {
      this.#note.textContent = words('pick.loading');
      const answer = await this.#lookup.list('property', listParams('property', parent));
      if (!button.isConnected) return;
      this.#note.textContent =
        'reason' in answer
          ? answer.reason
          : this.#ticks.tick(answer.entries.map((each) => savedOf(parent.engine, parent.node, each)));
      this.update();
    });
    return button;
  }
}

const smallButton = (text: string): HTMLButtonElement =>
  element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, text);

const textOf = (entry: ListRow): HTMLElement[] => [
  element('span', {}, entry.label),
  element('span', { class: 'hub-aside' }, detailOf(entry)),
];

/** The names of a property, without ids. */
function savedOf(engine: ListRow, node: ListRow, property: ListRow, component?: string): SavedLookProperty {
  const nodePath = readablePath(String(node.value));
  const propertyPath = readablePath(String(property.value));
  return {
    engine: engine.label,
    node: node.label,
    ...(nodePath !== undefined && { nodePath }),
    property: property.label,
    ...(propertyPath !== undefined && { propertyPath }),
    ...(component !== undefined && { component }),
  };
}
