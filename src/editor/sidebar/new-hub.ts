import { SIMULATOR_URL } from '../../saved/simulator.js';
import { ajax, red } from '../base/red.js';

declare const __PACKAGE__: string;

/** A saved node of a flow. */
type SavedNode = Readonly<Record<string, unknown>> & { readonly id: string };

const TYPE = 'hub-config';

const FIRST_SHOW = `library/examples/flows/${__PACKAGE__}/1-first-steps/first-show`;

/** Opens the dialog of a new configuration. */
export const openNewHub = (): void => red.editor.editConfig('', TYPE, '_ADD_');

/** Adds a configuration for a simulator as one undo step. */
export function addSimulatorHub(name: string, url: string): void {
  const defaults = Object.entries(red.nodes.getType(TYPE).defaults).map(([field, { value }]) => [field, value]);
  const hub = { ...Object.fromEntries(defaults), id: red.nodes.id(), type: TYPE, name, baseUrl: url, auth: 'none' };
  red.view.importNodes([hub], { generateIds: false, notify: false });
}

/** Adds the example flow with the address of a simulator as one undo step, and shows it. Rejects like `ajax`. */
export async function importFirstShow(url: string): Promise<void> {
  const saved = (await ajax({ url: FIRST_SHOW, method: 'GET' })) as readonly SavedNode[];
  const nodes = saved.map((node) => (node.baseUrl === SIMULATOR_URL ? { ...node, baseUrl: url } : node));
  const isThere = ({ id }: SavedNode) => red.nodes.node(id) || red.nodes.workspace(id);
  red.view.importNodes(nodes, { generateIds: nodes.some(isThere), notify: true });
  const newTab = red.nodes.getWorkspaceOrder().at(-1);
  if (newTab !== undefined) red.workspaces.show(newTab);
}
