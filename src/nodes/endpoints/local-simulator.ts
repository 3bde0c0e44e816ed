import type { NodeAPI } from 'node-red';
import { SIMULATOR_URL } from '../../saved/simulator.js';
import type { Simulator } from '../../simulator/index.js';

/** The part of a runtime event that reports that the flows stopped. */
interface RuntimeEvent {
  readonly id: string;
  /** `error`: a deploy could not start the flows, for example because a node is not installed. */
  readonly payload?: { readonly state?: string; readonly deploy?: boolean; readonly error?: string };
}

/**
 * A simulator inside Node-RED, on the loopback address only. It survives a deploy and closes when Node-RED or its flows
 * stop.
 */
export class LocalSimulator {
  readonly #events: NodeAPI['events'];
  #starting: Promise<Simulator> | undefined;
  /** Its address while it runs. */
  url: string | undefined;

  constructor(events: NodeAPI['events']) {
    this.#events = events;
  }

  /** Returns the address of the simulator, and starts it before if necessary. Rejects if it cannot listen. */
  async start(): Promise<string> {
    this.#starting ??= this.#listen();
    const starting = this.#starting;
    const { url } = await starting;
    // The flows may have stopped meanwhile.
    if (starting === this.#starting) this.url = url;
    return url;
  }

  async #listen(): Promise<Simulator> {
    this.#events.on('runtime-event', this.#closeWithFlows);
    try {
      return await startOnUsualPort();
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  readonly #closeWithFlows = ({ id, payload }: RuntimeEvent): void => {
    if (id !== 'runtime-state' || payload?.state !== 'stop' || payload.deploy || payload.error) return;
    // It may still be starting. A failed start is reported to its request.
    this.#starting?.then((simulator) => simulator.close()).catch(() => {});
    this.#forget();
  };

  #forget(): void {
    this.#events.off('runtime-event', this.#closeWithFlows);
    this.#starting = undefined;
    this.url = undefined;
  }
}

/** Listens on the port of the examples or, if another program uses it, on a free one. */
async function startOnUsualPort(): Promise<Simulator> {
  // Most Node-REDs never need it.
  const { startSimulator } = await import('../../simulator/index.js');
  const port = Number(new URL(SIMULATOR_URL).port);
  try {
    return await startSimulator({ port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return startSimulator();
  }
}
