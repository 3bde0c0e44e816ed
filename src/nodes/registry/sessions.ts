import { Session } from '../../base/session.js';
import { Signal } from '../../base/signal.js';
import { type Fields, isObject } from '../../base/values.js';
import type { Hub } from '../../hub/hub.js';
import type { Validity } from '../../panels/lamp/lamp-sources.js';

/** After a failing watch answers again, its first message may take this long to reach a lamp, in ms. */
const DELIVERY_MS = 250;

/** By runtime id of the configuration. The id stays after the configuration closes, since a late message may name it. */
const hubs = new Map<string, Hub | undefined>();
const ids = new WeakMap<Hub, string>();
/** By runtime id of a remote panel: the run of the host that it hears. Undefined: none. The id stays here too. */
const remoteHosts = new Map<string, string | undefined>();
/** By runtime id of the hub watch. */
const watches = new Map<string, WatchSession>();

/** A hub or a watch was lost or is back. Changes of the same moment give one signal. */
export const sessionsChanged = new Signal<void>();
let isChanging = false;

function announceChange(): void {
  if (isChanging) return;
  isChanging = true;
  setImmediate(() => {
    isChanging = false;
    sessionsChanged.emit();
  });
}

/** Registers a running configuration. Returns a function that ends this. */
export function registerHub(id: string, hub: Hub): () => void {
  hubs.set(id, hub);
  ids.set(hub, id);
  hub.connection.stateChanged.watch(announceChange);
  announceChange();
  return () => {
    if (hubs.get(id) === hub) hubs.set(id, undefined);
    for (const watch of watches.values()) if (watch.hub === hub) watch.failed();
    announceChange();
  };
}

/** Registers the run of the host that a remote panel hears now. Undefined: none, or the panel closes. */
export function registerRemoteHost(panel: string, run: string | undefined): void {
  if (remoteHosts.has(panel) && remoteHosts.get(panel) === run) return;
  remoteHosts.set(panel, run);
  announceChange();
}

/** The fields of `msg.hub` that identify the hub and the session: see docs/architecture.md "Message out". */
export const sessionOf = (hub: Hub): object => ({ config: ids.get(hub), session: hub.connection.session });

/** The unbroken series of successful reads of one hub watch. */
export class WatchSession {
  readonly hub: Hub;
  readonly #id: string;
  readonly #session = new Session();
  #recovering: NodeJS.Timeout | undefined;
  /** A new watch has not read anything yet. */
  #isFailing = true;

  constructor(id: string, hub: Hub) {
    this.#id = id;
    this.hub = hub;
    watches.set(id, this);
  }

  get id(): string | undefined {
    return this.#session.id;
  }

  /** True until the first message after a failure has had time to arrive. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** The fields of `msg.hub` in its messages. */
  get fields(): object {
    return { config: ids.get(this.hub), watch: this.#id, session: this.#session.id };
  }

  answered(): void {
    this.#session.begin();
  }

  /** A message of the session `id` was sent. */
  delivered(id: string | undefined): void {
    if (id !== undefined && id === this.id && this.#isFailing)
      this.#recovering ??= setTimeout(() => this.#recover(), DELIVERY_MS);
  }

  failed(): void {
    clearTimeout(this.#recovering);
    this.#recovering = undefined;
    this.#isFailing = true;
    this.#session.end();
    announceChange();
  }

  close(): void {
    this.failed();
    if (watches.get(this.#id) === this) watches.delete(this.#id);
  }

  #recover(): void {
    this.#recovering = undefined;
    this.#isFailing = false;
    announceChange();
  }
}

/** The present session with a watch or a configuration. */
const presentSession = (id: string): string | undefined => watches.get(id)?.id ?? hubs.get(id)?.connection.session;

/** The configuration for messages that name no configuration, if only one is running. */
function onlyHub(): string {
  const [id = '', ...others] = [...hubs].flatMap(([each, hub]) => (hub ? [each] : []));
  return others.length === 0 ? id : '';
}

function hasFailingWatch(config: string): boolean {
  const hub = hubs.get(config);
  return [...watches.values()].some((watch) => watch.hub === hub && watch.isFailing);
}

/**
 * Lets a caller check later if the state in a message is still valid. Returns undefined if the message does not depend
 * on a hub or a remote panel of this Node-RED. `chosen` is the configuration for messages that name no configuration. If it is blank, such
 * a state is valid again when the only hub is back, since a switch in the flow may not send its state again.
 */
export function validityOf(msg: Fields, chosen = ''): Validity | undefined {
  const { config, watch, session }: Fields = isObject(msg.hub) ? msg.hub : {};
  if (typeof config === 'string' && hubs.has(config) && (session !== undefined || watch !== undefined)) {
    const isWatch = typeof watch === 'string';
    const id = isWatch ? watch : config;
    return {
      holds: () => session !== undefined && presentSession(id) === session,
      isBack: () => presentSession(id) !== undefined,
      ...(isWatch && { fails: () => watches.get(id)?.isFailing === true }),
    };
  }
  if (msg.remote !== undefined) return remoteValidity(msg.remote);
  if (msg.hub === false) return undefined;
  const named = typeof config === 'string' && hubs.has(config) ? config : chosen;
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
  if (typeof panel !== 'string' || !remoteHosts.has(panel)) return undefined;
  return {
    holds: () => session !== undefined && remoteHosts.get(panel) === session,
    isBack: () => remoteHosts.get(panel) !== undefined,
  };
}
