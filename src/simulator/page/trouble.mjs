import { find } from './base.mjs';
import { control } from './control.mjs';

/** The buttons that stay pressed, by the name of their fault. */
const buttons = ['slow', 'refuse', 'away'].map((name) => [name, find(`#${name}`)]);

for (const [name, toggle] of buttons)
  toggle.addEventListener('click', () => control(toggle.ariaPressed === 'true' ? 'DELETE' : 'PUT', name));
find('#reset').addEventListener('click', () => control('POST', 'reset'));

/** Shows which faults are switched on. */
export function showTrouble(switches) {
  for (const [name, toggle] of buttons) toggle.ariaPressed = String(switches.includes(name));
}
