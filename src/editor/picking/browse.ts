import type { PublicOperation } from '../../hub/table/public-table.js';
import { element } from '../base/dom.js';
import { $, type TreeItem } from '../base/red.js';
import { words } from '../base/words.js';
import { asideOf, type Chosen, paramsFor } from './chosen.js';
import type { Lookup } from './lookup.js';

/** A tree of more would take long to draw; the list of a field can be searched. */
const SHOWN = 200;

/** Adds a tree of engines, their nodes, properties and functions, where an operation acts upon one of those. */
export function addBrowse(
  rows: HTMLElement,
  { parameters }: PublicOperation,
  lookup: Lookup,
  choose: (chosen: Chosen) => void,
): void {
  const wanted = parameters.map(({ names }) => names);
  if (!wanted.includes('node')) return;
  const tree = new Tree(
    lookup,
    ['function', 'property', 'node'].find((names) => wanted.includes(names)) as Kind,
    choose,
  );
  const summary = element('summary', {}, words('browse.title'));
  const details = element('details', { class: 'hub-browse' }, summary, tree.element);
  details.addEventListener('toggle', () => {
    if (details.open) void tree.draw();
  });
  rows.append(details);
}

type Kind = 'engine' | 'node' | 'property' | 'function';

const ICONS: Record<Kind, string> = {
  engine: 'fa fa-server',
  node: 'fa fa-cube',
  property: 'fa fa-sliders',
  function: 'fa fa-bolt',
};

class Tree {
  readonly element = element('div');
  readonly #lookup: Lookup;
  /** What a click on takes over; the rest is there to be looked at. */
  readonly #wanted: Kind;
  readonly #choose: (chosen: Chosen) => void;

  constructor(lookup: Lookup, wanted: Kind, choose: (chosen: Chosen) => void) {
    this.#lookup = lookup;
    this.#wanted = wanted;
    this.#choose = choose;
  }

  async draw(): Promise<void> {
    const box = element('div', { class: 'hub-tree' });
    const data = await this.#items('engine', {}, (engine) => this.#children(engine));
    $(this.element).empty();
    this.element.append(box);
    const chosen = (_: unknown, item: TreeItem) => item.choose?.();
    $(box)
      .treeList({ data, autoSelect: false, selectable: true })
      .on('treelistselect', chosen)
      .on('treelistconfirm', chosen);
    // What scrolls by itself has to be within reach of the keyboard.
    box.querySelector('.red-ui-editableList-container')?.setAttribute('tabindex', '0');
  }

  /** What opens below an engine or a node. */
  #children(above: Chosen): TreeItem['children'] {
    return async (done, item) => {
      // Node-RED leaves the function there, and no key would lead into the level.
      item.children = await this.#below(above);
      done(item.children);
    };
  }

  async #below(above: Chosen): Promise<readonly TreeItem[]> {
    if (!above.node) return this.#items('node', above, (chosen) => this.#children(chosen));
    const [properties, functions] = await Promise.all([this.#items('property', above), this.#items('function', above)]);
    return [...properties, ...functions];
  }

  async #items(kind: Kind, above: Chosen, children?: (chosen: Chosen) => TreeItem['children']): Promise<TreeItem[]> {
    const found = await this.#lookup.list(kind, paramsFor(kind, above));
    if ('reason' in found) return [{ label: found.reason, class: 'hub-blank' }];
    const isWanted = kind === this.#wanted;
    const items = found.entries.slice(0, SHOWN).map((entry) => {
      const chosen = { ...above, [kind]: entry };
      // What is wanted does not open: Enter would open it instead of choosing it.
      const below = isWanted ? undefined : children?.(chosen);
      const aside = asideOf(entry);
      return {
        label: entry.label,
        sublabel: aside && ` ${aside}`,
        icon: ICONS[kind],
        ...(below && { children: below }),
        ...(isWanted ? { choose: () => this.#choose(chosen) } : !below && { class: 'hub-blank' }),
      };
    });
    const hidden = found.entries.length - items.length + found.more;
    return hidden > 0 ? [...items, { label: words('browse.more', { count: hidden }), class: 'hub-blank' }] : items;
  }
}
