import { drawOnChange, element, POLL_INTERVAL } from './base.mjs';

/** Values with more numbers than a vector are shown in small type. */
const VECTOR = 4;

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3, useGrouping: false });

const plain = (value) => (typeof value === 'number' ? numbers.format(value) : String(value));

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
