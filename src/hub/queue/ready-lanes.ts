import type { Lane } from './lane.js';

/** Lanes that may have a job to send, the one that was served longest ago first. */
export class ReadyLanes {
  readonly #lanes: Lane[] = [];
  /** The same lanes, to find one at once. */
  readonly #members = new Set<Lane>();

  /** The lane that it returned last may be removed meanwhile. */
  *[Symbol.iterator](): Generator<Lane> {
    for (let index = 0; index < this.#lanes.length; ) {
      const lane = this.#lanes[index] as Lane;
      yield lane;
      if (this.#lanes[index] === lane) index += 1;
    }
  }

  add(lane: Lane): void {
    if (this.#members.has(lane)) return;
    this.#members.add(lane);
    this.#lanes.splice(this.#placeOf(lane), 0, lane);
  }

  /** Removes a lane. Its `lastServed` must not have changed since `add`. */
  remove(lane: Lane): void {
    if (this.#members.delete(lane)) this.#lanes.splice(this.#placeOf(lane), 1);
  }

  /** The number of lanes that were served before this one. No two lanes have the same `lastServed`. */
  #placeOf({ lastServed }: Lane): number {
    let low = 0;
    let high = this.#lanes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#lanes[middle] as Lane).lastServed < lastServed) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
