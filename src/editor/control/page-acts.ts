import type { ControlReport, PageAct } from '../../saved/page-key.js';
import { askEndpoint, RequestError } from '../base/endpoint.js';
import { words } from '../base/words.js';

/** A random name, so that two pages on one key are two hands. A page without https has no random UUID. */
const HAND = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** An act that waited longer for the answer to the one before it is too late, in ms. */
const LATE_MS = 2000;

/** Sends the acts on each key in their order: two requests could overtake each other. */
export class PageActs {
  readonly #turns = new Map<string, Promise<unknown>>();
  /** The keys with an act that did not arrive since the last press. */
  readonly #broken = new Set<string>();

  /** Resolves with the key after the act. Rejects with a `RequestError`. */
  send(id: string, act: PageAct): Promise<ControlReport> {
    const since = performance.now();
    const turn = Promise.allSettled([this.#turns.get(id)]).then(() => this.#sendNow(id, act, since));
    this.#turns.set(id, turn);
    return turn;
  }

  async #sendNow(id: string, act: PageAct, since: number): Promise<ControlReport> {
    const isLate = performance.now() - since > LATE_MS;
    if (isLate && act === 'press') throw new RequestError(words('sidebar.failed'), 0);
    if (act === 'press') this.#broken.delete(id);
    // The hold may not have arrived, so this release is not that of a short press.
    const sent = isLate || this.#broken.has(id) ? 'cancel' : act;
    try {
      return await askEndpoint(['controls', id, 'press'], { hand: HAND, act: sent }, { area: 'hub-control' });
    } catch (error) {
      this.#broken.add(id);
      if (error instanceof RequestError && error.status === 409)
        throw new RequestError(words('sidebar.keys.pageLeft'), error.status);
      throw error;
    }
  }
}
