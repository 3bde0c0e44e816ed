/** What must be known before something can be listed; `names`: what can be listed for that in its turn. */
export interface Need {
  readonly param: string;
  readonly names?: string;
}

/** The listings' public shape, put in by the build. */
declare const __LISTINGS__: Readonly<Record<string, { readonly needs: readonly Need[] }>>;

/** What must be known to list a kind of thing; undefined where the hub offers no list of it. */
export const needsOf = (names: string | undefined): readonly Need[] | undefined =>
  names === undefined ? undefined : __LISTINGS__[names]?.needs;
