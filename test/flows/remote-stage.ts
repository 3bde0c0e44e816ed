import helper from 'node-red-node-test-helper';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { literal, type Message, type NodeOf, perform, type Stage } from './stage.js';

const TOPIC = 'graphics-hub';

/** A saved host. Its first output is wired to `wire`. */
export const host = (fields: object = {}): NodeOf => ({
  id: 'host',
  type: 'hub-remote',
  role: 'host',
  wires: [['wire'], ['next'], ['watch', 'event']],
  ...fields,
});

/** A saved panel. Its states are wired to `out`, its answers to `answers`. */
export const panel = (fields: object = {}): NodeOf => ({
  id: 'panel',
  type: 'hub-remote',
  role: 'panel',
  wires: [['wire'], ['out'], ['answers']],
  ...fields,
});

/** Runs the host's commands. */
export const next: NodeOf = {
  id: 'next',
  type: 'hub-linear-play',
  operation: 'playNext',
  params: { engineId: literal(101), preview: literal('program') },
  wires: [['results']],
};

/** A watch of one property, and an event node. */
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

/** The heartbeat of a host without states. */
export const beatOf = (run: string, fields: object = {}): string => {
  const digests = Array(32).fill('da39a3ee');
  return JSON.stringify({ version: 1, run, at: Date.now(), steady: performance.now(), digests, ...fields });
};

/** A host and its panels in one Node-RED, with a wire instead of the broker. The wire records messages and can be cut. */
export class RemoteStage {
  hub!: Simulator;
  stage!: Stage;
  /** The messages to the broker, the oldest first. */
  sent: Message[] = [];
  /** False: the wire is cut. */
  isConnected = true;
  /** True for messages to lose. */
  isLost: (msg: Message) => boolean = () => false;
  /** A catch node reports failed reads of the watch to the host. */
  hasCatch = true;
  #ids = 0;

  /** Sets up each test of a suite and cleans up after it. */
  static forEach(): RemoteStage {
    const remoteStage = new RemoteStage();
    beforeEach(async () => {
      remoteStage.isConnected = true;
      remoteStage.isLost = () => false;
      remoteStage.hasCatch = true;
      remoteStage.hub = await startSimulator();
    });
    afterEach(async () => {
      await remoteStage.stage.close();
      await remoteStage.hub.close();
    });
    return remoteStage;
  }

  async open(parts: readonly NodeOf[], config: object = {}): Promise<void> {
    const helpers = ['wire', 'results', 'answers'].map((id) => ({ id, type: 'helper', wires: [] }));
    this.stage = await perform({ baseUrl: this.hub.url, auth: 'none', dialect: '1', ...config }, [
      ...parts,
      ...helpers,
    ]);
    this.sent = [];
    const ends = parts.filter(({ type }) => type === 'hub-remote').map(({ id }) => id);
    helper.getNode('wire').on('input', (msg: Message) => {
      this.sent.push(msg);
      if (this.isConnected && !this.isLost(msg))
        for (const id of ends) this.stage.node(id).receive({ ...msg, retain: false });
    });
    this.#reportToHost();
  }

  /** The results of the commands' node. */
  get results(): Message[] {
    return this.stage.received('results');
  }

  /** The answers of the panel. */
  get answers(): Message[] {
    return this.stage.received('answers');
  }

  /** Sends the end of each command to the host, like a Complete and a Catch node of the commands' node. */
  #reportToHost(): void {
    const reported = new Set<string>();
    for (const end of ['completed', 'caught'])
      helper.getNode(end).on('input', (msg: Message) => {
        const { remote, error } = msg;
        const isFailedRead = this.hasCatch && end === 'caught' && error?.source.id === 'watch';
        const isOurs = remote?.id ? !reported.has(remote.id) : isFailedRead;
        if (!isOurs) return;
        reported.add(remote?.id);
        this.stage.node('host').receive(msg);
      });
  }

  /** Waits until the panel has all states of its host. */
  async connected(): Promise<void> {
    await this.stage.until(() => this.stage.status('panel').text === 'host connected');
  }

  /** Sends a message to the panel and waits for its end. */
  async press(msg: Message): Promise<Message> {
    this.#ids += 1;
    const _msgid = `press${this.#ids}`;
    const ended = () => [...this.stage.caught, ...this.stage.completed].find((each) => each._msgid === _msgid);
    this.stage.node('panel').receive({ ...msg, _msgid });
    await this.stage.until(() => ended() !== undefined);
    return ended() as Message;
  }

  /** Sends a state to the host, like a watch. */
  sendState(topic: string, payload: unknown): void {
    this.stage.node('host').receive({ topic, payload, hub: { operation: 'getProperty', outcome: 'done' } });
  }

  /** The payloads for the panel's lamps with a topic, the oldest first. */
  lamps = (topic: string): unknown[] =>
    this.stage.out.filter((msg) => msg.topic === topic).map(({ payload }) => payload);

  /** Waits until the panel's lamp of a topic shows a payload. */
  shows = (topic: string, payload: unknown): Promise<void> =>
    this.stage.until(() => JSON.stringify(this.lamps(topic).at(-1)) === JSON.stringify(payload));

  /** Sends a message to a node, like a broker. */
  deliver(id: string, place: string, payload: unknown, more: object = {}): void {
    this.stage.node(id).receive({ topic: `${TOPIC}/${place}`, payload, qos: 0, retain: false, ...more });
  }

  /** The messages to the broker with a topic, as objects. */
  sentTo = (place: string): Message[] =>
    this.sent.filter(({ topic }) => topic.startsWith(`${TOPIC}/${place}`)).map(({ payload }) => JSON.parse(payload));

  commands = () => this.hub.journal.filter(({ method }) => method !== 'GET');
}
