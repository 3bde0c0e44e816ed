import { systemClock } from '../../base/clock.js';
import { Signal } from '../../base/signal.js';
import type { Hub } from '../../hub/hub.js';
import { HubError } from '../../hub/wire/errors.js';
import { editorId, type Lifetime, logErrors } from '../runtime/lifetime.js';

/** The deployed nodes of one type, by editor id. For a node in a subflow, the instance that started last. */
export class Deployed<Desk extends { readonly life: Lifetime; readonly hub: Hub }> {
  /** One of them has another state, or there are other ones. */
  readonly changed = new Signal<void>();
  readonly nodes = new Map<string, Desk>();
  readonly #missing: 'noLookNode' | 'noCuesNode';
  #isAnnouncing = false;

  constructor(missing: 'noLookNode' | 'noCuesNode') {
    this.#missing = missing;
  }

  /** Adds a node until it closes. In a deploy, the next one may have replaced it before that. */
  add(desk: Desk): void {
    const id = editorId(desk.life.node);
    this.nodes.set(id, desk);
    this.#announce();
    desk.life.add(() => {
      if (this.nodes.get(id) === desk) this.nodes.delete(id);
      this.#announce();
    });
  }

  /** Once for all nodes of a deploy: a node is not the only one because the others start or close a moment later. */
  #announce(): void {
    if (this.#isAnnouncing) return;
    this.#isAnnouncing = true;
    systemClock.setImmediate(() => {
      this.#isAnnouncing = false;
      this.changed.emit();
    });
  }

  ofHub(hub: Hub): Desk[] {
    return [...this.nodes.values()].filter((desk) => desk.hub === hub);
  }

  /** A node by its editor id, or the only one of the hub. Undefined if none or several are deployed. */
  find(hub: Hub, id = ''): Desk | undefined {
    if (id) return this.nodes.get(id);
    const [desk, ...others] = this.ofHub(hub);
    return others.length === 0 ? desk : undefined;
  }

  /** The same. Throws `BAD_INPUT` instead of undefined. */
  require(hub: Hub, id?: string): Desk {
    const desk = this.find(hub, id);
    if (!desk) throw this.missing();
    return desk;
  }

  /** The error for a hub without such a node. */
  missing(): HubError {
    return new HubError('BAD_INPUT', { sentence: this.#missing });
  }

  /** Calls the listener with the node that `find` finds, after the start and after each change. */
  follow(life: Lifetime, hub: Hub, id: string, listener: (desk: Desk | undefined) => void): void {
    const report = () => listener(this.find(hub, id));
    life.add(this.changed.watch(logErrors(life.node, report)));
    life.afterStart(report);
  }
}
