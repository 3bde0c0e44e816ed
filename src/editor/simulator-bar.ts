import { SIMULATOR_URL } from '../saved/simulator.js';
import { element, setText, smallButton } from './base/dom.js';
import { askEndpoint, RequestError, showResult } from './base/endpoint.js';
import { allHubs } from './base/hubs.js';
import { words } from './base/words.js';
import type { HubReports } from './section/hub-reports.js';

/** True if the browser runs on the computer of Node-RED. The simulator listens only there. */
export const isNodeRedHere = (): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** Starts the simulator in Node-RED, or finds the running one. Returns its address. Throws a `RequestError`. */
export async function startSimulator(): Promise<string> {
  const { url, usedPort } = await askEndpoint<{ readonly url: string; readonly usedPort?: number }>(['simulator'], {});
  if (usedPort !== undefined) throw new RequestError(portText(usedPort), 200);
  return url;
}

const portText = (port: number): string => words('warnings.simulatorPort', { port });

/** Leads to the picture of the simulator. If the simulator does not run, it shows why, and starts it. */
export class SimulatorBar {
  /** A link beside the tabs. */
  readonly picture = element(
    'a',
    {
      ...{ target: '_blank', rel: 'noopener', class: 'hub-side-picture' },
      ...{ title: words('sidebar.starts.picture'), 'aria-label': words('sidebar.starts.picture') },
    },
    element('i', { class: 'fa fa-external-link', 'aria-hidden': 'true' }),
  );
  readonly #remote = element('span', {}, words('sidebar.starts.remote'));
  readonly #start = smallButton(words('sidebar.starts.again'), () =>
    showResult(this.#problem, () => this.#startAgain()),
  );
  readonly #problem = element('span', { class: 'hub-side-problem', role: 'status' });
  readonly element = element(
    'div',
    { class: 'hub-side-note hub-side-simulator' },
    this.#remote,
    this.#start,
    this.#problem,
  );
  /** The address of the running simulator. */
  #url: string | undefined;

  constructor() {
    this.#draw(false);
  }

  async #startAgain(): Promise<string> {
    this.show(await startSimulator());
    return '';
  }

  /** Shows that the simulator runs at this address. The hub need not be deployed yet. */
  show(url: string): void {
    this.#url = url;
    this.#draw(false);
  }

  draw({ hubs, isLoaded }: HubReports): void {
    if (!isLoaded) return;
    const running = hubs.find(({ simulator }) => simulator !== undefined);
    const stopped = allHubs().find(({ id, baseUrl, simulator }) => {
      const report = hubs.find((hub) => hub.id === id);
      const isSimulator = simulator === 'true' || baseUrl === SIMULATOR_URL;
      return isSimulator && report !== undefined && (report.state !== 'connected' || report.usedPort !== undefined);
    });
    const usedPort = hubs.find((hub) => hub.usedPort !== undefined)?.usedPort;
    setText(this.#problem, usedPort === undefined ? '' : portText(usedPort));
    if (running) this.#url = running.simulator;
    else if (stopped || !allHubs().some(({ baseUrl }) => baseUrl === this.#url)) this.#url = undefined;
    this.#draw(stopped !== undefined);
  }

  #draw(canStart: boolean): void {
    const url = this.#url;
    this.picture.hidden = url === undefined || !isNodeRedHere();
    this.#remote.hidden = url === undefined || isNodeRedHere();
    this.#start.hidden = url !== undefined || !canStart;
    this.element.hidden = this.#remote.hidden && this.#start.hidden && this.#problem.textContent === '';
    if (url !== undefined) this.picture.href = `${url}/`;
  }
}
