import type { SavedParams } from './param.js';

/** The saved fields of the watch. */
export interface SavedWatch {
  hub: string;
  operation: string;
  /** The parameters of the operation, and `ITEM_PARAMETER`. */
  params?: SavedParams<unknown>;
  /** Seconds. */
  interval?: string | number;
  /** The part of the answer that is watched. Blank: all of it. */
  path?: string;
  /** Lists the changed paths. Default: true. */
  listChanges?: boolean;
  /** One of `ON_LOSS`. Blank: the first one. */
  onLoss?: string;
}

/** The message when the hub is lost or refuses, the default first: none, or one with the payload `unknown`. */
export const ON_LOSS = ['nothing', 'unknown'] as const;

export const DEFAULT_INTERVAL_S = 1;

/** A shorter interval would delay commands. */
export const MIN_INTERVAL_S = 0.1;

/** The extra parameter of a watch of a rundown: the item whose state is sent. */
export const ITEM_PARAMETER = 'item';

/** The part of an operation that is used here, from the table or from its public form. */
interface WithParameters<P> {
  readonly name: string;
  readonly parameters: readonly P[];
}

/** `ITEM_PARAMETER`, like in the table's read of one item. Undefined for other reads. */
export function itemParameter<P extends { readonly name: string }>(
  read: WithParameters<P>,
  find: (name: string) => WithParameters<P> | undefined,
): P | undefined {
  const item =
    read.name === 'listLinearItems' && find('getLinearItem')?.parameters.find(({ name }) => name === 'itemId');
  return item ? { ...item, name: ITEM_PARAMETER } : undefined;
}
