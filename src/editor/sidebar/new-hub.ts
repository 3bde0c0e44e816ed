import { SIMULATOR_URL } from '../../saved/simulator.js';
import { ajax } from '../base/red.js';

declare const __PACKAGE__: string;

/** A saved node of a flow. */
type SavedNode = Readonly<Record<string, unknown>> & { readonly id: string };

/** The part of Node-RED's editor that adds configurations and flows. */
interface Flows {
  readonly nodes: {
    id(): string;
    node(id: string): unknown;
    workspace(id: string): unknown;
    /** Ids of the tabs, new ones last. */
    getWorkspaceOrder(): readonly string[];
    getType(type: string): { readonly defaults: Readonly<Record<string, { readonly value: unknown }>> };
  };
  readonly view: {
    /** Adds saved nodes as one undo step. */
    importNodes(
      nodes: readonly SavedNode[],
      options: { readonly generateIds: boolean; readonly notify: boolean },
    ): void;
  };
  readonly editor: { editConfig(field: '', type: string, id: '_ADD_'): void };
  readonly workspaces: { show(id: string): void };
}

declare const RED: Flows;

const TYPE = 'hub-config';

const FIRST_SHOW = `library/examples/flows/${__PACKAGE__}/1-first-steps/first-show`;

/** Opens the dialog of a new configuration. */
export const openNewHub = (): void => RED.editor.editConfig('', TYPE, '_ADD_');

/** Adds a configuration for a simulator as one undo step. */
export function addSimulatorHub(name: string, url: string): void {
  const defaults = Object.entries(RED.nodes.getType(TYPE).defaults).map(([field, { value }]) => [field, value]);
  const hub = { ...Object.fromEntries(defaults), id: RED.nodes.id(), type: TYPE, name, baseUrl: url, auth: 'none' };
  RED.view.importNodes([hub], { generateIds: false, notify: false });
}

/** Adds the example flow with the address of a simulator as one undo step, and shows it. Rejects like `ajax`. */
export async function importFirstShow(url: string): Promise<void> {
  const saved = (await ajax({ url: FIRST_SHOW, method: 'GET' })) as readonly SavedNode[];
  const nodes = saved.map((node) => (node.baseUrl === SIMULATOR_URL ? { ...node, baseUrl: url } : node));
  const isThere = ({ id }: SavedNode) => RED.nodes.node(id) || RED.nodes.workspace(id);
  RED.view.importNodes(nodes, { generateIds: nodes.some(isThere), notify: true });
  const newTab = RED.nodes.getWorkspaceOrder().at(-1);
  if (newTab !== undefined) RED.workspaces.show(newTab);
}
