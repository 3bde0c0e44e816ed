import { isObject } from '../../../base/values.js';
import type { SavedLookNode } from '../../../saved/look.js';
import { element, setText, smallButton } from '../../base/dom.js';
import { hubConfigOf } from '../../base/hubs.js';
import { type EditorNode, red } from '../../base/red.js';
import { words } from '../../base/words.js';
import { changeNodes } from '../../picking/renames.js';
import { nodeName } from '../journal/journal-list.js';

/** After a rename of a look: the nodes that still use its old name, and the offer to change them. */
export class LookUsesBar {
  readonly #text = element('span', { role: 'status' });
  readonly #list = element('ul', { class: 'hub-side-rows' });
  readonly #update = smallButton(words('renames.update'), () => this.#change());
  readonly element: HTMLElement;
  #rename: { readonly from: string; readonly to: string } | undefined;
  #uses: readonly LookUse[] = [];

  constructor() {
    const buttons = element(
      'div',
      { class: 'hub-side-look-buttons' },
      this.#update,
      smallButton(words('renames.later'), () => this.#show([])),
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

type LookNode = EditorNode & SavedLookNode;

/** A node on a flow with the name of a look in one of its fields. */
export interface LookUse {
  readonly node: EditorNode;
  readonly field: string;
}

/**
 * The core nodes that can have the name of a look: the field with their rows, and the row whose text is the name. Only
 * `msg.look` counts. A name that a function or an expression computes cannot be found.
 */
const ROWS: Readonly<Record<string, { readonly field: string; readonly text: string; readonly type: string }>> = {
  inject: { field: 'props', text: 'v', type: 'vt' },
  change: { field: 'rules', text: 'to', type: 'tot' },
  switch: { field: 'rules', text: 'v', type: 'vt' },
};

/** The nodes that use a look of the file of a `hub-look`. Other nodes than `hub-look` name no file. */
function lookUses(id: string, name: string): readonly LookUse[] {
  const renaming = red.nodes.node(id) as LookNode | null | undefined;
  const uses: LookUse[] = [];
  red.nodes.eachNode((node) => {
    const field = node.type === 'hub-look' ? 'look' : ROWS[node.type]?.field;
    if (!field || red.workspaces.isLocked(node.z)) return;
    if (node.type === 'hub-look' && renaming && !isSameFile(node as LookNode, renaming)) return;
    if (replaced(node, field, name, name) !== undefined) uses.push({ node, field });
  });
  return uses;
}

/** Saves the new name of a look as one undo step. */
const renameUses = (uses: readonly LookUse[], name: string, to: string): void =>
  changeNodes(uses.map(({ node, field }) => ({ node, fields: () => ({ [field]: replaced(node, field, name, to) }) })));

/** The value of a field with the new name. Undefined if it does not have the name. */
function replaced(node: EditorNode, field: string, name: string, to: string): unknown {
  const value: unknown = Reflect.get(node, field);
  if (typeof value === 'string') return value.trim() === name ? to : undefined;
  const { text = '', type = '' } = ROWS[node.type] ?? {};
  const isUse = (row: unknown) =>
    isObject(row) && row[text] === name && row[type] === 'str' && propertyOf(node, row) === 'look';
  if (!Array.isArray(value) || !value.some(isUse)) return undefined;
  return value.map((row) => (isUse(row) ? { ...row, [text]: to } : row));
}

/** The property of the message that a row sets or compares. A *switch* compares one for all its rows. */
function propertyOf(node: EditorNode, row: Readonly<Record<string, unknown>>): unknown {
  if (node.type !== 'switch') return row.pt === undefined || row.pt === 'msg' ? row.p : undefined;
  const { property, propertyType }: { property?: unknown; propertyType?: unknown } = node as object;
  return propertyType === 'msg' ? property : undefined;
}

/** Nodes with the same hub and the same file share their looks. */
const isSameFile = (one: LookNode, other: LookNode): boolean =>
  hubConfigOf(one, one.hub)?.id === hubConfigOf(other, other.hub)?.id && (one.file ?? '') === (other.file ?? '');
