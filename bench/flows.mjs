/** The flows of both sides: a `bench-load` node, wired to what it loads. */

const PROPERTIES = '/api/rest/v1/engines/1/nodes/Mixer_0/properties';

const literal = (value) => ({ type: typeof value === 'number' ? 'num' : 'str', value: String(value) });
const fromMessage = (name) => ({ type: 'msg', value: name });

const flowOf = (side, base, targets) => [
  { id: 'flow', type: 'tab', label: side },
  { id: 'load', z: 'flow', type: 'bench-load', side, base, wires: targets.map(({ id }) => [id]) },
  ...targets.map((target) => ({ wires: [[]], ...target, z: 'flow' })),
];

/** Nothing but the load: for `node:http` alone. */
export const bareFlow = (hub) => flowOf('raw', hub + PROPERTIES, []);

const each = (count, make) => Array.from({ length: count }, (_, index) => make(`p${index}`));

/** Core's `http request`, as it comes out of the palette; `url` absent: the message names it. */
const coreNode = (id, more) => ({
  id,
  type: 'http request',
  method: 'PATCH',
  ret: 'obj',
  paytoqs: 'ignore',
  headers: [],
  ...more,
});

/** Core's nodes; `count` of them each set one property, otherwise one sets what the message names. */
export const coreFlow =
  ({ count, ...more }) =>
  (hub) => {
    const base = hub + PROPERTIES;
    const nodes = count
      ? each(count, (property) => coreNode(property, { url: `${base}/${property}`, ...more }))
      : [coreNode('one', { url: '', ...more })];
    return flowOf('core', base, nodes);
  };

const target = { engineId: literal(1), nodePath: literal('Mixer_0') };

const ourNode = (id, property, more) => ({
  id,
  type: 'hub-engine-property',
  version: 1,
  hub: 'hub',
  operation: 'setProperty',
  params: { ...target, propertyPath: property, Value: fromMessage('payload') },
  ...more,
});

const ourHub = (baseUrl, config) => ({ id: 'hub', type: 'hub-config', baseUrl, auth: 'none', ...config });

/** So many nodes that watch one property or, where none is named, each its own; `interval` in s. */
export const watchFlow =
  ({ count, property, interval }) =>
  (hub) => {
    const node = (id) => {
      const params = { ...target, propertyPath: literal(property ?? id) };
      return { id, type: 'hub-watch', version: 1, hub: 'hub', operation: 'getProperty', params, interval };
    };
    return [ourHub(hub), ...flowOf('ours', hub + PROPERTIES, each(count, node))];
  };

/** Our nodes, likewise; `config` is the hub's, e.g. `joining`. */
export const ourFlow =
  ({ count, config, ...more }) =>
  (hub) => {
    const nodes = count
      ? each(count, (property) => ourNode(property, literal(property), more))
      : [ourNode('one', fromMessage('property'), more)];
    return [ourHub(hub, config), ...flowOf('ours', hub + PROPERTIES, nodes)];
  };

/** As many faders, each through a panel node of its own before its property; every value goes through unchanged. */
export const panelFlow =
  ({ count }) =>
  (hub) => {
    const through = { from: '0', to: '1000000', low: '0', high: '1000000', step: '1' };
    const panels = each(count, (property) => ({
      ...{ id: `panel-${property}`, type: 'hub-panel', version: 1, ...through },
      wires: [[property]],
    }));
    const setters = each(count, (property) => ({ ...ourNode(property, literal(property)), z: 'flow', wires: [[]] }));
    return [ourHub(hub), ...flowOf('ours', hub + PROPERTIES, panels), ...setters];
  };
