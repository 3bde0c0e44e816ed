import { element, smallButton } from '../base/dom.js';

/** A small button with an icon, for example `fa-remove`. The attributes name it for a screen reader. */
export function iconButton(icon: string, press: () => void, attributes: Readonly<Record<string, string>>) {
  const button = smallButton('', press, attributes);
  button.append(element('i', { class: `fa ${icon}`, 'aria-hidden': 'true' }));
  return button;
}
