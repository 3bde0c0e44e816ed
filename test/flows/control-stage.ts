import { isCommand } from '../joined-reads.js';
import { HubStage } from './hub-stage.js';
import { literal, type Message, type NodeOf, perform } from './stage.js';

/** The commands that the hub gets for the following actions. */
export const PLAY = 'PUT /lino/rundown/101/play/2012/0';
export const OUT = 'PUT /lino/rundown/101/out/2012/0';
export const STOP = 'PUT /launcher/101/stop';

/** Earlier, a second press is a bounce of the contact, in ms. */
export const EARLIEST_MS = 550;

/** An action that plays an item of the running show 101. */
export const plays = (itemId: number, fields: object = {}, output: string | number = 'program') => ({
  on: 'press',
  does: 'command',
  operation: 'playItem',
  params: {
    engineId: literal(101),
    rundownId: literal(201),
    itemId: { ...literal(itemId), ...(itemId === 2012 && { label: 'Headlines' }) },
    preview: literal(output),
  },
  ...fields,
});

/** Plays item 2012, which ends by itself, on program. */
export const playItem = plays(2012);

/** An action that takes out item 2012. */
export const takesOut = (fields: object = {}) => plays(2012, { operation: 'takeItemOut', ...fields });

/** An action that sets a property of the mixer. */
export const sets = (propertyPath: string, value: unknown, fields: object = {}) => ({
  on: 'press',
  does: 'command',
  operation: 'setProperty',
  params: {
    engineId: literal(1),
    nodePath: literal('Mixer_0'),
    propertyPath: literal(propertyPath),
    ...(value !== undefined && { Value: literal(value) }),
  },
  ...fields,
});

/** An action that stops a configuration of the launcher after a second press. */
export const stops = (configID: number, fields: object = {}) => ({
  ...{ on: 'press', does: 'command', operation: 'stopLaunch', params: { configID: literal(configID) } },
  ...{ secondPress: true, ...fields },
});

/** A saved control: key 0 of a Stream Deck. Its lights are in `out`, its answers in `answers`. */
export const control = (fields: object = {}): NodeOf => ({
  id: 'control',
  type: 'hub-control',
  surface: 'streamdeck',
  control: 'key 0',
  kind: 'button',
  actions: [playItem],
  interval: '0.1',
  wires: [['out'], ['answers']],
  ...fields,
});

/** A simulated hub, and a flow with controls. */
export class ControlStage extends HubStage {
  static forEach = (): ControlStage => HubStage.each(new ControlStage());

  protected override begin(options: object = {}): Promise<void> {
    return super.begin({ dialect: 2, restartTime: 0, ...options });
  }

  async open(parts: NodeOf[], config: object = {}): Promise<void> {
    const answers = { id: 'answers', type: 'helper', wires: [] };
    const hub = { baseUrl: this.hub.url, auth: 'none', dialect: '2', linearSegment: 'lino', ...config };
    this.stage = await perform(hub, [...parts, answers]);
  }

  get answers(): Message[] {
    return this.stage.received('answers');
  }

  /** Sends messages of the device to a control, without waiting. */
  receive(...messages: Message[]): void {
    for (const msg of messages) this.stage.node('control').receive(this.message(msg));
  }

  /** Sends a message of the device, and waits for its end. */
  send = (msg: Message): Promise<Message> => this.sendTo('control', msg);

  /** Starts the hub again with other options. */
  async restart(options: object): Promise<void> {
    await this.hub.close();
    await this.begin(options);
  }

  /** A command of somebody else. */
  async put(path: string): Promise<void> {
    await fetch(`${this.hub.url}/api/rest/v1${path}`, { method: 'PUT' });
  }

  /** The last message of the light. */
  get light(): Message | undefined {
    return this.stage.out.at(-1);
  }

  /** The colours of a key of a Stream Deck, the oldest first. */
  colours = (): unknown[] => this.stage.out.map(({ payload }) => payload.value);

  /** Waits until a key of a Stream Deck has a colour. */
  isColoured = (...colour: number[]): Promise<void> =>
    this.stage.until(() => JSON.stringify(this.light?.payload.value) === JSON.stringify(colour));

  /** Waits until the control has this status. */
  shows = (text: string): Promise<void> => this.stage.until(() => this.stage.status('control').text === text);

  /** Waits until the hub has got this many commands. */
  commanded = (count: number): Promise<void> => this.stage.until(() => this.commands().length === count);

  /** The reads of the hub, without the probes of the connection. */
  reads = (): string[] =>
    this.hub.journal.flatMap(({ method, path, operation, body }) =>
      operation === 'batch'
        ? (body as { url: string }[]).map(({ url }) => url)
        : method === 'GET' && operation !== 'listEngines'
          ? [path.replace('/api/rest/v1', '')]
          : [],
    );

  /** The commands that the hub got, as `PUT /lino/…`. */
  commands = (): string[] =>
    this.hub.journal.filter(isCommand).map(({ method, path }) => `${method} ${path.replace('/api/rest/v1', '')}`);
}
