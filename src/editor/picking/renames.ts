import { isSameName } from '../../base/names.js';
import type { ListRow } from '../../hub/lists/index.js';
import type { PublicParameter } from '../../hub/table/public-table.js';
import type { SavedParam, SavedParams } from '../../saved/param.js';
import { versionFault } from '../../saved/version.js';
import { changeNodes, type NodeChange } from '../base/change-nodes.js';
import { actionsInUse, commandNodeOf, isCommandAction, savedActions } from '../base/control-actions.js';
import { element, setText, smallButton } from '../base/dom.js';
import { hubConfigOf } from '../base/hubs.js';
import { type ControlNode, type OperationNode, paramOf } from '../base/node-types.js';
import { type EditorNode, red } from '../base/red.js';
import { isControl, operationByName, operationOf } from '../base/table.js';
import { words } from '../base/words.js';
import type { SelectedPath } from './selected-path.js';

/** Things of one kind below the selected ones, as a hub listed them. */
export interface ReadList {
  /** Id of the configuration. */
  readonly hub: string;
  readonly kind: string;
  readonly parent: SelectedPath;
  readonly entries: readonly ListRow[];
}

/** The parameters of one operation of a node, and the fields of the node with other ones. */
interface ParamSet {
  readonly parameters: readonly PublicParameter[];
  readonly params: SavedParams;
  readonly replaced: (change: (params: SavedParams) => SavedParams) => Readonly<Record<string, unknown>>;
}

/** True if the hub has another name for a thing than the saved one. A thing without a name has its id. */
export const isRenamed = ({ label }: SavedParam, entry: ListRow): boolean =>
  label !== undefined && !isSameName(label, entry.label) && entry.label !== String(entry.value);

/** The new names for the parameters on all flows that show an old name of a thing in a list. */
export function renamesIn({ hub, kind, parent, entries }: ReadList): readonly NodeChange[] {
  const entryByValue = new Map(entries.map((entry) => [String(entry.value), entry]));
  const renames: NodeChange[] = [];
  red.nodes.eachNode((each) => {
    const node = each as OperationNode;
    if (versionFault(node.version) || red.workspaces.isLocked(node.z)) return;
    if (hubConfigOf(node, String(node.hub ?? ''))?.id !== hub) return;
    for (const { parameters, params, replaced } of paramSetsOf(node).filter((set) => isBelow(set, parent)))
      for (const { name, names } of parameters) {
        const param = names === kind ? paramOf(params, name) : undefined;
        const entry = param && entryByValue.get(param.value);
        if (!entry || !isRenamed(param, entry)) continue;
        const { label } = entry;
        const fields = () => replaced((now) => ({ ...now, [name]: { ...param, ...paramOf(now, name), label } }));
        renames.push({ node, fields });
      }
  });
  return renames;
}

/** The parameters of a node: its own, or those of each command of a control. */
function paramSetsOf(node: OperationNode): readonly ParamSet[] {
  if (isControl(node)) return commandSetsOf(node as EditorNode as ControlNode);
  if (!node.params) return [];
  // A panel reads a property, but has no operation.
  const operation = node.type === 'hub-panel' ? operationByName('getProperty') : operationOf(node);
  const replaced: ParamSet['replaced'] = (change) => ({ params: change(node.params) });
  return [{ parameters: operation?.parameters ?? [], params: node.params, replaced }];
}

function commandSetsOf(node: ControlNode): readonly ParamSet[] {
  return actionsInUse(node.kind, node.actions).flatMap((action, index) => {
    if (!isCommandAction(action)) return [];
    const command = commandNodeOf(node, action);
    const replaced: ParamSet['replaced'] = (change) => ({
      actions: savedActions(node.actions).map((each, at) =>
        at === index ? { ...each, params: change(commandNodeOf(node, each).params) } : each,
      ),
    });
    return [{ parameters: operationOf(command)?.parameters ?? [], params: command.params, replaced }];
  });
}

/** True if an operation acts on something below the selected things. */
const isBelow = ({ params, parameters }: ParamSet, parent: SelectedPath): boolean =>
  Object.entries(parent).every(([kind, { value }]) => {
    const parameter = parameters.find(({ names }) => names === kind);
    return parameter !== undefined && paramOf(params, parameter.name)?.value === String(value);
  });

/** The number of nodes. A node can have several old names. */
const nodeCount = (renames: readonly NodeChange[]): number => new Set(renames.map(({ node }) => node)).size;

/** Offers to update the names in other nodes, if there are any. */
export function offerRenames(renames: readonly NodeChange[]): void {
  if (renames.length === 0) return;
  const notification = red.notify(element('p', {}, words('renames.others', { count: nodeCount(renames) })), {
    fixed: true,
    buttons: [
      { text: words('renames.later'), click: () => notification.close() },
      {
        text: words('renames.update'),
        class: 'primary',
        click: () => {
          notification.close();
          changeNodes(renames);
        },
      },
    ],
  });
}

/** Offers to update the names of nodes, after the tree has read new names. */
export class RenameBar {
  readonly #text = element('span', { role: 'status' });
  readonly #button = smallButton(words('renames.update'), () => {
    changeNodes(this.#renames());
    this.#draw();
  });
  readonly element = element('div', { class: 'hub-side-note' }, this.#text, ' ', this.#button);
  /** The lists with renamed things, by their place in the tree. */
  readonly #lists = new Map<string, ReadList>();

  constructor() {
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

  #renames(): readonly NodeChange[] {
    return [...this.#lists.values()].flatMap(renamesIn);
  }

  #draw(): void {
    const count = nodeCount(this.#renames());
    this.element.hidden = count === 0;
    setText(this.#text, count === 0 ? '' : words('renames.others', { count }));
  }
}
