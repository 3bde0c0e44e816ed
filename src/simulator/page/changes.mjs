import { drawOnChange, element, find, valueIn } from './base.mjs';

/** Number of properties that are shown on top. */
const LAST = 6;

/** Functions that show the value of each property on top, in the order of their keys. */
let valueViews = [];

/**
 * The properties on top, without their values. They keep their places until another property changes, which is then the
 * first.
 */
const showTiles = drawOnChange((keys, _, changes) => {
  find('#no-changes').hidden = changes.length > 0;
  const tiles = new Map(changes.map(tile));
  find('#changes div').replaceChildren(...[...tiles.values()].map(({ box }) => box));
  valueViews = keys.map((key) => tiles.get(key).show);
});

/** A property on top, by its key. */
function tile({ key, name, node, engine }) {
  const cell = element('b', 'tile-value');
  return [
    key,
    { box: element('p', 'tile', element('span', 'path', `${engine} · ${node}`), name, cell), show: valueIn(cell) },
  ];
}

/** The last changes, newest first. */
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

export function showChanges(engines) {
  const changes = lastChanges(engines);
  const values = new Map(changes.map(({ key, value }) => [key, value]));
  const keys = [...values.keys()].toSorted();
  showTiles(keys, changes);
  for (const [index, show] of valueViews.entries()) show(values.get(keys[index]));
}
