import type { NodeMessage } from 'node-red';
import { isEqual } from '../../base/values.js';
import type { ReadAnswer } from '../../hub/reads/read.js';
import type { AnyOperation } from '../../hub/table/operations.js';
import { type ItemState, itemIn, itemState } from '../../hub/watch/linear-items.js';
import { badInput, HubError } from '../../hub/wire/errors.js';
import { type Changes, changesBetween, copyOf } from './json-values.js';
import { type HubFields, withFields } from './message.js';

/** Selects the watched value from the result of a read, which is an answer or an error. */
export interface WatchView {
  value(result: unknown): unknown;
  /** More fields for the message. */
  extraFields?(result: unknown): object;
  /** More parameters for `msg.hub`. */
  readonly params?: object;
}

const NO_CHANGES: Changes = { paths: [], truncated: false };

/** The payload while the value cannot be read. A lamp reads it as a state. */
const UNKNOWN = 'unknown';

/** The present value of a watch, and the value that it sent last. */
export class WatchedValue {
  readonly #operation: AnyOperation;
  readonly #view: WatchView;
  #lastAnswer: ReadAnswer | undefined;
  #value: unknown;
  #lastSent: unknown;
  readonly #listsChanges: boolean;
  /** The differences between the last sent value and the present one. */
  #changes = NO_CHANGES;

  constructor(operation: AnyOperation, view: WatchView, listsChanges: boolean) {
    this.#operation = operation;
    this.#view = view;
    this.#listsChanges = listsChanges;
  }

  /** Returns true if the value has changed. */
  update(answer: ReadAnswer): boolean {
    const isFirst = this.#lastAnswer === undefined;
    this.#lastAnswer = answer;
    this.#value = this.#view.value(answer.body);
    // The same text of the hub gives the same object, so most answers need no comparison.
    if (!isFirst && this.#value === this.#lastSent) return false;
    if (!this.#listsChanges) return isFirst || !isEqual(this.#lastSent, this.#value);
    this.#changes = changesBetween(this.#lastSent, this.#value);
    return isFirst || this.#changes.paths.length > 0;
  }

  get hasAnswer(): boolean {
    return this.#lastAnswer !== undefined;
  }

  /** Undefined if the path leads to nothing. */
  get value(): unknown {
    return this.#value;
  }

  /**
   * Puts the value, the previous one and the changed paths into a message. `at` in ms since the epoch. `session` has the
   * fields of `msg.hub` that identify the watch.
   */
  putInto<Message extends NodeMessage>(msg: Message, session: object): Message {
    const { name: operation, area } = this.#operation;
    const { params, at, body, isShared } = this.#lastAnswer as ReadAnswer;
    const previous = this.#lastSent;
    const needsPrevious = isShared || previous === this.#value;
    const { paths, truncated } = this.#changes;
    this.#lastSent = this.#value;
    this.#changes = NO_CHANGES;
    // Copies, since other watches share the answer and a flow may change its message. A second copy of a long answer would
    // take much memory, so an old answer that only this watch has is passed on itself.
    return withFields(msg, {
      payload: copyOf(this.#value),
      previous: needsPrevious ? copyOf(previous) : previous,
      ...(this.#listsChanges && { changed: paths }),
      ...(truncated && { truncated }),
      hub: { operation, area, params: { ...params, ...this.#view.params }, at, ...session },
      ...this.#view.extraFields?.(body),
    });
  }

  /** Puts `unknown` into a message as the present value. `params` are those of the read. */
  putUnknownInto<Message extends NodeMessage>(msg: Message, params: object | undefined, fields: HubFields): Message {
    const { name: operation, area } = this.#operation;
    const previous = this.#lastSent;
    this.#lastSent = UNKNOWN;
    this.#changes = NO_CHANGES;
    return withFields(msg, {
      payload: UNKNOWN,
      previous: copyOf(previous),
      ...(this.#listsChanges && { changed: [''] }),
      hub: { operation, area, params: { ...params, ...this.#view.params }, ...fields },
    });
  }
}

/**
 * The state of one item in the result of `listLinearItems`, which is a list or an error. An item that is missing among
 * others is not loaded. In an empty list its state is unknown: while a show restarts, its rundowns are empty for some
 * seconds (docs/develop/interface.md "Seen in the field", Shows).
 */
export class ItemView implements WatchView {
  /** Set after the node has evaluated its fields. */
  params: { readonly itemId?: unknown } = {};

  value(result: unknown): ItemState {
    if (result instanceof HubError) return itemState(result);
    if (!Array.isArray(result) || result.length === 0) return 'unknown';
    const row = this.#row(result);
    return row ? itemState(row) : 'not loaded';
  }

  extraFields(result: unknown): object {
    return { item: copyOf(this.#row(result)) };
  }

  #row = (result: unknown) => itemIn(result, this.params.itemId);
}

/** The keys of a path, as Node-RED reads it. Throws if it is not a path. */
type KeysOf = (path: string) => readonly (string | number | readonly unknown[])[];

/**
 * Returns a function that reads the value at a path of an answer, or undefined if it does not exist. A blank path reads
 * the whole answer. Throws `BAD_INPUT`.
 */
export function partOf(keysOf: KeysOf, path: string, field = 'path'): (answer: unknown) => unknown {
  const keys = path === '' ? [] : keysIn(keysOf, path, field);
  return (answer) => keys.reduce<unknown>(ownProperty, answer);
}

function keysIn(keysOf: KeysOf, path: string, field: string): PropertyKey[] {
  try {
    // Node-RED requires a name before the first index.
    const [, ...keys] = keysOf(path.startsWith('[') ? `_${path}` : `_.${path}`);
    return keys.map((key) => {
      if (typeof key === 'object') throw new TypeError('A path cannot look into a message');
      return key;
    });
  } catch {
    throw badInput(field, path, { key: 'path' });
  }
}

/** Own properties only: a path must not reach inherited ones such as `constructor`. */
const ownProperty = (value: unknown, key: PropertyKey): unknown =>
  value !== null && value !== undefined && Object.hasOwn(Object(value), key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;
