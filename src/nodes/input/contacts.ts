import { Contact } from '../../hub/base/contact.js';
import { isObject } from '../../hub/base/is-object.js';
import { Signal } from '../../hub/base/signal.js';
import type { Hub } from '../../hub/hub.js';
import type { Validity } from '../../panels/lamp/lamp-sources.js';

/** For how long a watch that answers again still counts as failing where nobody can tell whose a message is, in ms. */
const ON_ITS_WAY_MS = 250;

type Fields = Readonly<Record<string, unknown>>;

/** By the id that a configuration runs under. It stays when that ends: a message on its way may still name it. */
const hubs = new Map<string, Hub | undefined>();
const ids = new WeakMap<Hub, string>();
/** By the id that a hub watch runs under. */
const watches = new Map<string, WatchContact>();

/** Something was lost or is back; once for all that happens together. */
export const contactsChanged = new Signal<void>();
let isChanging = false;

function change(): void {
  if (isChanging) return;
  isChanging = true;
  setImmediate(() => {
    isChanging = false;
    contactsChanged.emit();
  });
}

/** Notes that a configuration runs, until the returned function is called. */
export function registerHub(id: string, hub: Hub): () => void {
  hubs.set(id, hub);
  ids.set(hub, id);
  hub.connection.stateChanged.watch(change);
  change();
  return () => {
    if (hubs.get(id) === hub) hubs.set(id, undefined);
    for (const watch of watches.values()) if (watch.hub === hub) watch.failed();
    change();
  };
}

/** What `msg.hub` says of the contact in which a hub was heard: see docs/architecture.md "Message out". */
export const contactOf = (hub: Hub): object => ({ config: ids.get(hub), contact: hub.connection.contact });

/** The contact of one hub watch with what it reads. */
export class WatchContact {
  readonly hub: Hub;
  readonly #id: string;
  readonly #contact = new Contact();
  #recovering: NodeJS.Timeout | undefined;
  /** What a watch that has just started reads is not known yet. */
  #isFailing = true;

  constructor(id: string, hub: Hub) {
    this.#id = id;
    this.hub = hub;
    watches.set(id, this);
  }

  get id(): string | undefined {
    return this.#contact.id;
  }

  /** Whether it fails, or its first message after that may be on its way. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** What its messages say of it in `msg.hub`. */
  get fields(): object {
    return { config: ids.get(this.hub), watch: this.#id, contact: this.#contact.id };
  }

  answered(): void {
    this.#contact.begin();
    if (this.#isFailing) this.#recovering ??= setTimeout(() => this.#recover(), ON_ITS_WAY_MS);
  }

  failed(): void {
    clearTimeout(this.#recovering);
    this.#recovering = undefined;
    this.#isFailing = true;
    this.#contact.end();
    change();
  }

  close(): void {
    this.failed();
    if (watches.get(this.#id) === this) watches.delete(this.#id);
  }

  #recover(): void {
    this.#recovering = undefined;
    this.#isFailing = false;
    change();
  }
}

/** The present contact with a watch or a configuration. */
const present = (id: string): string | undefined => watches.get(id)?.id ?? hubs.get(id)?.connection.contact;

/** The configuration of what names none: the only one that runs. */
function onlyHub(): string {
  const [id = '', ...others] = [...hubs].flatMap(([each, hub]) => (hub ? [each] : []));
  return others.length === 0 ? id : '';
}

function watchFails(config: string): boolean {
  const hub = hubs.get(config);
  return [...watches.values()].some((watch) => watch.hub === hub && watch.isFailing);
}

/**
 * How to find out from now on whether what a message said still holds; undefined: no hub of this Node-RED has anything
 * to do with it. `chosen`: the configuration of messages that name none. Without that ('') they only wait while the
 * single hub is lost: they may be of a switch that says nothing again when the hub is back.
 */
export function validityOf(msg: Fields, chosen = ''): Validity | undefined {
  const { config, watch, contact }: Fields = isObject(msg.hub) ? msg.hub : {};
  if (typeof config === 'string' && hubs.has(config) && (contact !== undefined || watch !== undefined)) {
    const isWatch = typeof watch === 'string';
    const id = isWatch ? watch : config;
    return {
      holds: () => contact !== undefined && present(id) === contact,
      ...(isWatch && { fails: () => watches.get(id)?.isFailing === true }),
    };
  }
  // Another Node-RED reads it, and says itself when it is unknown.
  if (msg.remote !== undefined || msg.hub === false) return undefined;
  const named = typeof config === 'string' && hubs.has(config) ? config : chosen;
  const id = named || onlyHub();
  if (id === '') return undefined;
  const then = present(id);
  const isSame = () => then !== undefined && present(id) === then;
  return { holds: () => (named ? isSame() : present(id) !== undefined) && !watchFails(id) };
}
