import { property } from './event-stage.js';
import { HubStage } from './hub-stage.js';
import { logOf, type Message, type NodeOf, perform } from './stage.js';

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
export class WatchStage extends HubStage {
  static forEach = (): WatchStage => HubStage.each(new WatchStage());

  async open(parts: NodeOf[], config: object = {}): Promise<void> {
    this.stage = await perform({ baseUrl: this.hub.url, auth: 'none', ...config }, parts);
  }

  send = (id: string, msg: Message): Promise<Message> => this.sendTo(id, msg);

  /** All reads, alone or in a batch. The operation filters only single reads. */
  polls = (operation = 'getProperty') =>
    this.hub.journal.flatMap((entry) => {
      if (entry.operation === operation) return [entry];
      return entry.operation === 'batch' ? (entry.body as { verb: string }[]).map(() => entry) : [];
    });

  arrived = (count: number) => this.stage.until(() => this.stage.out.length >= count);

  logOf = logOf;
}
