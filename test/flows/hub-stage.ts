import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import type { Message, Stage } from './stage.js';

/** A simulated hub and a flow. */
export class HubStage {
  hub!: Simulator;
  stage!: Stage;
  #sent = 0;

  /** Sets up each test of a suite and cleans up after it. */
  static each<Kind extends HubStage>(show: Kind): Kind {
    beforeEach(() => show.begin());
    afterEach(() => show.finish());
    return show;
  }

  protected async begin(options: object = {}): Promise<void> {
    this.hub = await startSimulator({ port: await freePort(), ...options });
  }

  protected async finish(): Promise<void> {
    await this.stage?.close();
    await this.hub.close();
  }

  /** A message with an id of its own. */
  protected message(msg: Message): Message {
    this.#sent += 1;
    return { _msgid: `m${this.#sent}`, ...msg };
  }

  /** Sends a message to a node, and waits for its end. */
  protected sendTo(id: string, msg: Message): Promise<Message> {
    return this.stage.send(id, this.message(msg));
  }
}
