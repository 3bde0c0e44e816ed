import { element, find, words } from './base.mjs';

/** Sends a request to `/control/`. Without an answer, the page already shows that the simulator is lost. */
export async function control(method, name, body) {
  const json = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`control/${name}`, { method, ...json }).catch(() => undefined);
  if (answer) showRefusal(answer.ok ? '' : `${words.refused} ${await answer.text()}`);
}

/** Runs an operation of the hub, by its name. */
export const perform = (operation, params) => control('POST', 'perform', { operation, params });

function showRefusal(text) {
  find('#refusal').textContent = text;
}

/** A button that does something on the simulator. */
export function button(label, act) {
  const created = element('button', '', label);
  created.type = 'button';
  created.addEventListener('click', act);
  return created;
}

/** Controls of one thing, with its name before them. Screen readers read the name with each control. */
export function controlRow(name, more, ...controls) {
  const row = element('div', 'control', element('span', 'control-name', name, element('small', '', more)), ...controls);
  row.role = 'group';
  row.ariaLabel = name;
  return row;
}
