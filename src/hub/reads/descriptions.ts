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
import type { Read } from './read.js';
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

/** A description that nodes use. */
interface Kept {
  readonly read: Read;
  /** A read that has it among others. */
  readonly list: Description['list'];
  /** Each until a time in the clock's ms. */
  readonly owners: Map<object, number>;
  usedUntil: number;
  /** True if the list does not have it, so it is read alone. */
  isUnlisted: boolean;
  /** The read that is repeated for it. */
  source: Read | undefined;
  leave(): void;
}

/**
 * Keeps the descriptions that nodes use again and again, for presses on a slow hub (docs/live-control.md "A press on a
 * slow hub"). If nodes use several items of a playout rundown, one read serves all of them.
 */
export class Descriptions {
  readonly #reads: Reads;
  readonly #clock: HubClock;
  #isPossible: boolean;
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

  #keep({ list, ...description }: Description, owner: object, isUsed: boolean): void {
    const read = this.#readOf(description);
    if (!read) return;
    const last = this.#kept.get(read);
    const kept = last ?? newKept(read, list);
    this.#kept.delete(read);
    this.#kept.set(read, kept);
    const until = isUsed ? this.#clock.now() + KEPT_MS : Number.POSITIVE_INFINITY;
    kept.owners.set(owner, Math.max(until, kept.owners.get(owner) ?? until));
    if (isUsed) {
      this.#use(kept);
      this.#timer ??= this.#clock.setTimeout(() => this.#endUnused(), KEPT_MS);
    }
    if (last) return;
    const [oldest] = this.#kept.values();
    if (oldest && this.#kept.size > MAX_KEPT) this.#end(oldest);
    this.#arrangeSoon();
  }

  /** The descriptions that only this owner uses are no longer kept. */
  release(owner: object): void {
    for (const kept of this.#kept.values()) if (kept.owners.delete(owner) && kept.owners.size === 0) this.#end(kept);
  }

  /** Keeps none any more. */
  close(): void {
    this.#isPossible = false;
    for (const kept of this.#kept.values()) this.#end(kept);
    this.#clock.clearImmediate(this.#arranging);
    this.#clock.clearTimeout(this.#timer);
  }

  #end(kept: Kept): void {
    this.#kept.delete(kept.read);
    kept.leave();
    // The others of its list may be read alone now.
    this.#arrangeSoon();
  }

  #endUnused(): void {
    const now = this.#clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const kept of this.#kept.values()) {
      for (const [owner, until] of kept.owners)
        if (until <= now) kept.owners.delete(owner);
        else next = Math.min(next, until);
      if (kept.owners.size === 0) this.#end(kept);
    }
    this.#timer = Number.isFinite(next) ? this.#clock.setTimeout(() => this.#endUnused(), next - now) : undefined;
  }

  /** A command uses it now, and reads it by itself if necessary. */
  #use(kept: Kept): void {
    const now = this.#clock.now();
    kept.usedUntil = now + IN_USE_MS;
    if (kept.source) this.#reads.hurry(kept.source, now + IN_USE_INTERVAL_MS);
  }

  /** Observes each description, with its list if others of the list are kept. First, all nodes of a deploy are started. */
  #arrangeSoon(): void {
    this.#arranging ??= this.#clock.setImmediate(() => {
      this.#arranging = undefined;
      const all = [...this.#kept.values()];
      const lists = all.map(({ list, isUnlisted }) => (list && !isUnlisted ? this.#readOf(list) : undefined));
      for (const [index, kept] of all.entries()) {
        const list = lists[index];
        const isShared = all.some((other, at) => at !== index && list === (lists[at] ?? other.read));
        this.#observe(kept, isShared ? list : undefined);
      }
    });
  }

  #observe(kept: Kept, list: Read | undefined): void {
    const source = list ?? kept.read;
    if (source === kept.source) return;
    const { leave } = kept;
    const clock = this.#clock;
    const changed = () => this.#use(kept);
    const observer = {
      get interval() {
        return clock.now() < kept.usedUntil ? IN_USE_INTERVAL_MS : INTERVAL_MS;
      },
      answer: () => this.#takeRow(kept, list),
      failure: (error: unknown) => {
        // Some hubs list no items, but describe each of them.
        const hasNoList = error instanceof HubError && (error.outcome === 'refused' || error.code === 'HUB_BAD_ANSWER');
        if (list && hasNoList) this.#unlist(kept);
      },
      ...(!list && { changed }),
    };
    kept.source = source;
    const ends = [this.#reads.observe(source, observer)];
    if (list) ends.push(this.#reads.observe(kept.read, { ...PASSIVE, changed }));
    kept.leave = () => {
      for (const end of ends) end();
    };
    leave();
  }

  #takeRow(kept: Kept, list: Read | undefined): void {
    const known = list?.known();
    if (!known) return;
    const row = kept.list?.rowIn(known.body);
    if (row === undefined) this.#unlist(kept);
    else kept.read.know(row, known);
  }

  #unlist(kept: Kept): void {
    kept.isUnlisted = true;
    this.#arrangeSoon();
  }

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

/** Another read answers for it. */
const PASSIVE = { interval: Number.POSITIVE_INFINITY, answer: () => {}, failure: () => {} };

function newKept(read: Read, list: Description['list']): Kept {
  const usedUntil = Number.NEGATIVE_INFINITY;
  return { read, list, owners: new Map(), usedUntil, isUnlisted: false, source: undefined, leave: () => {} };
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
