import { type ItemState, itemState } from '../../hub/lookup/item-state.js';
import { itemIn } from '../../hub/lookup/linear-items.js';
import { HubError } from '../../hub/wire/errors.js';
import { copyOf } from './copy-of.js';
import type { WatchView } from './watched-value.js';

/**
 * One item of a rundown, by what `listLinearItems` told of all of them, or by the error that it ended in: its state in a
 * word, and beside it its row. What an answered list does not hold (yet) is not loaded: a show that restarts has empty
 * rundowns for some seconds (docs/interface.md "Seen in the field", Shows).
 */
export class ItemView implements WatchView {
  /** Which item: known once the node has evaluated its fields. */
  params: { readonly itemId?: unknown } = {};

  value(told: unknown): ItemState {
    if (told instanceof HubError) return itemState(told);
    if (!Array.isArray(told)) return 'unknown';
    const row = this.#row(told);
    return row ? itemState(row) : 'not loaded';
  }

  beside(told: unknown): object {
    return { item: copyOf(this.#row(told)) };
  }

  #row = (told: unknown) => itemIn(told, this.params.itemId);
}
