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

/** The same for a part of a drawing. */
export function svgElement(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): SVGElement {
  const created = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value);
  created.append(...children);
  return created as SVGElement;
}

/** A small button as in Node-RED's own sidebars. */
export function smallButton(label: string, press: () => void, attributes: Readonly<Record<string, string>> = {}) {
  const button = element(
    'button',
    { type: 'button', class: 'red-ui-button red-ui-button-small', ...attributes },
    label,
  );
  button.addEventListener('click', press);
  return button;
}

/** A small button with an icon, for example `fa-remove`. The attributes name it for a screen reader. */
export function iconButton(icon: string, press: () => void, attributes: Readonly<Record<string, string>>) {
  const button = smallButton('', press, attributes);
  button.append(element('i', { class: `fa ${icon}`, 'aria-hidden': 'true' }));
  return button;
}

/** A row of a dialog: a field with its label. */
export const formRow = (label: string, field: HTMLElement, ...after: (Node | string)[]): HTMLElement =>
  element('div', { class: 'form-row' }, element('label', { for: field.id }, label), ' ', field, ...after);

/** Replaces the options of a list, and chooses one. */
export function fillSelect(
  select: HTMLSelectElement,
  options: readonly { readonly value: string; readonly label: string }[],
  chosen: string,
): void {
  setChildren(select, ...options.map(({ value, label }) => element('option', { value }, label)));
  select.value = chosen;
}

/** Replaces the children only if they change: a screen reader does not repeat them, and a list stays open. */
export function setChildren(parent: HTMLElement, ...children: readonly HTMLElement[]): void {
  if (parent.innerHTML !== children.map(({ outerHTML }) => outerHTML).join('')) parent.replaceChildren(...children);
}

/** A function that lets the user choose a file of JSON. */
export function fileChooser(onChoose: (file: File) => void): () => void {
  const input = element('input', { type: 'file', accept: '.json,application/json' });
  input.addEventListener('change', () => {
    const [chosen] = input.files ?? [];
    if (chosen) onChoose(chosen);
    // The same file can be chosen again.
    input.value = '';
  });
  return () => input.click();
}

/** Saves a text as a file on the user's computer. */
export function download(name: string, text: string, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  element('a', { href: url, download: name }).click();
  URL.revokeObjectURL(url);
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
