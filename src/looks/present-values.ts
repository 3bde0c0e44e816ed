import type { HubClock } from '../base/clock.js';
import type { Hub } from '../hub/hub.js';
import { isSkipped } from '../hub/hub.js';
import { describedAnswer } from '../hub/lists/described-answer.js';
import { type OperationName, tableOperation } from '../hub/table/operations.js';
import { HubError } from '../hub/wire/errors.js';
import type { Params } from '../hub/wire/request.js';
import { type EngineState, enginesIn } from './engine-state.js';
import { type Found, findProperties } from './find-properties.js';
import { keyOf, nameOf, type PropertyName } from './look.js';
import { PropertyPolls } from './property-polls.js';

/** A property that was not found is searched again after this time, in ms. */
const SEARCH_PAUSE_MS = 5000;

/** Gets the news of the polls. */
export interface PresentListener {
  /** The list of engines arrived, and all properties have been searched if something had changed. */
  engines(engines: readonly EngineState[]): void;
  /** The hub is lost, or does not answer. All values are unknown. */
  lost(error: unknown): void;
  /** A property was read. Undefined: its value is not known any more. */
  value(key: string, value: unknown): void;
  /** Several values or absences may have changed. */
  changed(): void;
}

/** Polls the engines and the properties with the given names. All polls of one moment are joined. */
export class PresentValues {
  readonly #hub: Hub;
  readonly #owner: object;
  readonly #interval: number;
  readonly #listener: PresentListener;
  readonly #clock: HubClock;
  readonly #values = new Map<string, unknown>();
  readonly #polls: PropertyPolls;
  #names: readonly PropertyName[] | undefined;
  #found: Found | undefined;
  #engines = '';
  #isOutdated = true;
  #searchedAt = Number.NEGATIVE_INFINITY;
  #announcement: unknown;
  #endEngines = () => {};
  #isRead = false;
  #isSearching = false;
  #isClosed = false;

  /** `interval` in ms. 0: no polls. */
  constructor(hub: Hub, owner: object, interval: number, listener: PresentListener, clock: HubClock) {
    this.#hub = hub;
    this.#owner = owner;
    this.#interval = interval;
    this.#listener = listener;
    this.#clock = clock;
    this.#polls = new PropertyPolls(hub.reads, interval, {
      value: (key, value) => this.#set(key, value),
      read: () => this.#announce(),
      missing: () => {
        // Each interval has a list of engines and a poll. Without this, each search would be outdated before its end.
        if (!this.#isSearching) this.outdate();
      },
    });
  }

  /** The ids on this hub. Undefined before the first search, or if it is outdated. */
  get found(): Found | undefined {
    return this.#interval > 0 && !this.#isOutdated ? this.#found : undefined;
  }

  /** True if the last list of engines was read. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** The properties that are polled. */
  get names(): readonly PropertyName[] {
    return this.#names ?? [];
  }

  /** By key. A value that was not read, or that is lost, is missing. */
  get values(): ReadonlyMap<string, unknown> {
    return this.#values;
  }

  /** Polls these properties from now on. */
  watch(names: readonly PropertyName[]): void {
    if (this.#isClosed || (this.#names && keysText(names) === keysText(this.#names))) return;
    this.#names = names;
    this.#isOutdated = true;
    if (this.#interval === 0) return;
    this.#endEngines();
    this.#endEngines = this.#hub.reads.watch(tableOperation('listEngines'), {}, this.#interval, {
      // An unexpected answer makes the values unknown. It must not end Node-RED.
      answer: ({ body }) => void this.#onEngines(enginesIn(body)).catch((error: unknown) => this.#onLost(error)),
      failure: (error) => this.#onLost(error),
    });
  }

  /** The ids may have changed. They are searched after the next list of engines. */
  outdate(): void {
    this.#isOutdated = true;
  }

  /** Finds properties now, for a person's press. Throws a HubError. */
  search(names: readonly PropertyName[]): Promise<Found> {
    return this.#search(names, true);
  }

  /** Urgent reads are sent before commands: a newer recall need not wait for the values of an older one. */
  async #search(names: readonly PropertyName[], isUrgent: boolean): Promise<Found> {
    const since = this.#clock.now();
    const found = await findProperties(names, (operation, params) => this.#read(operation, params, isUrgent));
    if (this.#isClosed) throw new HubError('CLOSED');
    return { ...found, since };
  }

  /** Finds properties. If they are polled and no engine has changed, this takes one read. Throws a HubError. */
  async locate(names: readonly PropertyName[]): Promise<Found> {
    const { found } = this;
    if (!found || names.some((name) => !found.properties.get(keyOf(name))?.found)) return this.search(names);
    const engines = enginesIn(await this.#read('listEngines', {}, true));
    return JSON.stringify(engines) === JSON.stringify(found.engines) ? found : this.search(names);
  }

  close(): void {
    this.#isClosed = true;
    this.#endEngines();
    this.#clock.clearTimeout(this.#announcement);
    this.#polls.close();
  }

  async #read(operation: OperationName, params: Params, isUrgent: boolean): Promise<unknown> {
    if (this.#isClosed) throw new HubError('CLOSED');
    try {
      const result = await this.#hub.run(tableOperation(operation), params, {
        owner: this.#owner,
        joinable: true,
        isUrgent,
      });
      // Reads are never skipped.
      return isSkipped(result) ? undefined : describedAnswer(tableOperation(operation), result.body);
    } catch (error) {
      throw error instanceof HubError ? error.before(operation, params) : error;
    }
  }

  async #onEngines(engines: readonly EngineState[]): Promise<void> {
    if (this.#isSearching) return;
    const text = JSON.stringify(engines);
    const now = this.#clock.now();
    const isDue = this.#isIncomplete && now - this.#searchedAt >= SEARCH_PAUSE_MS;
    if (text !== this.#engines || this.#isOutdated || isDue) {
      this.#searchedAt = now;
      this.#isOutdated = false;
      this.#isSearching = true;
      try {
        this.#found = await this.#search(this.names, false);
      } catch (error) {
        this.#isOutdated = true;
        if (error instanceof HubError) return;
        throw error;
      } finally {
        this.#isSearching = false;
      }
      // The hub was lost meanwhile, or other properties are polled now.
      if (this.#isClosed || this.#isOutdated) return;
      this.#engines = text;
      this.#polls.set(this.#found.properties);
    }
    this.#isRead = true;
    this.#listener.engines(engines);
    this.#announce();
  }

  get #isIncomplete(): boolean {
    return [...(this.#found?.properties.values() ?? [])].some(({ absence }) => absence);
  }

  #onLost(error: unknown): void {
    this.#isRead = false;
    this.#isOutdated = true;
    for (const key of this.#values.keys()) this.#set(key, undefined);
    this.#listener.lost(error);
    this.#announce();
  }

  /** A property was read. Undefined: its value is not known. */
  #set(key: string, value: unknown): void {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
    this.#listener.value(key, value);
  }

  /** Many answers of one moment are announced once. */
  #announce(): void {
    this.#announcement ??= this.#clock.setTimeout(() => {
      this.#announcement = undefined;
      this.#listener.changed();
    }, 0);
  }
}

const keysText = (names: readonly PropertyName[]): string => JSON.stringify(names.map(keyOf));

/** The names of properties, without duplicates. */
export const uniqueNames = (properties: Iterable<PropertyName>): PropertyName[] => [
  ...new Map([...properties].map(nameOf).map((name) => [keyOf(name), name])).values(),
];
