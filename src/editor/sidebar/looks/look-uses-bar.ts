import { element, setText } from '../../base/dom.js';
import { red } from '../../base/red.js';
import { words } from '../../base/words.js';
import { type LookUse, lookUses, renameUses } from '../../picking/look-uses.js';
import { nodeName } from '../journal/journal-row.js';

/** After a rename of a look: the nodes that still use its old name, and the offer to change them. */
export class LookUsesBar {
  readonly #text = element('span', { role: 'status' });
  readonly #list = element('ul', { class: 'hub-side-rows' });
  readonly #update = button('renames.update', () => this.#change());
  readonly element: HTMLElement;
  #rename: { readonly from: string; readonly to: string } | undefined;
  #uses: readonly LookUse[] = [];

  constructor() {
    const buttons = element(
      'div',
      { class: 'hub-side-look-buttons' },
      this.#update,
      button('renames.later', () => this.#show([])),
    );
    this.element = element(
      'div',
      { class: 'hub-side-note hub-side-uses', hidden: '' },
      this.#text,
      this.#list,
      buttons,
    );
  }

  /** `id` is the node whose look was renamed. */
  offer(id: string, from: string, to: string): void {
    this.#rename = { from, to };
    this.#show(lookUses(id, from));
  }

  #show(uses: readonly LookUse[]): void {
    this.#uses = uses;
    this.element.hidden = uses.length === 0;
    setText(
      this.#text,
      uses.length === 0 ? '' : words('sidebar.looks.uses', { look: this.#rename?.from, count: uses.length }),
    );
    this.#list.replaceChildren(...uses.map(rowOf));
  }

  /** Changes the ticked nodes. */
  #change(): void {
    const boxes = this.#list.querySelectorAll<HTMLInputElement>('input');
    const ticked = this.#uses.filter((_, index) => boxes[index]?.checked);
    if (this.#rename) renameUses(ticked, this.#rename.from, this.#rename.to);
    this.#show([]);
  }
}

/** A node with a box for its change, and a button that shows it on the canvas. */
function rowOf({ node }: LookUse): HTMLElement {
  const name = nodeName(node.id);
  const box = element('input', { type: 'checkbox', checked: '', 'aria-label': name });
  const reveal = element('button', { type: 'button', class: 'hub-side-row' }, element('strong', {}, name));
  reveal.addEventListener('click', () => red.view.reveal(node.id));
  return element('li', {}, box, reveal);
}

function button(label: string, press: () => void): HTMLButtonElement {
  const created = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, words(label));
  created.addEventListener('click', press);
  return created;
}
