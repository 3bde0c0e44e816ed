/** Creates an element. Strings become text nodes, so text from a hub or a flow never becomes HTML. */
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

/** Sets a text only if it changes: a screen reader does not repeat it. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Returns an element of the dialog's template. Throws if it is missing. */
export function byId<Kind extends HTMLElement = HTMLInputElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The dialog has no element "${id}"`);
  return found as Kind;
}
