import { readablePath } from '../../looks/look.js';
import type { SavedLookProperty } from '../../saved/look.js';
import { element, smallButton } from '../base/dom.js';
import { words } from '../base/words.js';
import type { Lookup } from './lookup.js';
import { listParams, type SelectedPath } from './selected-path.js';
import { Tree } from './tree.js';
import type { TreeRow } from './tree-row.js';

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
  readonly #tree: Tree;
  readonly #note = element('div', { class: 'hub-note', role: 'status' });
  /** The keys of the ticked properties. */
  #keys: ReadonlySet<string> = new Set();

  constructor(lookup: Lookup, ticks: Ticks) {
    this.#lookup = lookup;
    this.#ticks = ticks;
    const label = words('look.add');
    this.#tree = new Tree({
      ...{ id: 'hub-properties', label, lookup, kinds: ['node', 'property', 'component'] },
      isTicked: (row) => {
        const property = propertyOf(row);
        return property && this.#keys.has(ticks.keyOf(property));
      },
      choose: (row) => {
        const property = propertyOf(row);
        return property && (() => this.#toggle(property));
      },
      button: ({ thing }) => (thing?.kind === 'node' ? this.#allButton(thing.chosen, thing.entry.label) : undefined),
    });
    const reload = smallButton(words('pick.again'), () => {
      lookup.clearCache();
      this.draw();
    });
    this.element.append(
      element('summary', {}, label),
      this.#tree.searchField(),
      this.#tree.view.element,
      this.#note,
      reload,
    );
    this.element.addEventListener('toggle', () => this.draw());
  }

  /** Lists the engines again, if the tree is open. */
  draw(): void {
    if (!this.element.open) return;
    this.#note.textContent = '';
    void this.#tree.showKind('engine');
  }

  /** Ticks the properties that are in the table. */
  update(): void {
    this.#keys = this.#ticks.keys();
    if (this.element.open) this.#tree.draw();
  }

  #toggle(property: SavedLookProperty): void {
    const key = this.#ticks.keyOf(property);
    if (this.#keys.has(key)) this.#ticks.untick(key);
    else this.#note.textContent = this.#ticks.tick([property]);
    this.update();
  }

  #allButton(chosen: SelectedPath, node: string): HTMLButtonElement {
    const addAll = async () => {
      this.#note.textContent = words('pick.loading');
      const answer = await this.#lookup.list('property', listParams('property', chosen));
      if (!button.isConnected) return;
      const properties =
        'reason' in answer ? [] : answer.entries.flatMap((property) => savedOf({ ...chosen, property }) ?? []);
      this.#note.textContent = 'reason' in answer ? answer.reason : this.#ticks.tick(properties);
      this.update();
    };
    const label = words('look.addAllOf', { node });
    const button = smallButton(words('look.addAll'), () => void addAll(), { tabindex: '-1', 'aria-label': label });
    return button;
  }
}

/** The property of a row. Undefined for an engine, a node and a note. */
const propertyOf = ({ thing }: TreeRow): SavedLookProperty | undefined => thing && savedOf(thing.chosen);

/** The names of a property, without ids. */
function savedOf({ engine, node, property, component }: SelectedPath): SavedLookProperty | undefined {
  if (!engine || !node || !property) return undefined;
  const nodePath = readablePath(String(node.value));
  const propertyPath = readablePath(String(property.value));
  return {
    engine: engine.label,
    node: node.label,
    ...(nodePath !== undefined && { nodePath }),
    property: property.label,
    ...(propertyPath !== undefined && { propertyPath }),
    ...(component && { component: component.label }),
  };
}
