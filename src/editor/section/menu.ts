import { element } from '../base/dom.js';

export interface MenuItem {
  readonly label: string;
  readonly act: () => void;
}

/**
 * Opens a menu below a button, by mouse and keyboard as the WAI-ARIA practices have it. Choosing, Escape, Tab and a
 * click elsewhere close it. `onClose` then restores the focus.
 */
export function openMenu(button: HTMLElement, menuItems: readonly MenuItem[], onClose: () => void): void {
  const menu = element('div', { role: 'menu', class: 'hub-side-menu' });
  const label = button.getAttribute('aria-label');
  if (label) menu.setAttribute('aria-label', label);
  const items = menuItems.map(({ label: text, act }) => {
    const item = element('div', { role: 'menuitem', tabindex: '-1' }, text);
    item.addEventListener('click', () => choose(act));
    return item;
  });
  menu.append(...items);

  let isOpen = true;
  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    menu.remove();
    document.removeEventListener('pointerdown', closeOutside, true);
    button.setAttribute('aria-expanded', 'false');
    onClose();
  }
  function choose(act: () => void): void {
    close();
    act();
  }
  const closeOutside = ({ target }: Event) => {
    if (!menu.contains(target as Node)) close();
  };

  menu.addEventListener('keydown', (event) => {
    const at = (items as (Element | null)[]).indexOf(document.activeElement);
    const next: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const to = next[event.key];
    if (to !== undefined) items.at(to % items.length)?.focus();
    // The key that opened the menu can still be held.
    else if (['Enter', ' '].includes(event.key)) event.repeat || choose(menuItems[at]?.act ?? (() => {}));
    else if (['Escape', 'Tab'].includes(event.key)) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  // The menu key would also open the browser's menu.
  menu.addEventListener('contextmenu', (event) => event.preventDefault());

  // Outside the sidebar, which would clip it.
  document.body.append(menu);
  const { bottom, right, top } = button.getBoundingClientRect();
  const fitsBelow = bottom + menu.offsetHeight < window.innerHeight;
  menu.style.top = `${fitsBelow ? bottom : top - menu.offsetHeight}px`;
  menu.style.left = `${Math.max(0, right - menu.offsetWidth)}px`;
  button.setAttribute('aria-expanded', 'true');
  document.addEventListener('pointerdown', closeOutside, true);
  items[0]?.focus();
}
