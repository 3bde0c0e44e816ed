import { element, find, heading, watched, words } from './base.js';
import { valueIn } from './value.js';

/** Where there is room for all values at once, in the style sheet's words. */
const ROOM = matchMedia('(min-width: 70rem)');

/** Whether somebody has opened or closed an engine, by its id. */
const opened = new Map();

/** Makes a property's row; gives what shows its value. */
function addProperty(list, { path, name }) {
  const cell = element('dd', '');
  list.append(element('dt', '', name, element('span', 'path', path)), cell);
  return valueIn(cell);
}

/** Makes an engine's card; gives what shows its values, property by property. */
function addEngine({ id, name, type, loaded, nodes }) {
  const state = element('span', 'loaded', loaded ?? words.stopped);
  const summary = element('summary', '', heading(name, ...(type ? [type, id] : [id])), state);
  const card = element('details', 'engine card', summary);
  card.open = opened.get(id) ?? ROOM.matches;
  summary.addEventListener('click', () => opened.set(id, !card.open));
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

/** The engines, each with its nodes and their values. */
export function showEngines(engines) {
  const values = [];
  const withoutValue = ({ value, path, name }) => {
    values.push(value);
    return { path, name };
  };
  const withoutValues = (node) => ({ ...node, properties: node.properties.map(withoutValue) });
  showCards(engines.map((engine) => ({ ...engine, nodes: engine.nodes.map(withoutValues) })));
  for (const [index, show] of shown.entries()) show(values[index]);
}
