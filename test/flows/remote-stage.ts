import helper from 'node-red-node-test-helper';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

const TOPIC = 'graphics-hub';

/** A host as the dialog saves it; its first output leads to `wire`. */
export const host = (fields: object = {}): NodeOf => ({
  id: 'host',
  type: 'hub-remote',
  role: 'host',
  wires: [['wire'], ['next'], ['watch', 'event']],
  ...fields,
});

/** A panel likewise; its answers lead to `answers`, what its lamps are told to `out`. */
export const panel = (fields: object = {}): NodeOf => ({
  id: 'panel',
  type: 'hub-remote',
  role: 'panel',
  wires: [['wire'], ['out'], ['answers']],
  ...fields,
});

/** What the host's commands lead to. */
export const next: NodeOf = {
  id: 'next',
  type: 'hub-linear-play',
  operation: 'playNext',
  params: { engineId: literal(101), preview: literal('program') },
  wires: [['carried']],
};

/** A watch of one property, and what tells of the connection. */
export const WATCHES: readonly NodeOf[] = [
  {
    id: 'watch',
    type: 'hub-watch',
    name: 'title',
    operation: 'getProperty',
    interval: '0.1',
    path: 'Value',
    params: {
      engineId: literal(1),
      nodePath: literal('Mixer_0'),
      propertyPath: literal('Overlay//Opacity/0'),
    },
    wires: [['host']],
  },
  { id: 'event', type: 'hub-event', asRun: false, wires: [['host']] },
];

/** A host and its panels in one Node-RED, with a wire in place of the broker: it may be cut, and it keeps what went over it. */
export class RemoteStage {
  hub!: Simulator;
  stage!: Stage;
  /** What went out to the broker, the oldest first. */
  sent: Message[] = [];
  /** What came to the commands' node, and what the panel was answered. */
  carried: Message[] = [];
  answers: Message[] = [];
  /** Whether what one sends comes to the others. */
  isWhole = true;
  /** What is lost on its way. */
  isLost: (msg: Message) => boolean = () => false;
  /** Whether a catch node tells the host that its watch failed. */
  hasCatch = true;
  #ids = 0;

  /** Makes ready for each test of a suite, and clears away after it. */
  static forEach(): RemoteStage {
    const there = new RemoteStage();
    beforeEach(async () => {
      there.isWhole = true;
      there.isLost = () => false;
      there.hasCatch = true;
      there.hub = await startSimulator();
    });
    afterEach(async () => {
      await there.stage.close();
      await there.hub.close();
    });
    return there;
  }

  async open(parts: readonly NodeOf[], config: object = {}): Promise<void> {
    const helpers = ['wire', 'carried', 'answers'].map((id) => ({ id, type: 'helper', wires: [] }));
    this.stage = await perform({ baseUrl: this.hub.url, auth: 'none', dialect: '1', ...config }, [
      ...parts,
      ...helpers,
    ]);
    this.sent = [];
    this.carried = [];
    this.answers = [];
    const ends = parts.filter(({ type }) => type === 'hub-remote').map(({ id }) => id);
    helper.getNode('wire').on('input', (msg: Message) => {
      this.sent.push(msg);
      if (this.isWhole && !this.isLost(msg))
        for (const id of ends) this.stage.node(id).receive({ ...msg, retain: false });
    });
    this.#tellHost();
    helper.getNode('carried').on('input', (msg: Message) => this.carried.push(msg));
    helper.getNode('answers').on('input', (msg: Message) => this.answers.push(msg));
  }

  /** What a complete and a catch node of the commands' node do: the stage has one of each, for all nodes. */
  #tellHost(): void {
    const told = new Set<string>();
    for (const end of ['completed', 'caught'])
      helper.getNode(end).on('input', (msg: Message) => {
        const { remote, error } = msg;
        const isFailedRead = this.hasCatch && end === 'caught' && error?.source.id === 'watch';
        const isOurs = remote?.id ? !told.has(remote.id) : isFailedRead;
        if (!isOurs) return;
        told.add(remote?.id);
        this.stage.node('host').receive(msg);
      });
  }

  /** Waits until the panel hears its host and lacks nothing. */
  async together(): Promise<void> {
    await this.stage.until(() => this.stage.status('panel').text === 'host connected');
  }

  /** Presses: a message into the panel, until it ended. */
  async press(msg: Message): Promise<Message> {
    this.#ids += 1;
    const _msgid = `press${this.#ids}`;
    const ended = () => [...this.stage.caught, ...this.stage.completed].find((each) => each._msgid === _msgid);
    this.stage.node('panel').receive({ ...msg, _msgid });
    await this.stage.until(() => ended() !== undefined);
    return ended() as Message;
  }

  /** What a watch tells the host. */
  watchTells(topic: string, payload: unknown): void {
    this.stage.node('host').receive({ topic, payload, hub: { operation: 'getProperty', outcome: 'done' } });
  }

  /** What the panel's lamps were told under a topic, the oldest first. */
  lamps = (topic: string): unknown[] =>
    this.stage.out.filter((msg) => msg.topic === topic).map(({ payload }) => payload);

  /** Waits until the panel's lamp of a topic shows a payload. */
  shows = (topic: string, payload: unknown): Promise<void> =>
    this.stage.until(() => JSON.stringify(this.lamps(topic).at(-1)) === JSON.stringify(payload));

  /** As if a broker had brought it. */
  bring(id: string, place: string, payload: unknown, more: object = {}): void {
    this.stage.node(id).receive({ topic: `${TOPIC}/${place}`, payload, qos: 0, retain: false, ...more });
  }

  /** What was sent under a topic, as objects. */
  under = (place: string): Message[] =>
    this.sent.filter(({ topic }) => topic.startsWith(`${TOPIC}/${place}`)).map(({ payload }) => JSON.parse(payload));

  commands = () => this.hub.journal.filter(({ method }) => method !== 'GET');
}
