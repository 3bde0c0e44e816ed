import { element, setText } from '../base/dom.js';
import { RequestError } from '../base/endpoint.js';
import { canEditFlows } from '../base/red.js';
import { words } from '../base/words.js';
import { addSimulatorHub, importFirstShow, openNewHub } from './new-hub.js';
import { isNodeRedHere, startSimulator } from './simulator-bar.js';

/** The ways to a first hub, for a sidebar without one. */
export class Starts {
  readonly #onHub: (simulatorUrl: string) => void;
  readonly #problem = element('div', { class: 'hub-side-problem', role: 'status' });
  readonly element = element('div', { class: 'hub-side-starts' }, element('p', {}, words('sidebar.noHubs')));

  /** `onHub` is called after a hub for the simulator was added, with the address of the simulator. */
  constructor(onHub: (simulatorUrl: string) => void) {
    this.#onHub = onHub;
    if (!canEditFlows()) return;
    this.#add('addHub', async () => openNewHub());
    this.#add('simulator', () =>
      this.#withSimulator(async (url) => addSimulatorHub(words('sidebar.starts.simulatorName'), url)),
    );
    if (!isNodeRedHere()) this.element.append(element('p', {}, words('sidebar.starts.remote')));
    this.#add('firstShow', () => this.#withSimulator(importFirstShow));
    this.element.append(this.#problem);
  }

  #add(start: 'addHub' | 'simulator' | 'firstShow', act: () => Promise<void>): void {
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
  }

  async #withSimulator(addHub: (url: string) => Promise<void>): Promise<void> {
    const url = await startSimulator();
    await addHub(url);
    this.#onHub(url);
  }
}
