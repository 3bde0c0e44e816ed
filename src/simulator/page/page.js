/** ms between two looks at the simulator. */
const EVERY = 200;

/** So many of what changed last are shown on top. */
const LAST = 6;

/** Objects with more numbers than a vector are set small. */
const VECTOR = 4;

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3, useGrouping: false });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hour12: false });

const find = (selector) => document.querySelector(selector);
const words = find('main').dataset;

/** An element; what the simulator tells is only ever put in as text. */
function element(name, className, ...children) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return made;
}

/** Draws what differs from the last look, and leaves alone what does not; `draw` hears whether it drew before. */
function watched(draw) {
  let before;
  return (now, ...more) => {
    const text = JSON.stringify(now);
    if (text === before) return;
    draw(now, before !== undefined, ...more);
    before = text;
  };
}

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

/** What shows a value in a cell, and lights up when it changes. */
const valueIn = (cell) =>
  watched((value, changed) => {
    drawValue(cell, value);
    cell.classList.toggle('fresh', changed);
    if (changed) setTimeout(() => cell.classList.remove('fresh'), EVERY);
  });

/** Makes a property's row; gives what shows its value. */
function addProperty(list, { path, name }) {
  const cell = element('dd', '');
  list.append(element('dt', '', name, element('span', 'path', path)), cell);
  return valueIn(cell);
}

/** A card's heading, with its id and what else is worth knowing. */
const heading = (name, ...more) => element('h2', '', name, element('small', '', more.join(' · ')));

/** Makes an engine's card; gives what shows its values, property by property. */
function addEngine({ id, name, type, loaded, nodes }) {
  const state = element('p', 'loaded', loaded ?? words.stopped);
  const card = element('article', 'engine card', heading(name, ...(type ? [type, id] : [id])), state);
  find('#engines').append(card);
  return nodes.flatMap((node) => {
    const list = element('dl', '');
    card.append(element('h3', '', `${node.name} · ${node.path}`), list);
    return node.properties.map((property) => addProperty(list, property));
  });
}

/** What shows the value of each property, in the order in which the simulator tells them. */
let shown = [];

/** The cards, without the values: made anew only when engines, nodes or properties come and go. */
const showCards = watched((engines) => {
  find('#engines').replaceChildren();
  shown = engines.flatMap(addEngine);
});

function showEngines(engines) {
  const values = [];
  const withoutValue = ({ value, path, name }) => {
    values.push(value);
    return { path, name };
  };
  const withoutValues = (node) => ({ ...node, properties: node.properties.map(withoutValue) });
  showCards(engines.map((engine) => ({ ...engine, nodes: engine.nodes.map(withoutValues) })));
  for (const [index, show] of shown.entries()) show(values[index]);
}

/** What shows the value of each property on top, in the order of their keys. */
let changing = [];

/** The properties on top, without their values: they keep their places until another one comes, which is then the first. */
const showTiles = watched((keys, _, changes) => {
  find('#no-changes').hidden = changes.length > 0;
  const tiles = new Map(changes.map(tile));
  find('#changes div').replaceChildren(...[...tiles.values()].map(({ box }) => box));
  changing = keys.map((key) => tiles.get(key).show);
});

/** A property on top, by its key. */
function tile({ key, name, node, engine }) {
  const cell = element('b', 'tile-value');
  return [
    key,
    { box: element('p', 'tile', element('span', 'path', `${engine} · ${node}`), name, cell), show: valueIn(cell) },
  ];
}

/** What changed last, the newest first. */
function lastChanges(engines) {
  const properties = engines.flatMap((engine) =>
    engine.nodes.flatMap((node) =>
      node.properties.map((property) => ({
        ...property,
        node: node.name,
        engine: engine.name,
        key: JSON.stringify([engine.id, node.path, property.path]),
      })),
    ),
  );
  const changed = properties.filter((property) => property.changed !== undefined);
  return changed.toSorted((one, other) => other.changed - one.changed).slice(0, LAST);
}

function showChanges(engines) {
  const changes = lastChanges(engines);
  const values = new Map(changes.map(({ key, value }) => [key, value]));
  const keys = [...values.keys()].toSorted();
  showTiles(keys, changes);
  for (const [index, show] of changing.entries()) show(values.get(keys[index]));
}

/** What an output shows, and since when. */
function outputBox(playing, index) {
  const [kind, word] = [
    ['program', words.program],
    ['preview', words.preview],
  ][index];
  const box = element('div', `output ${kind}`, element('h3', '', word));
  box.classList.toggle('playing', playing !== null);
  if (!playing) box.append(element('p', 'item', words.nothing));
  else
    box.append(
      element('p', 'item', playing.item),
      element('p', '', playing.template),
      element('p', '', `${clock.format(playing.since)} · ${words.step} ${playing.step}`),
    );
  return box;
}

function showCard({ id, name, loaded, outputs }) {
  const rundowns = element('p', 'loaded', loaded.join(' + ') || words.notLoaded);
  return element(
    'article',
    'show card',
    heading(name, id),
    rundowns,
    element('div', 'outputs', ...outputs.map(outputBox)),
  );
}

const showShows = watched((shows) => find('#shows').replaceChildren(...shows.map(showCard)));

const pressRow = ({ at, rundown, item, button }) =>
  element('li', '', element('time', '', clock.format(at)), element('b', '', `${item}: ${button}`), rundown);

const showPresses = watched((presses) => {
  find('#no-presses').hidden = presses.length > 0;
  find('#presses ul').replaceChildren(...presses.map(pressRow));
});

function requestRow({ at, method, path, statusCode, body }) {
  const time = `${clock.format(at)}.${String(at % 1000).padStart(3, '0')}`;
  const status = element('td', statusCode < 400 ? 'good' : 'bad', statusCode ?? words.unanswered);
  const asked = element('td', '', path, element('span', 'body', body));
  return element('tr', '', element('td', '', time), status, element('td', '', method), asked);
}

const showRequests = watched((requests) => {
  find('#no-requests').hidden = requests.length > 0;
  find('tbody').replaceChildren(...requests.map(requestRow));
});

async function look() {
  const { dialect, linearSegment, shows, presses, engines, requests } = await (await fetch('live.json')).json();
  find('#dialect').textContent = dialect;
  find('#linear').textContent = linearSegment;
  showShows(shows);
  showPresses(presses);
  showChanges(engines);
  showEngines(engines);
  showRequests(requests);
}

/** Looks again and again; while nothing answers, the page says so. */
async function follow() {
  for (;;) {
    find('#lost').hidden = await look().then(
      () => true,
      () => false,
    );
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
}

// What scrolls by itself has to be within reach of the keyboard.
find('#requests').tabIndex = 0;
follow();
