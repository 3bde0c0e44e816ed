import type { Need } from '../../hub/lists/index.js';

/** The listings' public shape, put in by the build. */
declare const __LISTINGS__: Readonly<Record<string, { readonly needs: readonly Need[] }>>;

/** What must be known to list a kind of thing; undefined where the hub offers no list of it. */
export const needsOf = (names: string | undefined): readonly Need[] | undefined =>
  names === undefined ? undefined : __LISTINGS__[names]?.needs;
