import type { HubClock } from '../../base/clock.js';
import { isObject } from '../../base/values.js';
import { keyOf, type LookUpCache } from '../lookup/lookup-cache.js';
import { isChanged } from '../table/changed-reads.js';
import { WHOLE_BODY } from '../table/operation.js';
import { type AnyOperation, findTableOperation, type OperationName, tableOperation } from '../table/operations.js';
import type { PollAnswer, Watcher, Watching } from '../watch/watching.js';
import { HubError } from '../wire/errors.js';
import { checkParams, type Params } from '../wire/request.js';
import type { Description } from './completion.js';
import { completions } from './index.js';

/** If nodes use more, the one that was used longest ago is no longer kept. */
const MAX_KEPT = 100;

/** A description that nodes use. */
interface Kept extends Description {
  readonly owners: Set<object>;
  /** The key of the poll that reads it. */
  pollKey: string;
  /** True if a list does not have it, so it is read alone. */
  isUnlisted: boolean;
  /** True if a command used it before it had a poll. */
  isUsed: boolean;
}

type Read = Pick<Description, 'read' | 'params'>;

/**
 * Reads the descriptions that nodes use again and again, for presses on a slow hub (docs/live-control.md "A press on a
 * slow hub"). If nodes use several items of a playout rundown, one read serves all of them.
 */
export class KeptDescriptions {
  readonly #watching: Watching;
  readonly #lookUps: LookUpCache;
  readonly #clock: HubClock;
  /** By the key of their read, the one that was used last at the end. */
  readonly #kept = new Map<string, Kept>();
  /** By the key of their read. */
  readonly #polls = new Map<string, DescriptionPoll>();
  readonly #isPossible: boolean;
  #arranging: unknown;

  /** With a limit of one request in flight, such a read would hold up the commands. */
  constructor(watching: Watching, lookUps: LookUpCache, clock: HubClock, maxInFlight: number) {
    this.#watching = watching;
    this.#lookUps = lookUps;
    this.#clock = clock;
    this.#isPossible = maxInFlight > 1;
    lookUps.invalidated.watch((changed) => {
      for (const { read: operation, params, pollKey } of this.#kept.values())
        if (isChanged(changed, { operation, params })) this.#polls.get(pollKey)?.use();
    });
  }

  /** Keeps the descriptions of a command, until `release(owner)`. Without usable values, it keeps nothing. */
  keep(operation: AnyOperation, values: Params, owner: object, isUsed: boolean): void {
    if (!this.#isPossible || operation.isComposite) return;
    const entries: unknown = values[WHOLE_BODY];
    if (operation.area === 'batch' && Array.isArray(entries))
      for (const entry of entries.filter(isObject)) {
        const named = findTableOperation(String(entry.operation));
        if (named && isObject(entry.params)) this.keep(named, entry.params, owner, isUsed);
      }
    const completion = operation.completion && completions[operation.completion];
    const description = completion?.description?.(values);
    if (description) this.#keep(description, owner, isUsed);
  }

  /** Keeps a read that shows the names of things, until `release(owner)`. */
  keepRead(read: Read, owner: object, isUsed: boolean): void {
    if (this.#isPossible) this.#keep(read, owner, isUsed);
  }

  /** True if a description is kept. */
  has = (read: OperationName, params: Params): boolean => this.#kept.size > 0 && this.#kept.has(keyOf(read, params));

  /** True if the answers to a read are used as descriptions. */
  isPolled = (read: OperationName, params: Params): boolean =>
    this.#polls.size > 0 && this.#polls.has(keyOf(read, params));

  /** Caches the answer to a read that `isPolled`. It was requested at `at`, in the clock's ms. */
  store(read: OperationName, params: Params, answer: unknown, at: number): void {
    this.#lookUps.store(read, params, answer, at);
    const missing: Kept[] = [];
    for (const kept of this.#thingsInList(keyOf(read, params))) {
      const row = kept.list?.rowIn(answer);
      if (row === undefined) missing.push(kept);
      else this.#lookUps.store(kept.read, kept.params, row, at);
    }
    this.#unlist(missing);
  }

  /** The descriptions that only this owner uses are no longer kept. */
  release(owner: object): void {
    let isChanged = false;
    for (const [key, { owners }] of this.#kept)
      if (owners.delete(owner) && owners.size === 0) isChanged = this.#kept.delete(key);
    if (isChanged) this.#arrange();
  }

  close(): void {
    this.#kept.clear();
    this.#arrange();
  }

  #keep(description: Description, owner: object, isUsed: boolean): void {
    const checked = checkedRead(description);
    if (!checked) return;
    const key = keyOf(checked.read, checked.params);
    const last = this.#kept.get(key);
    const kept = last ?? { ...description, ...checked, owners: new Set(), pollKey: '', isUnlisted: false, isUsed };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    kept.owners.add(owner);
    const poll = this.#polls.get(kept.pollKey);
    if (isUsed && poll) poll.use();
    else kept.isUsed ||= isUsed;
    if (last) return;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(oldest as string);
    // First, all nodes of a deploy are started.
    this.#arranging ??= this.#clock.setImmediate(() => this.#arrange());
  }

  /** Starts and stops polls, so that each description has one. */
  #arrange(): void {
    this.#clock.clearImmediate(this.#arranging);
    this.#arranging = undefined;
    const all = [...this.#kept.values()];
    const listed = new Map<string, number>();
    for (const kept of all) {
      const key = listKeyOf(kept) ?? keyOf(kept.read, kept.params);
      listed.set(key, (listed.get(key) ?? 0) + 1);
    }
    const reads = new Map<string, Read>();
    for (const kept of all) {
      const listKey = listKeyOf(kept);
      const read = listKey !== undefined && kept.list && Number(listed.get(listKey)) > 1 ? kept.list : kept;
      kept.pollKey = keyOf(read.read, read.params);
      reads.set(kept.pollKey, read);
    }
    for (const [key, poll] of this.#polls)
      if (!reads.has(key)) {
        this.#polls.delete(key);
        poll.stop();
      }
    for (const [key, read] of reads) if (!this.#polls.has(key)) this.#polls.set(key, this.#poll(key, read));
    for (const kept of all) {
      if (kept.isUsed) this.#polls.get(kept.pollKey)?.use();
      kept.isUsed = false;
    }
  }

  #poll(key: string, { read, params }: Read): DescriptionPoll {
    const operation = tableOperation(read);
    const watcher = {
      answer: () => {},
      failure: (error: unknown) => {
        // Some hubs list no items, but describe each of them.
        if (error instanceof HubError && (error.outcome === 'refused' || error.code === 'HUB_BAD_ANSWER'))
          this.#unlist(this.#thingsInList(key));
      },
    };
    const repeat: Repeat = (...times) => this.#watching.watch(operation, params, ...times);
    return new DescriptionPoll(repeat, watcher, this.#clock);
  }

  /** The descriptions that are read with a list. */
  #thingsInList = (key: string): readonly Kept[] =>
    [...this.#kept.values()].filter((kept) => kept.pollKey === key && listKeyOf(kept) === key);

  /** Reads each of these descriptions alone. */
  #unlist(things: readonly Kept[]): void {
    if (things.length === 0) return;
    for (const kept of things) kept.isUnlisted = true;
    this.#arrange();
  }
}

/** The key of the list that has a description. Undefined if it is read alone. */
const listKeyOf = ({ list, isUnlisted }: Kept): string | undefined =>
  list && !isUnlisted ? keyOf(list.read, list.params) : undefined;

/** The read with checked values. Undefined if they are not complete: they depend on a message, or are wrong. */
function checkedRead({ read, params }: Read): Read | undefined {
  try {
    return { read, params: checkParams(tableOperation(read), params) };
  } catch (error) {
    if (error instanceof HubError) return undefined;
    throw error;
  }
}

/** The time in ms between two reads, and while a description is in use. */
const INTERVAL_MS = 10_000;
const IN_USE_INTERVAL_MS = 1000;

/** After a press, a description is in use for this time in ms. The next press may come soon. */
const IN_USE_MS = 10_000;

/** Repeats a read, and notifies the watcher until the returned function is called. The times are in ms. */
type Repeat = (interval: number, watcher: Watcher, delay: number) => () => void;

/** Repeats the read of one or more descriptions: every 10 s, and every second after a press. */
class DescriptionPoll {
  readonly #repeat: Repeat;
  readonly #clock: HubClock;
  readonly #watcher: Watcher;
  #stopSlow: (() => void) | undefined;
  #stopFast: (() => void) | undefined;
  /** In the clock's ms. */
  #inUseUntil = Number.NEGATIVE_INFINITY;

  constructor(repeat: Repeat, watcher: Watcher, clock: HubClock) {
    this.#repeat = repeat;
    this.#watcher = watcher;
    this.#clock = clock;
    this.#startSlow(0);
  }

  /** A command uses it now, and reads it by itself if necessary. */
  use(): void {
    this.#inUseUntil = this.#clock.now() + IN_USE_MS;
    this.#stopFast ??= this.#repeat(
      IN_USE_INTERVAL_MS,
      {
        answer: (answer) => this.#onFastAnswer(answer),
        failure: (error) => {
          this.#stopUse();
          this.#watcher.failure(error);
        },
      },
      IN_USE_INTERVAL_MS,
    );
  }

  stop(): void {
    this.#stopSlow?.();
    this.#stopFast?.();
  }

  #onFastAnswer(answer: PollAnswer): void {
    this.#stopSlow?.();
    this.#stopSlow = undefined;
    if (this.#clock.now() >= this.#inUseUntil) this.#stopUse();
    this.#watcher.answer(answer);
  }

  #stopUse(): void {
    this.#startSlow(INTERVAL_MS);
    this.#stopFast?.();
    this.#stopFast = undefined;
  }

  #startSlow(delay: number): void {
    this.#stopSlow ??= this.#repeat(INTERVAL_MS, this.#watcher, delay);
  }
}
