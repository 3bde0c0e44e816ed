import type { PublicOperation } from '../../hub/table/public-table.js';
import { element } from '../base/dom.js';
import { $, type TreeItem } from '../base/red.js';
import { words } from '../base/words.js';
import type { Lookup } from './lookup.js';
import { detailOf, listParams, type SelectedPath } from './selected-path.js';

/** A larger tree would take long to draw. The list of a field can be searched instead. */
const MAX_ROWS = 200;

/** Adds a tree of engines, nodes, properties and functions, if an operation acts on one of these. */
export function addEngineTree(
  rows: HTMLElement,
  { parameters }: PublicOperation,
  lookup: Lookup,
  choose: (chosen: SelectedPath) => void,
): void {
  const parameterKinds = parameters.map(({ names }) => names);
  if (!parameterKinds.includes('node')) return;
  const tree = new EngineTree(
    lookup,
    ['function', 'property', 'node'].find((names) => parameterKinds.includes(names)) as TreeKind,
    choose,
  );
  const summary = element('summary', {}, words('browse.title'));
  const details = element('details', { class: 'hub-browse' }, summary, tree.element);
  details.addEventListener('toggle', () => {
    if (details.open) void tree.draw();
  });
  rows.append(details);
}

type TreeKind = 'engine' | 'node' | 'property' | 'function';

const ICONS: Record<TreeKind, string> = {
  engine: 'fa fa-server',
  node: 'fa fa-cube',
  property: 'fa fa-sliders',
  function: 'fa fa-bolt',
};

class EngineTree {
  readonly element = element('div');
  readonly #lookup: Lookup;
  /** A click selects this kind. The others only open. */
  readonly #targetKind: TreeKind;
  readonly #choose: (chosen: SelectedPath) => void;

  constructor(lookup: Lookup, targetKind: TreeKind, choose: (chosen: SelectedPath) => void) {
    this.#lookup = lookup;
    this.#targetKind = targetKind;
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
    // A scrolling element must be reachable by the keyboard.
    box.querySelector('.red-ui-editableList-container')?.setAttribute('tabindex', '0');
  }

  #children(parent: SelectedPath): TreeItem['children'] {
    return async (done, item) => {
      // Otherwise Node-RED keeps the function here, and the keyboard cannot enter the level.
      item.children = await this.#below(parent);
      done(item.children);
    };
  }

  async #below(parent: SelectedPath): Promise<readonly TreeItem[]> {
    if (!parent.node) return this.#items('node', parent, (chosen) => this.#children(chosen));
    const [properties, functions] = await Promise.all([
      this.#items('property', parent),
      this.#items('function', parent),
    ]);
    return [...properties, ...functions];
  }

  async #items(
    kind: TreeKind,
    parent: SelectedPath,
    children?: (chosen: SelectedPath) => TreeItem['children'],
  ): Promise<TreeItem[]> {
    const answer = await this.#lookup.list(kind, listParams(kind, parent));
    if ('reason' in answer) return [{ label: answer.reason, class: 'hub-blank' }];
    const isTarget = kind === this.#targetKind;
    const items = answer.entries.slice(0, MAX_ROWS).map((entry) => {
      const chosen = { ...parent, [kind]: entry };
      // A row to select does not open: Enter would open it instead.
      const below = isTarget ? undefined : children?.(chosen);
      const detail = detailOf(entry);
      return {
        label: entry.label,
        sublabel: detail && ` ${detail}`,
        icon: ICONS[kind],
        ...(below && { children: below }),
        ...(isTarget ? { choose: () => this.#choose(chosen) } : !below && { class: 'hub-blank' }),
      };
    });
    const hidden = answer.entries.length - items.length + answer.more;
    return hidden > 0 ? [...items, { label: words('browse.more', { count: hidden }), class: 'hub-blank' }] : items;
  }
}
