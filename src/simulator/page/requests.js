import { clock, element, find, watched, words } from './base.js';

const pauses = find('#pause');
const filter = find('#filter');

function requestRow({ at, method, path, statusCode, body, count }) {
  const time = `${clock.format(at)}.${String(at % 1000).padStart(3, '0')}`;
  const status = element('td', statusCode < 400 ? 'good' : 'bad', statusCode ?? words.unanswered);
  const many = count > 1 ? [element('b', 'count', ` × ${count}`)] : [];
  const asked = element('td', '', path, element('span', 'body', body));
  return element('tr', '', element('td', '', time), status, element('td', '', method, ...many), asked);
}

const textOf = ({ method, path, statusCode, body }) =>
  `${method} ${path} ${statusCode ?? words.unanswered} ${body}`.toLowerCase();

const draw = watched((requests) => {
  find('#no-requests').hidden = requests.length > 0;
  find('tbody').replaceChildren(...requests.map(requestRow));
});

/** What came last, unless it was paused. */
let last = [];

const drawWanted = () => draw(last.filter((request) => textOf(request).includes(filter.value.trim().toLowerCase())));

/** The last requests, but while somebody reads them they stay as they are. */
export function showRequests(requests) {
  if (pauses.ariaPressed === 'true') return;
  last = requests;
  drawWanted();
}

pauses.addEventListener('click', () => {
  pauses.ariaPressed = String(pauses.ariaPressed !== 'true');
});
filter.addEventListener('input', drawWanted);
// What scrolls by itself has to be within reach of the keyboard.
find('#requests').tabIndex = 0;
