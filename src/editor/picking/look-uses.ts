import { isObject } from '../../base/values.js';
import type { SavedLookNode } from '../../saved/look.js';
import { type EditorNode, red } from '../base/red.js';
import { changeNodes } from './change-nodes.js';
import { hubConfigOf } from './config-draft.js';

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
export function lookUses(id: string, name: string): readonly LookUse[] {
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
export const renameUses = (uses: readonly LookUse[], name: string, to: string): void =>
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
