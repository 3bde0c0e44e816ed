import type { HubClock } from '../../base/clock.js';
import { isObject } from '../../base/values.js';
import type { Description } from '../complete/completion.js';
import { completions } from '../complete/index.js';
import { listsOf, namedThings } from '../lists/agreement.js';
import { WHOLE_BODY } from '../table/operation.js';
import { type AnyOperation, findTableOperation, type OperationName, tableOperation } from '../table/operations.js';
import { HubError } from '../wire/errors.js';
import { checkParams, type Params } from '../wire/request.js';
import type { PickedValues } from '../words/target-names.js';
import type { Observer, Read } from './read.js';
import type { Reads } from './reads.js';

/** If nodes use more, the one that was used longest ago is no longer kept. */
const MAX_KEPT = 100;

/** The time in ms between two reads, and while a description is in use. */
const INTERVAL_MS = 10_000;
const IN_USE_INTERVAL_MS = 1000;

/** After a press, a description is in use for this time in ms. The next press may come soon. */
const IN_USE_MS = 10_000;

/** A description whose values come from messages is kept for this time after the last press, in ms. */
const KEPT_MS = 60_000;

/**
 * Keeps the descriptions that nodes use again and again, for presses on a slow hub (docs/live-control.md "A press on a
 * slow hub"). If nodes use several items of a playout rundown, one read serves all of them.
 */
export class Descriptions {
  readonly #reads: Reads;
  readonly #clock: HubClock;
  readonly #isPossible: boolean;
  /** By their reads, the one that was used last at the end. */
  readonly #kept = new Map<Read, Kept>();
  #arranging: unknown;
  #timer: unknown;

  /** With a limit of one request in flight, such a read would hold up the commands. */
  constructor(reads: Reads, clock: HubClock, maxInFlight: number) {
    this.#reads = reads;
    this.#clock = clock;
    this.#isPossible = maxInFlight > 1;
  }

  /**
   * Keeps the descriptions that a command with these values needs until `release(owner)` or, if it is sent now, until a
   * minute after the last time. So a press on a slow hub does not wait for them. Not `isUsed`: values that depend on a
   * message are missing. `chosen`: its things as they were chosen in lists.
   */
  keep(
    operation: AnyOperation,
    values: Params,
    owner: object,
    { isUsed = true, chosen }: { readonly isUsed?: boolean; readonly chosen?: PickedValues } = {},
  ): void {
    if (!this.#isPossible) return;
    try {
      for (const each of descriptionsOf(operation, values)) this.#keep(each, owner, isUsed);
      // The lists of a level are good enough if they are read every 10 s.
      const isKept = operation.kind === 'trigger' || (operation.kind === 'level' && !isUsed);
      const lists = isKept ? listsOf(namedThings(operation, values, chosen)) : [];
      for (const each of lists) this.#keep(each, owner, isUsed);
    } catch {
      // A value of a message may throw when it is read. `Hub.run` then refuses it.
    }
  }

  #keep(description: Description, owner: object, isUsed: boolean): void {
    const read = this.#readOf(description);
    if (!read) return;
    const { list } = description;
    const listRead = list && this.#readOf(list);
    const last = this.#kept.get(read);
    const kept =
      last ?? new Kept(this.#reads, this.#clock, read, listRead && { ...list, read: listRead }, this.#arrangeSoon);
    this.#kept.delete(read);
    this.#kept.set(read, kept);
    kept.addOwner(owner, isUsed ? this.#clock.now() + KEPT_MS : Number.POSITIVE_INFINITY);
    if (isUsed) {
      kept.use();
      this.#timer ??= this.#clock.setTimeout(() => this.#endUnused(), KEPT_MS);
    }
    if (last) return;
    for (const [oldest, { end }] of this.#kept) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
      end();
    }
    // First, all nodes of a deploy are started.
    this.#arrangeSoon();
  }

  /** The descriptions that only this owner uses are no longer kept. */
  release(owner: object): void {
    this.#endThose((kept) => kept.release(owner));
  }

  close(): void {
    this.#endThose(() => true);
    this.#clock.clearImmediate(this.#arranging);
    this.#clock.clearTimeout(this.#timer);
  }

  #endUnused(): void {
    const now = this.#clock.now();
    this.#endThose((kept) => kept.isOver(now));
    const until = Math.min(...[...this.#kept.values()].map((kept) => kept.firstEnd));
    this.#timer = Number.isFinite(until) ? this.#clock.setTimeout(() => this.#endUnused(), until - now) : undefined;
  }

  #endThose(isOver: (kept: Kept) => boolean): void {
    for (const [read, kept] of this.#kept)
      if (isOver(kept)) {
        this.#kept.delete(read);
        kept.end();
        this.#arrangeSoon();
      }
  }

  #arrangeSoon = (): void => {
    this.#arranging ??= this.#clock.setImmediate(() => {
      this.#arranging = undefined;
      const all = [...this.#kept.values()];
      for (const kept of all) kept.observe(all.some((other) => other !== kept && other.sharesList(kept)));
    });
  };

  /** Undefined if the values are not complete: they depend on a message, or are wrong. */
  #readOf({ read, params }: { readonly read: OperationName; readonly params: Params }): Read | undefined {
    const operation = tableOperation(read);
    try {
      return this.#reads.of(operation, checkParams(operation, params));
    } catch (error) {
      if (error instanceof HubError) return undefined;
      throw error;
    }
  }
}

/** The descriptions of a command, or of the entries of a batch. */
function descriptionsOf(operation: AnyOperation, values: Params): readonly Description[] {
  if (operation.isComposite) return [];
  const entries: unknown = values[WHOLE_BODY];
  if (operation.area === 'batch' && Array.isArray(entries))
    return entries.filter(isObject).flatMap((entry) => {
      const named = findTableOperation(String(entry.operation));
      return named && isObject(entry.params) ? descriptionsOf(named, entry.params) : [];
    });
  const completion = operation.completion && completions[operation.completion];
  return [completion?.description?.(values) ?? []].flat();
}

/** A read that has the description among others. */
interface List {
  readonly read: Read;
  rowIn(list: unknown): unknown;
}

/** A description that nodes use. It is read alone, or with its list. */
class Kept {
  readonly #reads: Reads;
  readonly #clock: HubClock;
  readonly #read: Read;
  readonly #list: List | undefined;
  /** Called when it must be read alone. */
  readonly #onUnlisted: () => void;
  /** With the time until which each needs it, in the clock's ms. */
  readonly #owners = new Map<object, number>();
  #usedUntil = Number.NEGATIVE_INFINITY;
  /** True if the list does not have it. */
  #isUnlisted = false;
  /** The read that has it. */
  #source: Read | undefined;
  #leave = (): void => {};

  constructor(reads: Reads, clock: HubClock, read: Read, list: List | undefined, onUnlisted: () => void) {
    this.#reads = reads;
    this.#clock = clock;
    this.#read = read;
    this.#list = list;
    this.#onUnlisted = onUnlisted;
  }

  /** The end of the first owner that does not need it for ever, in the clock's ms. */
  get firstEnd(): number {
    return Math.min(...this.#owners.values());
  }

  addOwner(owner: object, until: number): void {
    this.#owners.set(owner, Math.max(until, this.#owners.get(owner) ?? until));
  }

  /** Returns true if no other owner needs it. */
  release(owner: object): boolean {
    return this.#owners.delete(owner) && this.#owners.size === 0;
  }

  /** Returns true if no owner needs it any more. */
  isOver(now: number): boolean {
    for (const [owner, until] of this.#owners) if (until <= now) this.#owners.delete(owner);
    return this.#owners.size === 0;
  }

  sharesList(other: Kept): boolean {
    return !this.#isUnlisted && !other.#isUnlisted && this.#list !== undefined && this.#list.read === other.#list?.read;
  }

  /** A command uses it now, and reads it by itself if necessary. */
  use = (): void => {
    const now = this.#clock.now();
    this.#usedUntil = now + IN_USE_MS;
    if (this.#source) this.#reads.hurry(this.#source, now + IN_USE_INTERVAL_MS);
  };

  /** `isListed`: others of its list are kept too. */
  observe(isListed: boolean): void {
    const list = isListed && !this.#isUnlisted ? this.#list : undefined;
    const source = list?.read ?? this.#read;
    if (source === this.#source) return;
    const leave = this.#leave;
    this.#source = source;
    const interval = () => (this.#clock.now() < this.#usedUntil ? IN_USE_INTERVAL_MS : INTERVAL_MS);
    const observer: Observer = {
      get interval() {
        return interval();
      },
      answer: () => list && this.#take(list),
      failure: (error) => list && this.#onListFailure(error),
      changed: list ? undefined : this.use,
    };
    const leaveSource = this.#reads.observe(source, observer);
    const leaveRead = list && this.#reads.observe(this.#read, { ...IGNORES, changed: this.use });
    this.#leave = () => {
      leaveSource();
      leaveRead?.();
    };
    leave();
  }

  end = (): void => this.#leave();

  /** Takes its row from the list. */
  #take({ read, rowIn }: List): void {
    const known = read.known();
    if (!known) return;
    const row = rowIn(known.body);
    if (row === undefined) this.#unlist();
    else this.#read.know(row, known);
  }

  /** Some hubs list no items, but describe each of them. */
  #onListFailure(error: unknown): void {
    if (error instanceof HubError && (error.outcome === 'refused' || error.code === 'HUB_BAD_ANSWER')) this.#unlist();
  }

  #unlist(): void {
    this.#isUnlisted = true;
    this.#onUnlisted();
  }
}

/** It only makes the read an observed one. */
const IGNORES: Observer = { interval: Number.POSITIVE_INFINITY, answer: () => {}, failure: () => {} };
