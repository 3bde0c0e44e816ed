import { type ItemState, itemState } from '../../hub/lookup/item-state.js';
import { itemIn } from '../../hub/lookup/linear-items.js';
import { HubError } from '../../hub/wire/errors.js';
import { copyOf } from './copy-of.js';
import type { WatchView } from './watched-value.js';

/**
 * The state of one item in the result of `listLinearItems`, which is a list or an error. An item that is missing in the
 * list is not loaded: a show that restarts has empty rundowns for some seconds (docs/interface.md "Seen in the field",
 * Shows).
 */
export class ItemView implements WatchView {
  /** Set after the node has evaluated its fields. */
  params: { readonly itemId?: unknown } = {};

  value(result: unknown): ItemState {
    if (result instanceof HubError) return itemState(result);
    if (!Array.isArray(result)) return 'unknown';
    const row = this.#row(result);
    return row ? itemState(row) : 'not loaded';
  }

  extraFields(result: unknown): object {
    return { item: copyOf(this.#row(result)) };
  }

  #row = (result: unknown) => itemIn(result, this.params.itemId);
}
