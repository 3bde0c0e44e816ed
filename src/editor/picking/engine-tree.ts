import type { PublicOperation } from '../../hub/table/public-table.js';
import { element } from '../base/dom.js';
import { words } from '../base/words.js';
import type { Lookup } from './lookup.js';
import type { SelectedPath } from './selected-path.js';
import { Tree } from './tree.js';

interface EngineTree {
  readonly id: string;
  readonly lookup: Lookup;
  readonly choose: (chosen: SelectedPath) => void;
}

/** Adds a tree of engines, nodes, properties and functions, if an operation acts on one of these. */
export function addEngineTree(
  rows: HTMLElement,
  { parameters }: PublicOperation,
  { id, lookup, choose }: EngineTree,
): void {
  const kinds = parameters.map(({ names }) => names);
  if (!kinds.includes('node')) return;
  /** A click selects this kind. The others only open. */
  const target = ['function', 'property', 'node'].find((kind) => kinds.includes(kind));
  const label = words('browse.title');
  const tree = new Tree({
    ...{ id, label, lookup },
    kinds: target === 'node' ? ['node'] : ['node', 'property', 'function'],
    moreText: (count) => words('browse.more', { count }),
    choose: ({ thing }) => (thing && thing.kind === target ? () => choose(thing.chosen) : undefined),
    isDim: ({ thing, childKinds }) => thing?.kind !== target && childKinds.length === 0,
  });
  const summary = element('summary', {}, label);
  const details = element('details', { class: 'hub-browse' }, summary, tree.searchField(), tree.view.element);
  details.addEventListener('toggle', () => {
    if (details.open) void tree.showKind('engine');
  });
  rows.append(details);
}
