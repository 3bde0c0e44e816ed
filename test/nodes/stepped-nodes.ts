import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { NodeInitializer } from 'node-red';
import { registerHub } from '../../dist/nodes/input/contacts.js';
import { type Asked, SteppedHub } from '../hub/stepped-hub.js';
import { nodeRedMain } from '../runtime.js';

// biome-ignore lint/suspicious/noExplicitAny: a message holds whatever its flow put into it
export type Message = Record<string, any>;

/** A node of this package, or the configuration, as far as the nodes here ask for it. */
class SteppedNode extends EventEmitter {
  id = '';
  /** What it sends goes there. */
  leadsTo: (msg: Message) => void = () => {};

  send = (msg: Message) => this.leadsTo({ ...msg });
  receive = (msg: Message) => this.emit('input', msg, this.send, () => {});
  status = () => {};
  error = () => {};
  warn = () => {};
  log = () => {};
}

/** A node as a flow holds it. */
type Saved = { readonly id: string; readonly type: string } & Readonly<Record<string, unknown>>;

/** How far time goes on at once, in ms. */
const STEP_MS = 25;

/** The package's own nodes over a hub whose answers and whose time are steps of a test: no Node-RED, and no real second. */
export class SteppedNodes {
  stage!: SteppedHub;
  /** What is done with each request as it goes out. */
  onSend: (asked: Asked) => void = () => {};
  /** Ms since the beginning; a hub's own clock begins when that is deployed. */
  now = 0;
  readonly #types = new Map<string, (this: SteppedNode, saved: object) => void>();
  readonly #nodes = new Map<string, SteppedNode>();
  #endsHub = () => {};

  constructor() {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    mock.method(performance, 'now', () => this.now);
    const { util } = createRequire(nodeRedMain)('@node-red/util') as { util: object };
    const RED = {
      _: (key: string) => key,
      util,
      auth: { needsPermission: () => undefined },
      httpAdmin: { get: () => undefined },
      nodes: {
        createNode: (node: SteppedNode, { id }: { id: string }) => {
          node.id = id;
        },
        getNode: (id: string) => this.#nodes.get(id) ?? null,
        registerType: (type: string, make: (this: SteppedNode, saved: object) => void) => this.#types.set(type, make),
      },
    };
    for (const name of ['watch', 'lamp', 'linear-play'])
      (require(join(__dirname, `../../dist/nodes/${name}.js`)) as NodeInitializer)(RED as never);
  }

  /** Deploys the configuration: what ran under its id ends first. */
  deployHub(id: string): void {
    this.removeHub();
    this.stage = new SteppedHub();
    this.stage.onSend = (asked) => this.onSend(asked);
    this.#nodes.set(id, Object.assign(new SteppedNode(), { id, hub: this.stage.hub }));
    this.#endsHub = registerHub(id, this.stage.hub);
  }

  removeHub(): void {
    this.#endsHub();
    this.stage?.hub.close();
    this.#endsHub = () => {};
  }

  /** Deploys a node: what ran under its id ends first. */
  deploy(saved: Saved, leadsTo: (msg: Message) => void): void {
    this.close(saved.id);
    const node = new SteppedNode();
    node.leadsTo = leadsTo;
    this.#nodes.set(saved.id, node);
    this.#types.get(saved.type)?.call(node, saved);
  }

  close(id: string): void {
    this.#nodes.get(id)?.emit('close');
    this.#nodes.delete(id);
  }

  receive = (id: string, msg: Message): void => {
    this.#nodes.get(id)?.receive(msg);
  };

  /** Lets all that is due happen, as far as it needs no time. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 4; turn++) await this.stage.settle();
  }

  /** Goes on; `look` is called whenever all that was due has happened. */
  async advance(ms: number, look: () => void = () => {}): Promise<void> {
    for (const end = this.now + ms; this.now < end; look()) {
      this.now += STEP_MS;
      await this.stage.advance(STEP_MS);
      mock.timers.tick(STEP_MS);
      await this.settle();
    }
  }

  async end(): Promise<void> {
    for (const id of [...this.#nodes.keys()]) this.close(id);
    this.removeHub();
    await this.settle();
    mock.timers.reset();
    mock.restoreAll();
  }
}
