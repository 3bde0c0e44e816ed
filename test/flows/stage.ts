import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { NodeAPI, NodeInitializer } from 'node-red';
import helper from 'node-red-node-test-helper';
import { nodeRedMain } from '../runtime.js';
import { withSurfaces } from '../surfaces.js';

helper.init(nodeRedMain);

const root = join(__dirname, '../..');
const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  'node-red': { nodes: Record<string, string> };
};

/** The nodes of the package, for example `engine-property`. */
export const nodeNames = Object.keys(project['node-red'].nodes);

const catalogues = new Map(
  nodeNames.map((name) => [name, JSON.parse(readFileSync(join(root, `locales/en-US/${name}.json`), 'utf8')) as object]),
);

/** The test helper returns keys instead of texts. This looks them up as Node-RED does. */
function translate(key: string, facts: Record<string, unknown> = {}): string {
  const [node = '', path = ''] = key.slice(project.name.length + 1).split(':');
  const text = path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], catalogues.get(node));
  if (typeof text !== 'string') return key;
  // Node-RED leaves a placeholder without a value as it is.
  return text.replace(/__(\w+?)__/g, (raw, fact) => (fact in facts ? String(facts[fact] ?? '') : raw));
}

const nodes = Object.values(project['node-red'].nodes).map((path): NodeInitializer => {
  const initialise = require(join(root, path)) as NodeInitializer;
  return (RED) => {
    (RED as { _: unknown })._ = translate;
    return initialise(RED);
  };
});

// biome-ignore lint/suspicious/noExplicitAny: a message may have any fields
export type Message = Record<string, any>;

/** A node of a test flow. `perform` adds `z` and `wires`. */
export type NodeOf = { id: string; type: string } & Record<string, unknown>;

/** The runtime of the test helper. */
interface RedNodes {
  setFlows(flow: readonly NodeOf[], credentials: object, type: string): Promise<unknown>;
}

/** A running flow with its output messages, the messages of a Catch and a Complete node, and the last statuses. */
export interface Stage {
  readonly out: Message[];
  readonly caught: Message[];
  readonly completed: Message[];
  /** The messages of a node of the type `helper`, from the start of the flow. */
  received(id: string): Message[];
  status(id: string): { fill?: string; shape?: string; text?: string };
  node(id: string): {
    receive(msg: Message): void;
    close(removed?: boolean): Promise<void>;
    on(event: 'input', listener: (msg: Message) => void): void;
  };
  /** Sends a message into a node and waits until it was completed or caught. */
  send(id: string, msg: Message): Promise<Message>;
  /** Deploys the flow after a change. A message of a new node of the type `helper` is received as before. */
  deploy(change: (flow: readonly NodeOf[]) => readonly NodeOf[], type: 'full' | 'nodes' | 'flows'): Promise<void>;
  /** Waits until a condition holds. Throws after 30 s, before mocha's timeout. */
  until(holds: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/** A pause of a hand, after the present events. Two equal messages of MQTT within 20 ms are copies. */
export async function handPause(): Promise<void> {
  for (const ms of [1, 25]) await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Returns a function that pauses before a message that is equal to an earlier one. */
export function pausesOfHand(): (msg: Message) => Promise<void> {
  const sent = new Set<string>();
  return async ({ topic, payload }) => {
    const message = JSON.stringify([topic, payload]);
    if (sent.has(message)) {
      await handPause();
      sent.clear();
    }
    sent.add(message);
  };
}

/** Half of the shortest timeout of a test here, so its message appears. In s. */
const LONGEST_WAIT = 30;

/** Runs nodes in a real Node-RED, each wired to one output, with a Catch and a Complete node. */
export async function perform(
  config: Record<string, unknown> | undefined,
  parts: NodeOf[],
  secrets: Record<string, string> = {},
  others: { configs?: NodeOf[]; modules?: NodeInitializer[] } = {},
): Promise<Stage> {
  const at = { z: 'flow', x: 0, y: 0 };
  const flow: NodeOf[] = withSurfaces([
    { id: 'flow', type: 'tab', label: '' },
    ...(others.configs ?? []),
    ...(config ? [{ id: 'config', type: 'hub-config', ...config }] : []),
    ...parts.map((part) => ({ hub: 'config', version: 1, wires: [['out']], ...at, ...part })),
    { id: 'out', type: 'helper', wires: [], ...at },
    { id: 'onError', type: 'catch', scope: null, uncaught: false, wires: [['caught']], ...at },
    { id: 'caught', type: 'helper', wires: [], ...at },
    { id: 'onDone', type: 'complete', scope: parts.map(({ id }) => id), wires: [['completed']], ...at },
    { id: 'completed', type: 'helper', wires: [], ...at },
  ]);
  let deployed: readonly NodeOf[] = flow;
  const statuses = new Map<string, object>();
  let events: NodeAPI['events'] | undefined;
  /** Loaded first to record the status of every node. */
  const recordStatus: NodeInitializer = (RED) => {
    const { createNode } = RED.nodes;
    events = RED.events;
    RED.nodes.createNode = (node, def) => {
      createNode(node, def);
      const { status } = node;
      node.status = (shown) => {
        statuses.set(node.id, shown as object);
        status.call(node, shown);
      };
    };
  };
  await helper.load([recordStatus, ...(others.modules ?? []), ...nodes], flow as never, { config: secrets } as never);
  const collected = new Map<string, Message[]>();
  const collecting = new WeakSet<object>();
  function collect(): void {
    for (const { id } of deployed.filter(({ type }) => type === 'helper')) {
      const messages = collected.get(id) ?? [];
      collected.set(id, messages);
      const node = helper.getNode(id);
      // Its flow may be disabled.
      if (!node || collecting.has(node)) continue;
      node.on('input', (msg: Message) => messages.push(msg));
      collecting.add(node);
    }
  }
  collect();
  const received = (id: string): Message[] => {
    const messages = collected.get(id);
    if (!messages) throw new Error(`${id} is not a helper node`);
    return messages;
  };
  const stage: Stage = {
    out: received('out'),
    caught: received('caught'),
    completed: received('completed'),
    received,
    status: (id) => statuses.get(id) ?? {},
    node: (id) => helper.getNode(id) as never,
    async send(id, msg) {
      const { caught, completed } = stage;
      const [failures, ends] = [caught.length, completed.length];
      // Another message can end first.
      const ended = () =>
        [...caught.slice(failures), ...completed.slice(ends)].find(({ _msgid }) => _msgid === msg._msgid);
      stage.node(id).receive(msg);
      await stage.until(() => ended() !== undefined);
      return ended() as Message;
    },
    async deploy(change, type) {
      deployed = withSurfaces(change(deployed));
      // The test helper waits for the start only after it may be over.
      const started = new Promise((resolve) => events?.once('flows:started', resolve));
      await (helper as unknown as { _redNodes: RedNodes })._redNodes.setFlows(deployed, {}, type);
      await started;
      collect();
    },
    async until(holds) {
      // Some tests stop the other clocks.
      const deadline = process.uptime() + LONGEST_WAIT;
      while (!holds()) {
        if (process.uptime() > deadline)
          throw new Error(`not within ${LONGEST_WAIT} s: ${holds}, with the statuses ${inspect(statuses)}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    close: async () => {
      await helper.unload();
    },
  };
  return stage;
}

/** A status with its time, e.g. `no answer · 21:25`. */
export const timed = (text: string): RegExp => new RegExp(`^${text} · \\d\\d:\\d\\d$`);

/** The log of a node. */
export const logOf = (id: string): string[] =>
  helper
    .log()
    .args.filter(([entry]) => entry.id === id)
    .map(([{ msg }]) => String(msg));

/** A saved literal of a typed input. */
export const literal = (value: unknown): { type: string; value: string } => {
  if (typeof value === 'string') return { type: 'str', value };
  if (typeof value === 'number') return { type: 'num', value: String(value) };
  return { type: 'json', value: JSON.stringify(value) };
};

/** A saved typed input of a message property. */
export const fromMessage = (property: string): { type: string; value: string } => ({ type: 'msg', value: property });
