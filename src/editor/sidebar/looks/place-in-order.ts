/**
 * Shows these elements in this order, and removes all others. A moved element gets its focus back. If the focused element
 * is removed, `next` gets the focus.
 */
export function placeInOrder(parent: HTMLElement, elements: readonly HTMLElement[], next?: HTMLElement): void {
  const focused = document.activeElement;
  const hadFocus = parent.contains(focused);
  for (const each of [...parent.children]) if (!elements.includes(each as HTMLElement)) each.remove();
  elements.forEach((each, index) => {
    if (parent.children[index] !== each) parent.insertBefore(each, parent.children[index] ?? null);
  });
  if (!hadFocus || focused === document.activeElement) return;
  if (parent.contains(focused)) (focused as HTMLElement).focus();
  else next?.focus();
}
