import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Simulator } from '../../dist/simulator/index.js';
import { opacity } from '../operations/values.js';
import { ask } from '../simulator/ask.js';
import { HubStage } from './hub-stage.js';
import { fromMessage, literal, type Message, type NodeOf, perform } from './stage.js';

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A command of somebody else: the value of `property`. */
export const setOpacity = (hub: Simulator, Value: unknown) =>
  ask(hub, 'setProperty', { params: { ...opacity, Value } });

export const property = {
  engineId: literal(1),
  nodePath: literal('Mixer_0'),
  propertyPath: literal('Overlay//Opacity/0'),
};

export const fader: NodeOf = {
  id: 'fader',
  name: 'Overlay fader',
  type: 'hub-engine-property',
  operation: 'setProperty',
  params: { ...property, Value: fromMessage('payload') },
  wires: [['answers']],
};

export const reader: NodeOf = { ...fader, id: 'reader', name: '', operation: 'getProperty', params: property };

export const batch: NodeOf = {
  id: 'batch',
  type: 'hub-batch',
  operation: 'batch',
  params: { entries: fromMessage('payload') },
  wires: [['answers']],
};

export const event = (fields: object = {}): NodeOf => ({ id: 'event', type: 'hub-event', ...fields });

/** A simulated hub and a flow with an event node. The output of other nodes is in `answered`. */
export class EventStage extends HubStage {
  /** A temporary folder for the as-run file. */
  folder = '';

  static forEach = (): EventStage => HubStage.each(new EventStage());

  protected override async begin(): Promise<void> {
    await super.begin();
    this.folder = mkdtempSync(join(tmpdir(), 'hub-event-'));
  }

  protected override async finish(): Promise<void> {
    await super.finish();
    rmSync(this.folder, { recursive: true, force: true });
  }

  get file(): string {
    return join(this.folder, 'as-run.jsonl');
  }

  async open(parts: NodeOf[], config: object = {}, secrets = {}): Promise<void> {
    const answers = { id: 'answers', type: 'helper', wires: [] };
    this.stage = await perform({ baseUrl: this.hub.url, auth: 'none', ...config }, [...parts, answers], secrets);
  }

  get answered(): Message[] {
    return this.stage.received('answers');
  }

  send = (id: string, payload?: unknown): Promise<Message> => this.sendTo(id, { payload });

  /** The payloads of the event node with this topic. */
  about = (topic: string): Message[] =>
    this.stage.out.filter((msg) => msg.topic === topic).map(({ payload }) => payload);

  commands = () => this.hub.journal.filter(({ method }) => method !== 'GET');

  shows = (id: string, text: string) =>
    this.stage.until(() => this.stage.status(id).text?.replace(/ · \d\d:\d\d$/, '') === text);
}
