import { element } from '../base/dom.js';
import { words } from '../base/words.js';
import type { Tree } from './tree.js';

/** A field that limits the rows of a tree to those with its words. */
export function searchField(tree: Tree): HTMLInputElement {
  const search = element('input', { type: 'text', class: 'hub-search', placeholder: words('pick.search') });
  search.setAttribute('aria-label', words('pick.search'));
  search.addEventListener('input', () => {
    tree.search = search.value;
    tree.draw();
  });
  return search;
}
