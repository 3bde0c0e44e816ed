/** A new element; texts are put in as text, so nothing that a hub or a flow says becomes HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children);
  return created;
}

/** Puts a text in place of another: a screen reader is not to read the same again and again. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** An element that the dialog's template holds; throws where it does not. */
export function byId<Kind extends HTMLElement = HTMLInputElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The dialog has no element "${id}"`);
  return found as Kind;
}
