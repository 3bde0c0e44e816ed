/** Removes an item from a list, if the list contains it. */
export function remove<T>(list: T[], one: T): void {
  const index = list.indexOf(one);
  if (index >= 0) list.splice(index, 1);
}

/** Moves or adds an item to an index of a list. An index beyond an end means this end. */
export function place<T>(list: T[], one: T, index: number): void {
  remove(list, one);
  list.splice(Math.max(index, 0), 0, one);
}
