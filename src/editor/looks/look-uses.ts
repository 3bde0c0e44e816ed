import { element, setText, smallButton } from '../base/dom.js';
import { reasonOf } from '../base/endpoint.js';
import { nodeName } from '../base/node-label.js';
import { canEditFlows, red } from '../base/red.js';
import { words } from '../base/words.js';
import { type CueUse, cueUses, renameInList } from './cue-uses.js';
import { moreText } from './look-differences.js';
import { type NodeUse, nodeUses, renameUses } from './node-uses.js';

/** After a rename of a look: the nodes and the cue lists that still use its old name, and the offer to change them. */
export class LookUsesBar {
  readonly #text = element('span', { role: 'status' });
  /** The reasons why cue lists were not read or not changed. */
  readonly #problem = element('div', { class: 'hub-side-problem', role: 'status' });
  readonly #list = element('ul', { class: 'hub-side-rows' });
  readonly #buttons = element(
    'div',
    { class: 'hub-side-look-buttons' },
    smallButton(words('renames.update'), () => void this.#change()),
    smallButton(words('renames.later'), () => this.#show([])),
  );
  readonly element = element(
    'div',
    { class: 'hub-side-note hub-side-uses', hidden: '' },
    ...[this.#text, this.#problem, this.#list, this.#buttons],
  );
  #rename = { from: '', to: '' };
  #uses: readonly (NodeUse | CueUse)[] = [];

  /** `id` is the node whose look was renamed. */
  async offer(id: string, from: string, to: string): Promise<void> {
    const rename = { from, to };
    this.#rename = rename;
    const { uses, failures } = await cueUses(id, from);
    if (this.#rename === rename) this.#show([...(canEditFlows() ? nodeUses(id, from) : []), ...uses], failures);
  }

  #show(uses: readonly (NodeUse | CueUse)[], failures: readonly string[] = []): void {
    this.#uses = uses;
    this.element.hidden = uses.length === 0 && failures.length === 0;
    this.#buttons.hidden = uses.length === 0;
    const { from: look } = this.#rename;
    setText(this.#text, uses.length === 0 ? '' : words('sidebar.looks.uses', { look, count: uses.length }));
    setText(this.#problem, failures.join(' '));
    this.#list.replaceChildren(...uses.map(rowOf));
  }

  /** Changes the ticked ones: the nodes as one undo step, and each cue list on the disk. */
  async #change(): Promise<void> {
    const rename = this.#rename;
    const boxes = this.#list.querySelectorAll<HTMLInputElement>('input');
    const ticked = this.#uses.filter((_, index) => boxes[index]?.checked);
    this.#show([]);
    const nodes = ticked.filter((use) => 'renamed' in use);
    const lists = ticked.filter((use) => 'list' in use);
    renameUses(nodes, rename.to);
    const failures: string[] = [];
    for (const use of lists)
      await renameInList(use.list, rename.from, rename.to).catch((error) =>
        failures.push(`${nameOf(use)}: ${reasonOf(error)}`),
      );
    if (failures.length > 0 && this.#rename === rename) this.#show([], failures);
  }
}

/** The most numbers of cues in a row. */
const MAX_NUMBERS = 8;

/** Example: `Evening show: 10, 20.5`. */
function nameOf(use: NodeUse | CueUse): string {
  const name = nodeName(use.node.id);
  if (!('list' in use)) return name;
  const { numbers } = use;
  return `${name}: ${[...numbers.slice(0, MAX_NUMBERS), ...moreText(numbers.length - MAX_NUMBERS)].join(', ')}`;
}

/** A use with a box for its change, and a button that shows its node on the canvas. */
function rowOf(use: NodeUse | CueUse): HTMLElement {
  const name = nameOf(use);
  const box = element('input', { type: 'checkbox', checked: '', 'aria-label': name });
  const reveal = element('button', { type: 'button', class: 'hub-side-row' }, element('strong', {}, name));
  reveal.addEventListener('click', () => red.view.reveal(use.node.id));
  return element('li', {}, box, reveal);
}
