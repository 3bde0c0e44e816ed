/** ms between two polls of the simulator. */
export const POLL_INTERVAL = 200;

export const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hour12: false });

export const find = (selector) => document.querySelector(selector);

export const words = find('main').dataset;

/** Creates an element. Values of the simulator are only added as text, never as HTML. */
export function element(name, className, ...children) {
  const created = document.createElement(name);
  created.className = className;
  created.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return created;
}

/** The heading of a card, with an id and other details. */
export const heading = (name, ...more) => element('h2', '', name, element('small', '', more.join(' · ')));

/** Calls `draw` only if the value has changed. Its second argument is false for the first value. */
export function drawOnChange(draw) {
  let before;
  return (now, ...more) => {
    const text = JSON.stringify(now);
    if (text === before) return;
    draw(now, before !== undefined, ...more);
    before = text;
  };
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Values with more numbers than a vector are shown in small type. */
const VECTOR = 4;

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3, useGrouping: false });

/** A value that is not an object, as text. */
export const plain = (value) => (typeof value === 'number' ? numbers.format(value) : String(value));

/** The values inside a value, each with its place, e.g. `location.x`. */
function parts(value, place = '') {
  if (typeof value !== 'object' || value === null) return [[place, plain(value)]];
  return Object.entries(value).flatMap(([key, inner]) => parts(inner, place ? `${place}.${key}` : key));
}

function drawValue(cell, value) {
  const all = parts(value);
  const many = all.length > VECTOR;
  cell.classList.toggle('many', many);
  cell.replaceChildren(...all.map(([place, text]) => element('span', 'part', element('i', '', place), text)));
}

/** Returns a function that shows a value in a cell and highlights changes. */
export const valueIn = (cell) =>
  drawOnChange((value, changed) => {
    drawValue(cell, value);
    cell.classList.toggle('fresh', changed);
    if (changed) setTimeout(() => cell.classList.remove('fresh'), POLL_INTERVAL);
  });
