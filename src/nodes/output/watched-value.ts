import type { NodeMessage } from 'node-red';
import type { Offered } from '../../hub/table/operations.js';
import type { Seen } from '../../hub/watch/poll.js';
import { changedPaths } from './changes.js';
import { copyOf } from './copy.js';
import { written } from './message.js';

/** The present value of what is watched, and which value was told last. */
export class Present {
  readonly #operation: Offered;
  readonly #part: (answer: unknown) => unknown;
  #seen: Seen | undefined;
  #value: unknown;
  #told: unknown;

  /** `part` takes of an answer what is watched. */
  constructor(operation: Offered, part: (answer: unknown) => unknown) {
    this.#operation = operation;
    this.#part = part;
  }

  /** Takes note of an answer; gives whether there is something new to tell. */
  see(seen: Seen): boolean {
    const first = this.#seen === undefined;
    this.#seen = seen;
    this.#value = this.#part(seen.body);
    return first || changedPaths(this.#told, this.#value).length > 0;
  }

  /** Whether there is nothing where the path leads. */
  get empty(): boolean {
    return this.#value === undefined;
  }

  /** Puts it into a message: the value, the one told before, and where they differ; `at` in ms since the epoch. */
  tell<Message extends NodeMessage>(msg: Message): Message {
    const { name: operation, area } = this.#operation;
    const { params, at } = this.#seen as Seen;
    const told = this.#told;
    this.#told = this.#value;
    // Copies: others watch the same answer, and a flow may change what it gets.
    return written(msg, {
      payload: copyOf(this.#value),
      previous: copyOf(told),
      changed: changedPaths(told, this.#value),
      hub: { operation, area, params: { ...params }, at },
    });
  }
}
