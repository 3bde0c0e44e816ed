import type { Need } from '../../hub/lists/index.js';

/** The build inserts the public part of the listings. */
declare const __LISTINGS__: Readonly<Record<string, { readonly needs: readonly Need[] }>>;

/** The parameters that a list needs. Undefined if the hub has no such list. */
export const needsOf = (names: string | undefined): readonly Need[] | undefined =>
  names === undefined ? undefined : __LISTINGS__[names]?.needs;
