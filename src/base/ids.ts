/** The text of an id for comparisons. `007` and 7 are one thing, although the hub gets each as it was written. */
export const idKey = (id: unknown): string => String(id).replace(/^0+(?=\d)/, '');

export const isSameId = (one: unknown, other: unknown): boolean => idKey(one) === idKey(other);
