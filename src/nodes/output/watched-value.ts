import type { NodeMessage } from 'node-red';
import type { AnyOperation } from '../../hub/table/operations.js';
import type { PollAnswer } from '../../hub/watch/poll.js';
import { changedPaths } from './changed-paths.js';
import { copyOf } from './copy-of.js';
import { withFields } from './message.js';

/** Selects the watched value from the result of a read, which is an answer or an error. */
export interface WatchView {
  value(result: unknown): unknown;
  /** More fields for the message. */
  extraFields?(result: unknown): object;
  /** More parameters for `msg.hub`. */
  readonly params?: object;
}

/** The present value of a watch, and the value that it sent last. */
export class WatchedValue {
  readonly #operation: AnyOperation;
  readonly #view: WatchView;
  #lastAnswer: PollAnswer | undefined;
  #value: unknown;
  #lastSent: unknown;

  constructor(operation: AnyOperation, view: WatchView) {
    this.#operation = operation;
    this.#view = view;
  }

  /** Returns true if the value has changed. */
  update(answer: PollAnswer): boolean {
    const isFirst = this.#lastAnswer === undefined;
    this.#lastAnswer = answer;
    this.#value = this.#view.value(answer.body);
    return isFirst || changedPaths(this.#lastSent, this.#value).length > 0;
  }

  get hasAnswer(): boolean {
    return this.#lastAnswer !== undefined;
  }

  /** True if the path leads to nothing. */
  get isEmpty(): boolean {
    return this.#value === undefined;
  }

  /**
   * Puts the value, the previous one and the changed paths into a message. `at` in ms since the epoch. `contact` has the
   * fields of `msg.hub` that identify the watch.
   */
  putInto<Message extends NodeMessage>(msg: Message, contact: object): Message {
    const { name: operation, area } = this.#operation;
    const { params, at, body } = this.#lastAnswer as PollAnswer;
    const previous = this.#lastSent;
    this.#lastSent = this.#value;
    // Copies, since other watches share the answer and a flow may change its message.
    return withFields(msg, {
      payload: copyOf(this.#value),
      previous: copyOf(previous),
      changed: changedPaths(previous, this.#value),
      hub: { operation, area, params: { ...params, ...this.#view.params }, at, ...contact },
      ...this.#view.extraFields?.(body),
    });
  }
}
