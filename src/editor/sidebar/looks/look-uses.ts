import { isSameName } from '../../../base/names.js';
import { isObject } from '../../../base/values.js';
import type { SavedLookNode } from '../../../saved/look.js';
import { type ControlNode, deskNodesOf } from '../../base/control-actions.js';
import { element, setText, smallButton } from '../../base/dom.js';
import { hubConfigOf } from '../../base/hubs.js';
import { type EditorNode, red } from '../../base/red.js';
import { words } from '../../base/words.js';
import { changeNodes } from '../../picking/renames.js';
import { nodeName } from '../base/node-name.js';

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
    if (this.#rename) renameUses(ticked, this.#rename.to);
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
  /** The field with another name. Undefined if the field does not have the name any more. */
  readonly renamed: (to: string) => Readonly<Record<string, unknown>> | undefined;
}

/** A row of a table, as the editor holds it. */
type Row = Readonly<Record<string, unknown>>;

/**
 * The core nodes that can have the name of a look: the field with their rows, and the row whose text is the name. Only
 * `msg.look` counts. A name that a function or an expression computes cannot be found.
 */
const ROWS: Readonly<Record<string, { readonly field: string; readonly text: string; readonly type: string }>> = {
  inject: { field: 'props', text: 'v', type: 'vt' },
  change: { field: 'rules', text: 'to', type: 'tot' },
  switch: { field: 'rules', text: 'v', type: 'vt' },
};

/** The nodes that use a look of the file of a `hub-look`. Core nodes name no file. */
function lookUses(id: string, name: string): readonly LookUse[] {
  const renaming = red.nodes.node(id) as LookNode | null | undefined;
  const uses: LookUse[] = [];
  red.nodes.eachNode((node) => {
    if (red.workspaces.isLocked(node.z)) return;
    const renamed = renamedOf(node, name, renaming ?? undefined);
    if (renamed?.(name)) uses.push({ node, renamed });
  });
  return uses;
}

/** Undefined for a node that cannot have the name of a look. */
function renamedOf(node: EditorNode, name: string, renaming: LookNode | undefined): LookUse['renamed'] | undefined {
  const isOfFile = (look: EditorNode | undefined) => !renaming || (look && isSameFile(look as LookNode, renaming));
  if (node.type === 'hub-look') {
    const has = () => isOfFile(node) && isSameName(String((node as LookNode).look ?? ''), name);
    return (to) => (has() ? { look: to } : undefined);
  }
  if (node.type === 'hub-control') {
    const isUse = ({ does, look, lookNode }: Row) =>
      does === 'look' && isSameName(String(look), name) && isOfFile(lookNodeOf(node as ControlNode, lookNode));
    return (to) => renamedRows(node, 'actions', isUse, { look: to });
  }
  const { field, text = '', type = '' } = ROWS[node.type] ?? {};
  const isUse = (row: Row) =>
    isSameName(String(row[text]), name) && row[type] === 'str' && propertyOf(node, row) === 'look';
  return field === undefined ? undefined : (to) => renamedRows(node, field, isUse, { [text]: to });
}

/** The `hub-look` of an action. Blank: the only one of its hub. */
const lookNodeOf = (node: ControlNode, id: unknown): EditorNode | undefined =>
  id ? (red.nodes.node(String(id)) ?? undefined) : deskNodesOf('hub-look', hubConfigOf(node, node.hub)?.id ?? '')[0];

/** The rows of a field, with other values in those that use the look. */
function renamedRows(node: EditorNode, field: string, isUse: (row: Row) => unknown, other: Row): Row | undefined {
  const rows: unknown = Reflect.get(node, field);
  const isUsed = (row: unknown): row is Row => isObject(row) && Boolean(isUse(row));
  if (!Array.isArray(rows) || !rows.some(isUsed)) return undefined;
  return { [field]: rows.map((row) => (isUsed(row) ? { ...row, ...other } : row)) };
}

/** Saves the new name of a look as one undo step. */
const renameUses = (uses: readonly LookUse[], to: string): void =>
  changeNodes(uses.map(({ node, renamed }) => ({ node, fields: () => renamed(to) ?? {} })));

/** The property of the message that a row sets or compares. A *switch* compares one for all its rows. */
function propertyOf(node: EditorNode, row: Row): unknown {
  if (node.type !== 'switch') return row.pt === undefined || row.pt === 'msg' ? row.p : undefined;
  const { property, propertyType }: { property?: unknown; propertyType?: unknown } = node as object;
  return propertyType === 'msg' ? property : undefined;
}

/** Nodes with the same hub and the same file share their looks. */
const isSameFile = (one: LookNode, other: LookNode): boolean =>
  hubConfigOf(one, one.hub)?.id === hubConfigOf(other, other.hub)?.id && (one.file ?? '') === (other.file ?? '');
