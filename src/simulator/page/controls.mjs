import { drawOnChange, element, find, plain, words } from './base.mjs';

/** Sends a request to `/control/`. Without an answer, the page already shows that the simulator is lost. */
async function control(method, name, body) {
  const json = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`control/${name}`, { method, ...json }).catch(() => undefined);
  if (answer) showRefusal(answer.ok ? '' : `${words.refused} ${await answer.text()}`);
}

/** Runs an operation of the hub, by its name. */
export const perform = (operation, params) => control('POST', 'perform', { operation, params });

function showRefusal(text) {
  find('#refusal').textContent = text;
}

/** A button that does something on the simulator. Screen readers read the name of its thing with it. */
export function button(label, thing, act, ...more) {
  const created = element('button', '', label, ...more);
  Object.assign(created, { type: 'button', ariaLabel: `${created.textContent}: ${thing}` });
  created.addEventListener('click', act);
  return created;
}

/** Controls of one thing, with its name before them. */
const controlRow = (name, more, ...controls) =>
  element('div', 'control', element('span', 'control-name', name, ' ', element('small', '', more)), ...controls);

/** An item with its buttons, such as In and Out. */
const itemRow = (rundownId, { id, name, template, buttons }) =>
  controlRow(
    name,
    template,
    ...buttons.map(({ key, label }) => {
      const act = () => perform('pressItemButton', { rundownId, itemId: id, buttonKey: key });
      const isShared = buttons.filter((other) => other.label === label).length > 1;
      return button(label, name, act, ...(isShared ? [' ', element('small', '', key)] : []));
    }),
  );

const rundownPart = ({ id, name, items }) => [element('h3', '', name), ...items.map((item) => itemRow(id, item))];

export const showItems = drawOnChange((rundowns) =>
  find('#items div').replaceChildren(...rundowns.flatMap(rundownPart)),
);

/** Functions that show the value of each fader, in the order of `live.json`. */
let valueViews = [];

/** Adds a fader. Returns a function that shows its value. */
function addFader({ engineId, engine, nodePath, propertyPath, name }) {
  const label = `${engine} · ${name}`;
  const input = Object.assign(element('input', ''), { type: 'range', min: 0, max: 1, step: 0.01, ariaLabel: label });
  const shown = element('b', '');
  find('#faders div').append(element('label', 'fader', element('span', '', label), shown, input));
  const send = newestWins(() =>
    perform('setProperty', { engineId, nodePath, propertyPath, Value: input.valueAsNumber }),
  );
  const showText = (value) => {
    shown.textContent = plain(value);
  };
  input.addEventListener('input', () => {
    showText(input.valueAsNumber);
    send.start();
  });
  return (value, askedAt) => {
    // The hand on the fader is right, not the value before it.
    if (send.isActiveSince(askedAt) || input.matches(':active')) return;
    input.value = value;
    showText(value);
  };
}

/** Sends again and again while values arrive, one at a time. The last value is always sent. */
function newestWins(send) {
  let isSending = false;
  let isChanged = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    isActiveSince: (time) => isSending || endedAt >= time,
    async start() {
      isChanged = true;
      if (isSending) return;
      isSending = true;
      while (isChanged) {
        isChanged = false;
        await send();
      }
      isSending = false;
      endedAt = performance.now();
    },
  };
}

/** The faders without values. They are redrawn only if one is added or removed. */
const drawFaders = drawOnChange((faders) => {
  find('#faders div').replaceChildren();
  valueViews = faders.map(addFader);
});

/** `askedAt` is the time of the request for these values, in ms of `performance.now()`. */
export function showFaders(faders, askedAt) {
  drawFaders(faders.map(({ value, ...fader }) => fader));
  for (const [index, { value }] of faders.entries()) valueViews[index](value, askedAt);
}

const launchRow = ({ id, name }) =>
  controlRow(
    name,
    '',
    button(words.launch, name, () => perform('launch', { configID: id })),
    button(words.stop, name, () => perform('stopLaunch', { configID: id })),
  );

export const showLaunches = drawOnChange((launches) =>
  find('#launches div').replaceChildren(...launches.map(launchRow)),
);

/** The buttons that stay pressed, by the name of their fault. */
const faultButtons = ['slow', 'refuse', 'away', 'lag'].map((name) => [name, find(`#${name}`)]);

for (const [name, toggle] of faultButtons)
  toggle.addEventListener('click', () => control(toggle.ariaPressed === 'true' ? 'DELETE' : 'PUT', name));
find('#reset').addEventListener('click', () => control('POST', 'reset'));

/** Shows which faults are switched on, at their buttons and as badges at the title. */
export const showTrouble = drawOnChange((switches) => {
  for (const [name, toggle] of faultButtons) toggle.ariaPressed = String(switches.includes(name));
  const active = faultButtons.filter(([name]) => switches.includes(name));
  find('#badges').replaceChildren(...active.map(([, toggle]) => element('b', 'badge', toggle.textContent)));
});
