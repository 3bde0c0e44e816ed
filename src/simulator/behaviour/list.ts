/** Takes something out of a list, if it is in. */
export function remove<T>(list: T[], one: T): void {
  const index = list.indexOf(one);
  if (index >= 0) list.splice(index, 1);
}

/** Puts something at an index of a list, from wherever it stood before; beyond an end means at that end. */
export function place<T>(list: T[], one: T, index: number): void {
  remove(list, one);
  list.splice(Math.max(index, 0), 0, one);
}
