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
  /** The simulator of stopped flows, until it has closed. */
  #closing: Promise<void> | undefined;
  /** Its address while it runs. */
  url: string | undefined;
  /** The port of the last start, if another program uses it. */
  usedPort: number | undefined;

  constructor(events: NodeAPI['events']) {
    this.#events = events;
  }

  /**
   * Returns the address of the simulator, and starts it before if necessary. With a port, it listens there or rejects
   * with `UsedPort`. Otherwise it listens on the port of the examples, or on a free one.
   */
  async start(port?: number): Promise<string> {
    this.#starting ??= this.#listen(port);
    const starting = this.#starting;
    const { url } = await starting;
    // The flows may have stopped meanwhile.
    if (starting === this.#starting) this.url = url;
    return url;
  }

  async #listen(port: number | undefined): Promise<Simulator> {
    this.#events.on('runtime-event', this.#closeWithFlows);
    this.usedPort = undefined;
    try {
      await this.#closing;
      return await (port === undefined ? startOnUsualPort() : startOn(port));
    } catch (error) {
      this.#forget();
      if (error instanceof UsedPort) this.usedPort = error.port;
      throw error;
    }
  }

  readonly #closeWithFlows = ({ id, payload }: RuntimeEvent): void => {
    if (id !== 'runtime-state' || payload?.state !== 'stop' || payload.deploy || payload.error) return;
    // It may still be starting. A failed start is reported to its request.
    this.#closing = this.#starting?.then((simulator) => simulator.close()).catch(() => {});
    this.#forget();
  };

  #forget(): void {
    this.#events.off('runtime-event', this.#closeWithFlows);
    this.#starting = undefined;
    this.url = undefined;
  }
}

/** Another program uses the port. */
export class UsedPort extends Error {
  readonly port: number;

  constructor(port: number, cause: unknown) {
    super(`Port ${port} is used`, { cause });
    this.port = port;
  }
}

async function startOn(port: number): Promise<Simulator> {
  // Most Node-REDs never need it.
  const { startSimulator } = await import('../../simulator/index.js');
  try {
    return await startSimulator({ port });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new UsedPort(port, error) : error;
  }
}

/** Listens on the port of the examples or, if another program uses it, on a free one. */
async function startOnUsualPort(): Promise<Simulator> {
  try {
    return await startOn(Number(new URL(SIMULATOR_URL).port));
  } catch (error) {
    if (!(error instanceof UsedPort)) throw error;
    return startOn(ANY_PORT);
  }
}

/** The system chooses a free port. */
const ANY_PORT = 0;
