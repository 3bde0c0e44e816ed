import { element } from '../base/dom.js';

/** Replaces the options of a list, and chooses one. */
export function fillSelect(
  select: HTMLSelectElement,
  options: readonly { readonly value: string; readonly label: string }[],
  chosen: string,
): void {
  select.replaceChildren(...options.map(({ value, label }) => element('option', { value }, label)));
  select.value = chosen;
}
