import type { Params } from '../wire/request.js';

/** Reads the hub for something else than a node's own answer: the body that an operation of the table answers. */
export type Read = (operation: string, params: Params) => Promise<unknown>;

/** What was looked up once and is used again, until it may have changed (design.md, "Live control"). */
export class Memory {
  readonly #known = new Map<string, unknown>();

  /** What is known, or else what `read` gives now. */
  async recall(read: Read, operation: string, params: Params): Promise<unknown> {
    const key = JSON.stringify([operation, params]);
    if (!this.#known.has(key)) this.#known.set(key, await read(operation, params));
    return this.#known.get(key);
  }

  forget(): void {
    this.#known.clear();
  }
}
