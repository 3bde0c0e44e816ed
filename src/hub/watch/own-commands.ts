import { isSameId } from '../../base/ids.js';
import { isObject } from '../../base/values.js';
import { type Changed, isChanged } from '../table/changed-reads.js';
import type { AnyOperation } from '../table/operations.js';
import type { Params } from '../wire/request.js';
import { idOfItem, type LinearRow, outputName, playStateIn, statusIn } from './linear-items.js';

/** A read shows the state from before a command for at most this time after it, in ms. After it, the read is right. */
export const LAG_MS = 2000;

/** The times of the reads after a command, in ms: the first one, and the pause until the next one. */
const FIRST_READ_MS = 100;
export const NEXT_READ_MS = 250;

/** A command that has changed the hub, or may have. */
export interface EndedCommand {
  /** The operation, also of an entry of a batch. */
  readonly operation: AnyOperation;
  /** Its values. */
  readonly params: Params;
  /** Reads that it may have changed. They are read once more. */
  readonly invalidates?: Changed | undefined;
  /** True if nobody knows whether the hub carried it out. */
  readonly isUnknown: boolean;
}

/** The items of an answer whose state is affected by commands of this Node-RED. `ALL`: all of the answer. */
type Items = ReadonlySet<string>;
const ALL = '';

/** The things in an answer that depend on the last commands. */
export interface OwnChanges {
  /** Items in the state from before a command. The state is not passed on: the hub has another one by now. */
  readonly old: ReadonlySet<string>;
  /** Items whose state is certain again. It is passed on even if it is the same as before. */
  readonly certain: ReadonlySet<string>;
}

/** True if the set has the item or, without an item, anything. */
export const hasItem = (items: Items, itemId: unknown): boolean =>
  itemId === undefined ? items.size > 0 : items.has(String(itemId)) || items.has(ALL);

/** The state of an item on both outputs, and whether it is online, as text. Undefined: not certain. */
type ItemText = string | undefined;

/** An item whose next state is certain, but may not be in the answers yet. */
interface ItemChange {
  readonly output: string;
  /** Undefined: a later command may have taken it out. */
  readonly plays: boolean | undefined;
  /** The states before the last command, in their order: the one that was read, and those of earlier commands. */
  readonly before: readonly ItemText[];
  /** The answers show the states in their order. This one was shown last. */
  readonly shown: number;
  readonly isShown: boolean;
  /** True if the watch must pass on the state although it has not changed. */
  readonly isUncertain: boolean;
  readonly until: number;
}

/** An answer that a command changes, although it is not certain how. */
interface AnswerChange {
  readonly before: string;
  readonly isState: boolean;
  readonly until: number;
}

/**
 * The commands of this Node-RED that the answers to one read may not show yet: decides when to read, and which answers
 * are from before a command. All times are in ms on one clock. Example: an item is played, and the hub lists it as
 * `Available` for 1 s more. The answers until then are old.
 */
export class OwnCommands {
  readonly #read: AnyOperation;
  readonly #params: Params;
  readonly #items = new Map<string, ItemChange>();
  #answer: AnswerChange | undefined;
  #readAt = Number.POSITIVE_INFINITY;
  #lastReadAt = Number.NEGATIVE_INFINITY;

  /** `read` and its values. */
  constructor(read: AnyOperation, params: Params) {
    this.#read = read;
    this.#params = params;
  }

  /** The time of the next read because of a command. Infinite: none. */
  get readAt(): number {
    return this.#readAt;
  }

  /**
   * A command has ended. `latest` is the last answer to the read, or undefined. Returns the items whose state is not
   * certain until an answer shows it, or undefined if the read does not show the effect of the command.
   */
  onCommand(command: EndedCommand, latest: unknown, now: number): Items | undefined {
    const { operation, params } = command;
    const isShown = operation.changes?.some((name) => name === this.#read.name) === true && this.#isTarget(command);
    if (!isShown && !this.#isInvalidated(command)) return undefined;
    const { itemId } = params;
    const rows = rowsIn(latest);
    const isMissing = rows !== undefined && rows.length > 0 && !rows.some((row) => isItem(row, itemId));
    if (isShown && itemId !== undefined && isMissing) return undefined;
    const changed = isShown && operation.kind === 'trigger' ? this.#change(command, latest, now) : NONE;
    this.#scheduleRead(operation.kind === 'level', now);
    return changed;
  }

  /** The read was sent. */
  onRead(now: number): void {
    if (this.#readAt <= now) this.#lastReadAt = now;
    this.#readAt = Number.POSITIVE_INFINITY;
  }

  /** Judges an answer. Undefined: it depends on no command. */
  onAnswer(body: unknown, now: number): OwnChanges | undefined {
    if (this.#items.size === 0 && !this.#answer) return undefined;
    const old = new Set<string>();
    const certain = new Set<string>();
    const rows = rowsIn(body) ?? [];
    for (const [id, change] of this.#items) {
      // While a show restarts, its rundowns are empty, so the state of the item is unknown.
      if (rows.length === 0 && now < change.until) continue;
      const row = rows.find((each) => isItem(each, id));
      const next = now < change.until ? shownIn(change, row) : undefined;
      if (next) this.#items.set(id, next);
      else this.#items.delete(id);
      if (next && !next.isShown && change.plays !== undefined) old.add(id);
      if (!next && (change.isUncertain || !isExpected(change, row))) certain.add(id);
    }
    const answer = this.#answer;
    if (answer && (now >= answer.until || JSON.stringify(body) !== answer.before)) {
      this.#answer = undefined;
      if (answer.isState) certain.add(ALL);
    }
    this.#scheduleNext(now);
    return { old, certain };
  }

  /** The hub is lost. The next answer is right. */
  clear(): void {
    this.#items.clear();
    this.#answer = undefined;
    this.#readAt = Number.POSITIVE_INFINITY;
  }

  /** True if the command has the target of the read, or a part of it. */
  #isTarget({ operation: { lane }, params }: EndedCommand): boolean {
    const names = [...(lane?.by ?? []), 'rundownId', 'itemId'];
    const isSame = (name: string) =>
      params[name] === undefined ||
      this.#params[name] === undefined ||
      String(params[name]) === String(this.#params[name]);
    return names.every(isSame);
  }

  #isInvalidated({ operation, invalidates }: EndedCommand): boolean {
    // A batch with an unknown entry may have changed everything, and some flows send many.
    if (invalidates === 'all') return operation.area !== 'batch';
    return invalidates !== undefined && isChanged(invalidates, this.#read.name, this.#params);
  }

  #change(command: EndedCommand, latest: unknown, now: number): Items {
    const { operation, params, isUnknown } = command;
    const until = now + LAG_MS;
    const output = outputName(params.preview);
    if (output === '' || (params.itemId === undefined && playsAfter(operation))) {
      // It is not certain which item plays next, and which ones end.
      if (output !== '') this.#doubt(output, until);
      const before = JSON.stringify(latest);
      if (before !== undefined) this.#answer = { before, isState: output !== '', until };
      return output === '' ? NONE : new Set([ALL]);
    }
    const plays = playsAfter(operation);
    const ids = params.itemId === undefined ? this.#playing(latest, output) : [String(params.itemId)];
    if (plays) this.#doubt(output, until, ids[0]);
    const changed = ids.filter((id) => {
      const row = rowsIn(latest)?.find((each) => isItem(each, id));
      const change = this.#changeOf(id, row, { output, plays, isUnknown, until });
      if (change) this.#items.set(id, change);
      return change !== undefined;
    });
    return new Set(changed);
  }

  /** Undefined if the hub reports no state, or if the answers show the new one already. */
  #changeOf(
    id: string,
    row: LinearRow | undefined,
    { output, plays, isUnknown, until }: { output: string; plays: boolean; isUnknown: boolean; until: number },
  ): ItemChange | undefined {
    const open = this.#items.get(id);
    if (!open && row && playStateIn(row, output) === undefined) return undefined;
    const isUncertain = isUnknown || open?.isUncertain === true;
    const before = open ? [...open.before.slice(open.shown), textAfter(open)] : [row && textOf(row)];
    const change = { output, plays, before, shown: 0, isShown: false, isUncertain, until };
    return !open && !isUncertain && isExpected(change, row) ? undefined : change;
  }

  /** Another item plays on the output, so the hub may have taken out these. */
  #doubt(output: string, until: number, exceptId?: string): void {
    for (const [id, change] of this.#items)
      if (id !== exceptId && change.output === output)
        this.#items.set(id, { ...change, plays: undefined, isShown: true, isUncertain: true, until });
  }

  /** The ids of the items that play on the output, or may. */
  #playing(latest: unknown, output: string): string[] {
    const listed = (rowsIn(latest) ?? []).filter((row) => playStateIn(row, output) === 'playing');
    const open = [...this.#items].filter(([, change]) => change.output === output && change.plays !== false);
    return [...new Set([...listed.map((row) => String(idOfItem(row))), ...open.map(([id]) => id)])];
  }

  /** A level can be sent many times a second, so its read follows the last one. */
  #scheduleRead(isLevel: boolean, now: number): void {
    const isOpen = this.#items.size > 0 || this.#answer !== undefined;
    const at = Math.max(now + FIRST_READ_MS, this.#lastReadAt + NEXT_READ_MS);
    this.#readAt = isLevel && !isOpen ? at : Math.min(this.#readAt, at);
  }

  #scheduleNext(now: number): void {
    const ends = [...this.#items.values(), ...(this.#answer ? [this.#answer] : [])].map(({ until }) => until);
    if (ends.length === 0) return;
    const isAgreed = !this.#answer && [...this.#items.values()].every(({ isShown }) => isShown);
    this.#readAt = Math.min(this.#readAt, ...ends, isAgreed ? Number.POSITIVE_INFINITY : now + NEXT_READ_MS);
  }
}

const NONE: Items = new Set();

const playsAfter = ({ isComposite, ...operation }: AnyOperation): boolean =>
  !isComposite && 'stateAfter' in operation && operation.stateAfter === 'output';

/** The rows of a list, or of one item. Undefined without an answer. */
function rowsIn(answer: unknown): readonly LinearRow[] | undefined {
  if (answer === undefined) return undefined;
  return (Array.isArray(answer) ? answer : [answer]).filter(isObject);
}

const isItem = (row: LinearRow, itemId: unknown): boolean => isSameId(idOfItem(row), itemId);

const textOf = (row: LinearRow): string =>
  JSON.stringify([playStateIn(row, 'program'), playStateIn(row, 'preview'), statusIn(row, 'online') !== false]);

/** The state after the last command. Undefined if it is not certain. */
function textAfter({ before, output, plays }: ItemChange): ItemText {
  const last = before.at(-1);
  if (last === undefined || plays === undefined) return undefined;
  const [program, preview, isOnline] = JSON.parse(last);
  const state = plays ? 'playing' : 'available';
  return JSON.stringify(output === 'program' ? [state, preview, isOnline] : [program, state, isOnline]);
}

/** True if the row has the state that the last command has left. */
const isExpected = ({ output, plays }: ItemChange, row: LinearRow | undefined): boolean =>
  row !== undefined && plays !== undefined && (playStateIn(row, output) === 'playing') === plays;

/**
 * The change after an answer with this row. Undefined if the row is certainly from after the last command: it has the new
 * state, or one that the item did not have before. A new state that it also had before shows nothing.
 */
function shownIn(change: ItemChange, row: LinearRow | undefined): ItemChange | undefined {
  const text = row && textOf(row);
  const isAgreed = isExpected(change, row);
  const shown = change.before.findIndex(
    (before, index) => index >= change.shown && (before === undefined ? !isAgreed : before === text),
  );
  return shown < 0 ? undefined : { ...change, shown, isShown: isAgreed || change.plays === undefined };
}
