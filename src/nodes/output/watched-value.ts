import type { NodeMessage } from 'node-red';
import type { AnyOperation } from '../../hub/table/operations.js';
import type { PollAnswer } from '../../hub/watch/poll.js';
import { changedPaths } from './changed-paths.js';
import { copyOf } from './copy-of.js';
import { written } from './message.js';

/** What is watched of what was told: an answer, or the failure of a read. */
export interface WatchView {
  value(told: unknown): unknown;
  /** What else of it goes into the message. */
  beside?(told: unknown): object;
  /** What is watched, beside what the read was given. */
  readonly params?: object;
}

/** The present value of what is watched, and which value was told last. */
export class WatchedValue {
  readonly #operation: AnyOperation;
  readonly #view: WatchView;
  #seen: PollAnswer | undefined;
  #value: unknown;
  #told: unknown;

  constructor(operation: AnyOperation, view: WatchView) {
    this.#operation = operation;
    this.#view = view;
  }

  /** Takes note of what was told; gives whether there is something new to tell. */
  see(seen: PollAnswer): boolean {
    const first = this.#seen === undefined;
    this.#seen = seen;
    this.#value = this.#view.value(seen.body);
    return first || changedPaths(this.#told, this.#value).length > 0;
  }

  /** Whether anything was told. */
  get known(): boolean {
    return this.#seen !== undefined;
  }

  /** Whether there is nothing where the path leads. */
  get empty(): boolean {
    return this.#value === undefined;
  }

  /**
   * Puts it into a message: the value, the one told before, and where they differ; `at` in ms since the epoch.
   * `contact`: what `msg.hub` says of the watch.
   */
  tell<Message extends NodeMessage>(msg: Message, contact: object): Message {
    const { name: operation, area } = this.#operation;
    const { params, at, body } = this.#seen as PollAnswer;
    const told = this.#told;
    this.#told = this.#value;
    // Copies: others watch the same answer, and a flow may change what it gets.
    return written(msg, {
      payload: copyOf(this.#value),
      previous: copyOf(told),
      changed: changedPaths(told, this.#value),
      hub: { operation, area, params: { ...params, ...this.#view.params }, at, ...contact },
      ...this.#view.beside?.(body),
    });
  }
}
