import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { property } from './event-stage.js';
import { logOf, type Message, type NodeOf, perform, type Stage } from './stage.js';

/** A watch of the property at a short interval. */
export const watch = (id: string, fields: object = {}): NodeOf => ({
  id,
  type: 'hub-watch',
  operation: 'getProperty',
  params: property,
  interval: '0.1',
  path: 'Value',
  ...fields,
});

/** A simulated hub and a flow that watches it. */
export class WatchStage {
  hub!: Simulator;
  stage!: Stage;
  #sent = 0;

  /** Sets up each test of a suite and cleans up after it. */
  static forEach(): WatchStage {
    const show = new WatchStage();
    beforeEach(async () => {
      show.hub = await startSimulator({ port: await freePort() });
    });
    afterEach(async () => {
      await show.stage.close();
      await show.hub.close();
    });
    return show;
  }

  async open(parts: NodeOf[], config: object = {}): Promise<void> {
    this.stage = await perform({ baseUrl: this.hub.url, auth: 'none', ...config }, parts);
  }

  send(id: string, msg: Message): Promise<Message> {
    this.#sent += 1;
    return this.stage.send(id, { _msgid: `m${this.#sent}`, ...msg });
  }

  /** All reads, alone or in a batch. The operation filters only single reads. */
  polls = (operation = 'getProperty') =>
    this.hub.journal.flatMap((entry) => {
      if (entry.operation === operation) return [entry];
      return entry.operation === 'batch' ? (entry.body as { verb: string }[]).map(() => entry) : [];
    });

  arrived = (count: number) => this.stage.until(() => this.stage.out.length >= count);

  logOf = logOf;
}
