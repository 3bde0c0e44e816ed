import { SIMULATOR_HUB, SIMULATOR_URL } from '../saved/simulator.js';
import { element, setText } from './base/dom.js';
import { RequestError } from './base/endpoint.js';
import { exampleFlow, type SavedNode } from './base/examples.js';
import { allHubs } from './base/hubs.js';
import type { HubConfig } from './base/node-types.js';
import { canEditFlows, red } from './base/red.js';
import { words } from './base/words.js';
import { isNodeRedHere, startSimulator } from './simulator-bar.js';

/** The ways to a hub and to a flow: all there is without a hub, and below the list of the hubs. */
export class Starts {
  readonly #onHub: (simulatorUrl: string) => void;
  readonly #problem = element('div', { class: 'hub-side-problem', role: 'status' });
  readonly element = element('div', { class: 'hub-side-starts' }, element('p', {}, words('sidebar.noHubs')));
  #simulator: HTMLButtonElement | undefined;

  /** `onHub` is called after a hub for the simulator was added, with the address of the simulator. */
  constructor(onHub: (simulatorUrl: string) => void) {
    this.#onHub = onHub;
    if (!canEditFlows()) return;
    this.#add('addHub', async () => red.editor.editConfig('', TYPE, '_ADD_'));
    this.#simulator = this.#add('simulator', () => this.#withSimulator(async (url) => addSimulatorHub(url)));
    if (!isNodeRedHere()) this.element.append(element('p', {}, words('sidebar.starts.remote')));
    this.#add('firstShow', () => this.#withSimulator(importFirstShow));
    this.#add('examples', async () => red.actions.invoke('core:show-examples-import-dialog'));
    this.element.append(this.#problem);
  }

  /** The flows may have got a hub for the simulator. */
  draw(): void {
    if (this.#simulator) this.#simulator.hidden = allHubs().some(isSimulator);
  }

  #add(start: 'addHub' | 'simulator' | 'firstShow' | 'examples', act: () => Promise<void>): HTMLButtonElement {
    const hint = element('p', { id: `hub-side-start-${start}` }, words(`sidebar.startHints.${start}`));
    const button = element(
      'button',
      { type: 'button', class: 'red-ui-button', 'aria-describedby': hint.id },
      words(`sidebar.starts.${start}`),
    );
    button.addEventListener('click', async () => {
      // A second click would add a second hub.
      button.disabled = true;
      try {
        await act();
        setText(this.#problem, '');
      } catch (error) {
        setText(this.#problem, error instanceof RequestError ? error.message : words('sidebar.failed'));
      } finally {
        button.disabled = false;
      }
    });
    this.element.append(button, hint);
    return button;
  }

  async #withSimulator(addHub: (url: string) => Promise<void>): Promise<void> {
    const url = await startSimulator();
    await addHub(url);
    this.#onHub(url);
  }
}

const TYPE = 'hub-config';

const isSimulator = ({ id, baseUrl }: HubConfig): boolean => id === SIMULATOR_HUB.id || baseUrl === SIMULATOR_URL;

/** Adds the examples' configuration for a simulator as one undo step. */
function addSimulatorHub(url: string): void {
  const defaults = Object.entries(red.nodes.getType(TYPE).defaults).map(([field, { value }]) => [field, value]);
  const own = { type: TYPE, baseUrl: url, auth: 'none', simulator: 'true' };
  const hub = { ...Object.fromEntries(defaults), ...SIMULATOR_HUB, ...own };
  red.view.importNodes([hub], { generateIds: false, notify: false });
}

/** Adds the example flow with the address of a simulator as one undo step, and shows it. Rejects like `ajax`. */
async function importFirstShow(url: string): Promise<void> {
  const saved = await exampleFlow('1-first-steps/first-show');
  const isThere = ({ id }: SavedNode) => red.nodes.node(id) || red.nodes.workspace(id);
  const nodes = saved
    .filter((node) => node.type !== TYPE || !isThere(node))
    .map((node) => (node.baseUrl === SIMULATOR_URL ? { ...node, baseUrl: url, simulator: 'true' } : node));
  red.view.importNodes(nodes, { generateIds: nodes.some(isThere), notify: true });
  const newTab = red.nodes.getWorkspaceOrder().at(-1);
  if (newTab !== undefined) red.workspaces.show(newTab);
}
