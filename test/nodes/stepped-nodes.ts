import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { NodeInitializer } from 'node-red';
import { Journal } from '../../dist/hub/records/journal.js';
import type { HubSettings } from '../../dist/hub/wire/settings.js';
import { registerHub } from '../../dist/nodes/registry/registry.js';
import { Lifetime } from '../../dist/nodes/runtime/lifetime.js';
import { SteppedHub, type SteppedRequest } from '../hub/stepped-hub.js';
import { coreNode, nodeRedMain } from '../runtime.js';
import { withSurfaces } from '../surfaces.js';

// biome-ignore lint/suspicious/noExplicitAny: a message may have any fields
export type Message = Record<string, any>;

/** A minimal Node-RED node. */
class SteppedNode extends EventEmitter {
  id = '';
  type = '';
  onSent: (msg: Message) => void = () => {};

  /** All outputs are wired to the same nodes. */
  send = (sent: Message | readonly Message[]) => {
    for (const msg of [sent].flat(2)) if (msg) this.onSent({ ...msg });
  };
  /** Gets each message that has ended. */
  onEnd: (msg: Message, error?: unknown) => void = () => {};
  receive = (msg: Message) =>
    this.emit('input', msg, this.send, (error?: unknown) => {
      this.onEnd(msg, error);
      if (error) this.error(error, msg);
    });
  shown: Message = {};
  readonly errors: unknown[] = [];
  /** Gets the message of each error, as a Catch node does. */
  onFailed: (msg: Message) => void = () => {};
  status = (status: Message) => {
    this.shown = status;
  };
  error = (error: unknown, msg?: Message) => {
    this.errors.push(error);
    if (msg) this.onFailed(msg);
  };
  warn = () => {};
  log = () => {};
}

/** The nodes of Node-RED that tests may put between a watch and a lamp. */
const CORE_NODES = [
  'function/rbe.js',
  'function/89-delay.js',
  'function/89-trigger.js',
  'function/15-change.js',
  'function/10-switch.js',
  'sequence/17-split.js',
];

type SavedNode = { readonly id: string; readonly type: string } & Readonly<Record<string, unknown>>;

const STEP_MS = 25;

/** Runs nodes of this package with a hub and a clock that the test controls, without Node-RED. */
export class SteppedNodes {
  stage!: SteppedHub;
  /** Called with each request. */
  onSend: (asked: SteppedRequest) => void = () => {};
  /** Called with each message of a node that has ended. */
  onEnd: (id: string, msg: Message, error?: unknown) => void = () => {};
  /** Time since the start, in ms. A hub's own clock starts at its deploy. */
  now = 0;
  readonly #types = new Map<string, (this: SteppedNode, saved: object) => void>();
  readonly #nodes = new Map<string, SteppedNode>();
  #closeHub: () => void = () => {};

  constructor() {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    mock.method(performance, 'now', () => this.now);
    const { util } = createRequire(nodeRedMain)('@node-red/util') as { util: object };
    const RED = {
      _: (key: string) => key,
      util,
      settings: {},
      auth: { needsPermission: () => undefined },
      httpAdmin: { get: () => undefined },
      nodes: {
        createNode: (node: SteppedNode, { id, type }: { id: string; type: string }) => {
          Object.assign(node, { id, type });
        },
        getNode: (id: string) => this.#nodes.get(id) ?? null,
        registerType: (type: string, make: (this: SteppedNode, saved: object) => void) => this.#types.set(type, make),
      },
    };
    for (const name of ['watch', 'lamp', 'linear-play', 'remote', 'surface', 'control'])
      (require(join(__dirname, `../../dist/nodes/${name}.js`)) as NodeInitializer)(RED as never);
    for (const path of CORE_NODES) (coreNode(path) as NodeInitializer)(RED as never);
  }

  /** Deploys the configuration and closes the previous one with this id. */
  deployHub(id: string): void {
    this.removeHub();
    // Hubs of revision 1 report no states of items.
    this.stage = new SteppedHub({ dialect: 2 });
    this.stage.onSend = (asked) => this.onSend(asked);
    const { hub } = this.stage;
    const node = Object.assign(new SteppedNode(), { id, hub });
    this.#nodes.set(id, node);
    const settings = { baseUrl: '' } as HubSettings;
    const running = {
      id,
      editorId: id,
      hub,
      journal: new Journal(),
      settings,
      secrets: {},
      tls: '',
      simulatorPort: undefined,
    };
    const life = new Lifetime(node as never);
    registerHub(life, running);
    this.#closeHub = () => void life.close(false);
  }

  removeHub(): void {
    this.#closeHub();
    this.stage?.hub.close();
    this.#closeHub = () => {};
  }

  /** Deploys a node and closes the previous one with this id. */
  deploy(saved: SavedNode, output: (msg: Message) => void, failed: (msg: Message) => void = () => {}): void {
    const [named, ...surfaces] = withSurfaces([{ ...saved }]);
    for (const surface of surfaces) if (!this.#nodes.has(surface.id)) this.#start(surface, () => {}, failed);
    this.close(saved.id);
    this.#start(named as SavedNode, output, failed);
  }

  #start(saved: SavedNode, output: (msg: Message) => void, failed: (msg: Message) => void): void {
    const node = new SteppedNode();
    node.onSent = output;
    node.onFailed = failed;
    node.onEnd = (msg, error) => this.onEnd(saved.id, msg, error);
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

  /** The text of its status, as the key of the catalogue. */
  statusOf = (id: string): unknown => this.#nodes.get(id)?.shown.text;

  errorsOf = (id: string): readonly unknown[] => this.#nodes.get(id)?.errors ?? [];

  /** Runs all work that is due now. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 4; turn++) await this.stage.settle();
  }

  /** Advances the clock in steps. `check` runs after each step. */
  async advance(ms: number, check: () => void = () => {}): Promise<void> {
    for (const end = this.now + ms; this.now < end; check()) {
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
    // Unlike `restoreAll`, it forgets the calls, which need much memory.
    mock.reset();
  }
}
