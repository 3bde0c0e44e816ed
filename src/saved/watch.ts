import type { SavedParams } from './param.js';

/** What the dialog of the watch saves. */
export interface SavedWatch {
  hub: string;
  operation: string;
  /** Those of the operation, and `ITEM`. */
  params?: SavedParams<unknown>;
  /** Seconds. */
  interval?: string | number;
  /** What of the answer is watched; blank: all. */
  path?: string;
}

/** Seconds between two looks, unless something else was saved. */
export const USUAL_INTERVAL_S = 1;

/** The shortest such time: more often would crowd out the commands. */
export const SHORTEST_INTERVAL_S = 0.1;

/** The parameter that a watch of a whole rundown has besides: the one item whose state is told. */
export const ITEM = 'item';

/** An operation as far as it matters here, in the table or in its public shape. */
interface WithParameters<P> {
  readonly name: string;
  readonly parameters: readonly P[];
}

/** That parameter, as the table has it where one item is read; undefined for a read of something else. */
export function itemParameter<P extends { readonly name: string }>(
  read: WithParameters<P>,
  find: (name: string) => WithParameters<P> | undefined,
): P | undefined {
  const item =
    read.name === 'listLinearItems' && find('getLinearItem')?.parameters.find(({ name }) => name === 'itemId');
  return item ? { ...item, name: ITEM } : undefined;
}
