import { isSameName } from '../../base/names.js';
import { isObject } from '../../base/values.js';
import type { SavedLookNode } from '../../saved/look.js';
import { type ControlNode, deskNodesOf } from '../base/control-actions.js';
import { hubConfigOf } from '../base/hubs.js';
import { type EditorNode, red } from '../base/red.js';
import { changeNodes } from '../picking/renames.js';

export type LookNode = EditorNode & SavedLookNode;

/** A node on a flow with the name of a look in one of its fields. */
export interface NodeUse {
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
export function nodeUses(id: string, name: string): readonly NodeUse[] {
  const renaming = red.nodes.node(id) as LookNode | null | undefined;
  const uses: NodeUse[] = [];
  red.nodes.eachNode((node) => {
    if (red.workspaces.isLocked(node.z)) return;
    const renamed = renamedOf(node, name, renaming ?? undefined);
    if (renamed?.(name)) uses.push({ node, renamed });
  });
  return uses;
}

/** Undefined for a node that cannot have the name of a look. */
function renamedOf(node: EditorNode, name: string, renaming: LookNode | undefined): NodeUse['renamed'] | undefined {
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
export const renameUses = (uses: readonly NodeUse[], to: string): void =>
  changeNodes(uses.map(({ node, renamed }) => ({ node, fields: () => renamed(to) ?? {} })));

/** The property of the message that a row sets or compares. A *switch* compares one for all its rows. */
function propertyOf(node: EditorNode, row: Row): unknown {
  if (node.type !== 'switch') return row.pt === undefined || row.pt === 'msg' ? row.p : undefined;
  const { property, propertyType }: { property?: unknown; propertyType?: unknown } = node as object;
  return propertyType === 'msg' ? property : undefined;
}

/** Nodes with the same hub and the same file share their looks. */
export const isSameFile = (one: LookNode, other: LookNode): boolean =>
  hubConfigOf(one, one.hub)?.id === hubConfigOf(other, other.hub)?.id && (one.file ?? '') === (other.file ?? '');
