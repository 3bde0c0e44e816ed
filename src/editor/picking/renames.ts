import type { ListRow } from '../../hub/lists/index.js';
import type { PublicParameter } from '../../hub/table/public-table.js';
import type { SavedParam } from '../../saved/param.js';
import { versionFault } from '../../saved/version.js';
import { element, setText, smallButton } from '../base/dom.js';
import { hubConfigOf } from '../base/hubs.js';
import { type OperationNode, paramOf } from '../base/node-types.js';
import { type EditorNode, red } from '../base/red.js';
import { operationByName, operationOf } from '../base/table.js';
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
const nodeCount = (renames: readonly Rename[]): number => new Set(renames.map(({ node }) => node)).size;

/** Saves the new names as one undo step. Skips nodes that were deleted meanwhile. */
const updateNames = (renames: readonly Rename[]): void =>
  changeNodes(
    renames.map(({ node, param, label }) => ({
      node,
      fields: () => ({ params: { ...node.params, [param]: { ...paramOf(node.params, param), label } } }),
    })),
  );

/** New values of fields of a node on a flow. */
export interface NodeChange {
  readonly node: EditorNode;
  /** Called when the values are saved, since a change before may have changed the same field. */
  readonly fields: () => Readonly<Record<string, unknown>>;
}

/** Saves the new values as one undo step. Skips nodes that were deleted meanwhile. */
export function changeNodes(changes: readonly NodeChange[]): void {
  const isDirty = red.nodes.dirty();
  const present = changes.filter(({ node }) => red.nodes.node(node.id) === node);
  const events = present.map(({ node, fields }) => {
    const after = fields();
    const before = Object.fromEntries(Object.keys(after).map((name) => [name, Reflect.get(node, name)]));
    const { changed } = node;
    Object.assign(node, { ...after, changed: true, dirty: true });
    red.events.emit('nodes:change', node);
    return { t: 'edit', node, changes: before, changed, dirty: isDirty };
  });
  if (events.length === 0) return;
  red.history.push({ t: 'multi', events, dirty: isDirty });
  red.nodes.dirty(true);
  red.view.redraw(true);
}

/** Offers to update the names in other nodes, if there are any. */
export function offerRenames(renames: readonly Rename[]): void {
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
          updateNames(renames);
        },
      },
    ],
  });
}

/** Offers to update the names of nodes, after the tree has read new names. */
export class RenameBar {
  readonly #text = element('span', { role: 'status' });
  readonly #button = smallButton(words('renames.update'), () => {
    updateNames(this.#renames());
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

  #renames(): readonly Rename[] {
    return [...this.#lists.values()].flatMap(renamesIn);
  }

  #draw(): void {
    const count = nodeCount(this.#renames());
    this.element.hidden = count === 0;
    setText(this.#text, count === 0 ? '' : words('renames.others', { count }));
  }
}
