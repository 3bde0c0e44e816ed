import { drawOnChange, element, find } from './base.mjs';
import { perform } from './control.mjs';

/** Functions that show the value of each fader, in the order of `live.json`. */
let valueViews = [];

/** Adds a fader. Returns a function that shows its value. */
function addFader({ engineId, engine, nodePath, propertyPath, name }) {
  const input = element('input', '');
  Object.assign(input, { type: 'range', min: 0, max: 1, step: 0.01 });
  find('#faders div').append(element('label', 'fader', element('span', '', `${engine} · ${name}`), input));
  const send = newestWins(() =>
    perform('setProperty', { engineId, nodePath, propertyPath, Value: input.valueAsNumber }),
  );
  input.addEventListener('input', send.start);
  return (value, askedAt) => {
    // The hand on the fader is right, not the value before it.
    if (!send.isActiveSince(askedAt) && !input.matches(':active')) input.value = value;
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
