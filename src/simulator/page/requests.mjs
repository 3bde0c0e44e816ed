import { clock, drawOnChange, element, find, words } from './base.mjs';

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

const draw = drawOnChange((requests) => {
  find('#no-requests').hidden = requests.length > 0;
  find('tbody').replaceChildren(...requests.map(requestRow));
});

/** The last requests before the user paused. */
let lastRequests = [];

const drawWanted = () =>
  draw(lastRequests.filter((request) => textOf(request).includes(filter.value.trim().toLowerCase())));

/** Shows the last requests. While the user has paused the list, it does not change. */
export function showRequests(requests) {
  if (pauses.ariaPressed === 'true') return;
  lastRequests = requests;
  drawWanted();
}

pauses.addEventListener('click', () => {
  pauses.ariaPressed = String(pauses.ariaPressed !== 'true');
});
filter.addEventListener('input', drawWanted);
