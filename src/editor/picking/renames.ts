import type { ListRow } from '../../hub/lists/bound-list.js';
import type { PublicParameter } from '../../hub/table/public-table.js';
import type { SavedParam } from '../../saved/param.js';
import { versionFault } from '../../saved/version.js';
import { type OperationNode, paramOf } from '../base/node-types.js';
import { red } from '../base/red.js';
import { operationByName, operationOf } from '../base/table.js';
import { changeNodes } from './change-nodes.js';
import { hubConfigOf } from './config-draft.js';
import type { SelectedPath } from './selected-path.js';

/** Things of one kind below the selected ones, as a hub listed them. */
export interface ReadList {
  /** Id of the configuration. */
  readonly hub: string;
  readonly kind: string;
  readonly parent: SelectedPath;
  readonly entries: readonly ListRow[];
}

/** A parameter of a node on a flow that has an old name of a thing. */
export interface Rename {
  readonly node: OperationNode;
  readonly param: string;
  /** The new name. */
  readonly label: string;
}

/** True if the hub has another name for a thing than the saved one. A thing without a name has its id. */
export const isRenamed = ({ label }: SavedParam, entry: ListRow): boolean =>
  label !== undefined && label !== entry.label && entry.label !== String(entry.value);

/** The parameters on all flows that show an old name of a thing in a list. */
export function renamesIn({ hub, kind, parent, entries }: ReadList): readonly Rename[] {
  const entryByValue = new Map(entries.map((entry) => [String(entry.value), entry]));
  const renames: Rename[] = [];
  red.nodes.eachNode((each) => {
    const node = each as OperationNode;
    if (
      !node.params ||
      versionFault(node.version) ||
      hubConfigOf(node, node.hub)?.id !== hub ||
      red.workspaces.isLocked(node.z)
    )
      return;
    const parameters = parametersOf(node);
    if (!isBelow(node, parameters, parent)) return;
    for (const { name, names } of parameters) {
      const param = names === kind ? paramOf(node.params, name) : undefined;
      const entry = param && entryByValue.get(param.value);
      if (entry && isRenamed(param, entry)) renames.push({ node, param: name, label: entry.label });
    }
  });
  return renames;
}

/** A panel reads a property, but has no operation. */
const parametersOf = (node: OperationNode): readonly PublicParameter[] =>
  (node.type === 'hub-panel' ? operationByName('getProperty') : operationOf(node))?.parameters ?? [];

/** True if the node acts on something below the selected things. */
const isBelow = ({ params }: OperationNode, parameters: readonly PublicParameter[], parent: SelectedPath): boolean =>
  Object.entries(parent).every(([kind, { value }]) => {
    const parameter = parameters.find(({ names }) => names === kind);
    return parameter !== undefined && paramOf(params, parameter.name)?.value === String(value);
  });

/** The number of nodes. A node can have several old names. */
export const nodeCount = (renames: readonly Rename[]): number => new Set(renames.map(({ node }) => node)).size;

/** Saves the new names as one undo step. Skips nodes that were deleted meanwhile. */
export const updateNames = (renames: readonly Rename[]): void =>
  changeNodes(
    renames.map(({ node, param, label }) => ({
      node,
      fields: () => ({ params: { ...node.params, [param]: { ...paramOf(node.params, param), label } } }),
    })),
  );
