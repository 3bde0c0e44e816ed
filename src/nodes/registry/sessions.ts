import { type Fields, isObject } from '../../base/values.js';
import type { Hub } from '../../hub/hub.js';
import { Session } from '../../hub/watch/connection.js';
import type { Validity } from '../../panels/lamp/lamp-sources.js';
import type { Lifetime } from '../runtime/lifetime.js';
import { announceChange, running, runningHubs } from './registry.js';

/** After a failing watch answers again, its first message may take this long to reach a lamp, in ms. */
const DELIVERY_MS = 250;

/** The unbroken series of successful reads of one hub watch. */
export class WatchSession {
  readonly hub: Hub;
  readonly #life: Lifetime;
  readonly #session = new Session();
  #recovering: unknown;
  /** A new watch has not read anything yet. */
  #isFailing = true;

  /** It ends with the node. */
  constructor(life: Lifetime, hub: Hub) {
    this.#life = life;
    this.hub = hub;
    this.open();
    life.add(() => this.close());
  }

  get id(): string | undefined {
    return this.#session.id;
  }

  /** The watch begins to read. */
  open(): void {
    running.watches.set(this.#life.node.id, this);
  }

  /** True until the first message after a failure has had time to arrive. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** The fields of `msg.hub` in its messages: see docs/develop/rules.md "Message out". */
  get fields(): object {
    return { config: running.ofHub.get(this.hub)?.id, watch: this.#life.node.id, session: this.#session.id };
  }

  answered(): void {
    this.#session.begin();
  }

  /** A message of the session `id` was sent. */
  delivered(id: string | undefined): void {
    if (id !== undefined && id === this.id && this.#isFailing)
      this.#recovering ??= this.#life.clock.setTimeout(() => this.#recover(), DELIVERY_MS);
  }

  failed(): void {
    this.#life.clock.clearTimeout(this.#recovering);
    this.#recovering = undefined;
    this.#isFailing = true;
    this.#session.end();
    announceChange();
  }

  /** No lamp waits for it any more. */
  close(): void {
    this.failed();
    const { id } = this.#life.node;
    if (running.watches.get(id) === this) running.watches.delete(id);
  }

  #recover(): void {
    this.#recovering = undefined;
    this.#isFailing = false;
    announceChange();
  }
}

/** The present session with a watch or a configuration. */
const presentSession = (id: string): string | undefined =>
  running.watches.get(id)?.id ?? running.hubs.get(id)?.hub.connection.session;

/** The configuration for messages that name no configuration, if only one is running. */
function onlyHub(): string {
  const [id = '', ...others] = runningHubs().map((each) => each.id);
  return others.length === 0 ? id : '';
}

function hasFailingWatch(config: string): boolean {
  const hub = running.hubs.get(config)?.hub;
  return [...running.watches.values()].some((watch) => watch.hub === hub && watch.isFailing);
}

/**
 * Lets a caller check later if the state in a message is still valid. Returns undefined if the message does not depend
 * on a hub or a remote panel of this Node-RED. `chosen` is the configuration for messages that name no configuration. If it is blank, such
 * a state is valid again when the only hub is back, since a switch in the flow may not send its state again.
 */
export function validityOf(msg: Fields, chosen = ''): Validity | undefined {
  const { config, watch, session }: Fields = isObject(msg.hub) ? msg.hub : {};
  if (typeof config === 'string' && running.hubs.has(config) && (session !== undefined || watch !== undefined)) {
    const isWatch = typeof watch === 'string';
    const id = isWatch ? watch : config;
    return {
      holds: () => session !== undefined && presentSession(id) === session,
      isBack: () => presentSession(id) !== undefined,
      ...(isWatch && { fails: () => running.watches.get(id)?.isFailing === true }),
    };
  }
  if (msg.remote !== undefined) return remoteValidity(msg.remote);
  if (msg.hub === false) return undefined;
  const named = typeof config === 'string' && running.hubs.has(config) ? config : chosen;
  const id = named || onlyHub();
  if (id === '') return undefined;
  const before = presentSession(id);
  const isSame = () => before !== undefined && presentSession(id) === before;
  const isBack = () => presentSession(id) !== undefined && !hasFailingWatch(id);
  return { holds: () => isBack() && (!named || isSame()), isBack };
}

/** A state of another Node-RED is valid as long as the same panel hears the same run of the host. */
function remoteValidity(remote: unknown): Validity | undefined {
  const { panel, session }: Fields = isObject(remote) ? remote : {};
  if (typeof panel !== 'string' || !running.remoteHosts.has(panel)) return undefined;
  return {
    holds: () => session !== undefined && running.remoteHosts.get(panel) === session,
    isBack: () => running.remoteHosts.get(panel) !== undefined,
  };
}
