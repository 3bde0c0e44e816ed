import { drawOnChange, element, find, heading, valueIn, words } from './base.mjs';

/** The ids of the engines that the user has opened. */
const opened = new Set();

/** Adds the row of a property. Returns a function that shows its value. */
function addProperty(list, { path, name }) {
  const cell = element('dd', '');
  list.append(element('dt', '', name, element('span', 'path', path)), cell);
  return valueIn(cell);
}

/** Adds the card of an engine. Returns one function for each property that shows its value. */
function addEngine({ id, name, type, loaded, nodes }) {
  const state = element('span', 'loaded', loaded ?? words.stopped);
  const summary = element('summary', '', heading(name, ...(type ? [type, id] : [id])), state);
  const card = element('details', 'engine card', summary);
  card.open = opened.has(id);
  card.addEventListener('toggle', () => (card.open ? opened.add(id) : opened.delete(id)));
  find('#engines').append(card);
  return nodes.flatMap((node) => {
    const list = element('dl', '');
    card.append(element('h3', '', `${node.name} · ${node.path}`), list);
    return node.properties.map((property) => addProperty(list, property));
  });
}

/** Functions that show the value of each property, in the order of `live.json`. */
let valueViews = [];

/** The cards without values. They are redrawn only if an engine, a node or a property is added or removed. */
const showCards = drawOnChange((engines) => {
  find('#engines').replaceChildren();
  valueViews = engines.flatMap(addEngine);
});

export function showEngines(engines) {
  const values = [];
  const withoutValue = ({ value, path, name }) => {
    values.push(value);
    return { path, name };
  };
  const withoutValues = (node) => ({ ...node, properties: node.properties.map(withoutValue) });
  showCards(engines.map((engine) => ({ ...engine, nodes: engine.nodes.map(withoutValues) })));
  for (const [index, show] of valueViews.entries()) show(values[index]);
}
