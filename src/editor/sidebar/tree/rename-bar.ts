import { element, setText } from '../../base/dom.js';
import { words } from '../../base/words.js';
import { nodeCount, type ReadList, type Rename, renamesIn, updateNames } from '../../picking/renames.js';

/** Offers to update the names of nodes, after the tree has read new names. */
export class RenameBar {
  readonly #text = element('span', { role: 'status' });
  readonly #button = element(
    'button',
    { type: 'button', class: 'red-ui-button red-ui-button-small' },
    words('renames.update'),
  );
  readonly element = element('div', { class: 'hub-side-note' }, this.#text, ' ', this.#button);
  /** The lists with renamed things, by their place in the tree. */
  readonly #lists = new Map<string, ReadList>();

  constructor() {
    this.#button.addEventListener('click', () => {
      updateNames(this.#renames());
      this.#draw();
    });
    this.#draw();
  }

  add(list: ReadList): void {
    const key = JSON.stringify([list.kind, list.parent]);
    if (renamesIn(list).length > 0) this.#lists.set(key, list);
    else if (!this.#lists.delete(key)) return;
    this.#draw();
  }

  clear(): void {
    this.#lists.clear();
    this.#draw();
  }

  #renames(): readonly Rename[] {
    return [...this.#lists.values()].flatMap(renamesIn);
  }

  #draw(): void {
    const count = nodeCount(this.#renames());
    this.element.hidden = count === 0;
    setText(this.#text, count === 0 ? '' : words('renames.others', { count }));
  }
}
