import { changeNodes } from '../base/change-nodes.js';
import { element, setText, smallButton } from '../base/dom.js';
import { reasonOf } from '../base/endpoint.js';
import { red } from '../base/red.js';
import { words } from '../base/words.js';
import type { Desk, Use, Uses } from './desk.js';
import type { NewNames } from './new-names.js';
import { usesOf } from './uses.js';

/** After a rename: the nodes and the files that still have the old name, and the offer to change them. */
export class UsesBar {
  readonly #desk: Desk;
  readonly #onEnd: () => void;
  readonly #text = element('span', { role: 'status' });
  /** The files that were not read or not changed, with the reasons. */
  readonly #problem = element('div', { class: 'hub-side-problem', role: 'status' });
  readonly #list = element('ul', { class: 'hub-side-rows' });
  readonly #buttons: HTMLElement;
  readonly element: HTMLElement;
  #names: NewNames = new Map();
  #uses: readonly Use[] = [];

  /** `onEnd` is called after the answer of the user. */
  constructor(desk: Desk, onEnd = () => {}) {
    this.#desk = desk;
    this.#onEnd = onEnd;
    this.#buttons = element(
      'div',
      { class: 'hub-side-look-buttons' },
      smallButton(words(desk.texts.update), () => void this.#change()),
      smallButton(words('renames.later'), () => this.#end()),
    );
    const parts = [this.#text, this.#problem, this.#list, this.#buttons];
    this.element = element('div', { class: 'hub-side-note hub-side-uses', hidden: '' }, ...parts);
  }

  /** `id` is the node with the renamed things. Returns false if there is nothing to show. */
  async offer(id: string, names: NewNames): Promise<boolean> {
    this.#names = names;
    const uses = await usesOf(this.#desk, id, names);
    if (this.#names === names) this.#show(uses);
    return !this.element.hidden;
  }

  #show({ uses, failures }: Uses): void {
    this.#uses = uses;
    this.element.hidden = uses.length === 0 && failures.length === 0;
    this.#buttons.hidden = uses.length === 0;
    const { field, texts } = this.#desk;
    const facts = { [field]: [...this.#names.keys()].join(', '), count: uses.length };
    setText(this.#text, uses.length === 0 ? '' : words(texts.uses, facts));
    setText(this.#problem, failures.join(' '));
    this.#list.replaceChildren(...uses.map(rowOf));
  }

  #end(failures: readonly string[] = []): void {
    this.#show({ uses: [], failures });
    if (failures.length === 0) this.#onEnd();
  }

  /** Changes the ticked ones: the nodes as one undo step, and each file on the disk. */
  async #change(): Promise<void> {
    const names = this.#names;
    const boxes = this.#list.querySelectorAll<HTMLInputElement>('input');
    const ticked = this.#uses.filter((_, index) => boxes[index]?.checked);
    this.#end();
    changeNodes(ticked.flatMap(({ node, fields }) => (fields ? [{ node, fields: () => fields() ?? {} }] : [])));
    const failures: string[] = [];
    for (const { text, write } of ticked)
      await write?.().catch((error) => failures.push(notChanged(text, reasonOf(error))));
    if (failures.length > 0 && this.#names === names) this.#end(failures);
  }
}

/** A file that keeps the old name, and the reason. */
export const notChanged = (name: string, reason: string): string => words('renames.notChanged', { name, reason });

/** A use with a box for its change, and a button that shows its node on the canvas. */
function rowOf({ text, node }: Use): HTMLElement {
  const box = element('input', { type: 'checkbox', checked: '', 'aria-label': text });
  const reveal = element('button', { type: 'button', class: 'hub-side-row' }, element('strong', {}, text));
  reveal.addEventListener('click', () => red.view.reveal(node.id));
  return element('li', {}, box, reveal);
}
