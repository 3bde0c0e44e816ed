/** The flows of both sides: a `bench-load` node, wired to the nodes under test. */

const PROPERTIES = '/api/rest/v1/engines/1/nodes/Mixer_0/properties';

const literal = (value) => ({ type: typeof value === 'number' ? 'num' : 'str', value: String(value) });
const fromMessage = (name) => ({ type: 'msg', value: name });

const flowOf = (side, base, targets) => [
  { id: 'flow', type: 'tab', label: side },
  { id: 'load', z: 'flow', type: 'bench-load', side, base, wires: targets.map(({ id }) => [id]) },
  ...targets.map((target) => ({ wires: [[]], ...target, z: 'flow' })),
];

/** Only the load node, for plain `node:http`. */
export const bareFlow = (hub) => flowOf('raw', hub + PROPERTIES, []);

const each = (count, make) => Array.from({ length: count }, (_, index) => make(`p${index}`));

/** Core's `http request` with the defaults of the palette. Without `url`, the message contains it. */
const coreNode = (id, more) => ({
  id,
  type: 'http request',
  method: 'PATCH',
  ret: 'obj',
  paytoqs: 'ignore',
  headers: [],
  ...more,
});

/** Core's nodes. With `count`, each sets one property. Otherwise one node sets the property in the message. */
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

/** Nodes that watch one property or, without `property`, one each. `interval` in s. With `caught`, the load gets their errors. */
export const watchFlow =
  ({ count, property, interval, caught = false }) =>
  (hub) => {
    const node = (id) => {
      const params = { ...target, propertyPath: literal(property ?? id) };
      return { id, type: 'hub-watch', version: 1, hub: 'hub', operation: 'getProperty', params, interval };
    };
    const flow = [ourHub(hub), ...flowOf('ours', hub + PROPERTIES, each(count, node))];
    return caught ? [...flow, { id: 'caught', z: 'flow', type: 'catch', scope: null, wires: [['load']] }] : flow;
  };

/** A `hub-look` with a table of properties. `interval` in s. */
export const lookFlow =
  ({ count, interval, file }) =>
  (hub) => {
    const names = { engine: 'Bench', node: 'Mixer', nodePath: 'Mixer_0' };
    const properties = each(count, (property) => ({ ...names, property, propertyPath: property }));
    const look = { id: 'look', type: 'hub-look', version: 1, hub: 'hub', look: 'Bench', properties, interval, file };
    return [ourHub(hub), ...flowOf('ours', hub + PROPERTIES, [{ ...look, wires: [[], []] }])];
  };

/** A cue list, and faders with a node each. Only the faders get the flood. */
export const cuesFlow =
  ({ faders, config }) =>
  (hub) => {
    const list = { id: 'cues', type: 'hub-cues', version: 1, hub: 'hub', list: 'Bench', lockout: '0', wires: [[], []] };
    if (faders === 0) return [ourHub(hub), ...flowOf('ours', hub + PROPERTIES, [list])];
    const nodes = each(faders, (property) => ourNode(property, literal(property)));
    return [ourHub(hub, config), ...flowOf('ours', hub + PROPERTIES, nodes), { ...list, z: 'flow' }];
  };

/** A node that reads the property in the message. */
export const readFlow = (hub) => {
  const params = { ...target, propertyPath: fromMessage('property') };
  return [ourHub(hub), ...flowOf('ours', hub + PROPERTIES, [{ ...ourNode('one'), operation: 'getProperty', params }])];
};

/** Our nodes, as in `coreFlow`. `config` has settings of the hub, e.g. `joining`. */
export const ourFlow =
  ({ count, config, ...more }) =>
  (hub) => {
    const nodes = count
      ? each(count, (property) => ourNode(property, literal(property), more))
      : [ourNode('one', fromMessage('property'), more)];
    return [ourHub(hub, config), ...flowOf('ours', hub + PROPERTIES, nodes)];
  };

/** Nodes that share the configuration `shared`. No message reaches them. */
const sharedFlow = (side, config, nodes) => [
  { id: 'shared', ...config },
  ...flowOf(side, '', []),
  ...nodes.map((node) => ({ wires: [[]], ...node, z: 'flow' })),
];

/** Our nodes with one hub. A node has 8 objects: itself, `params` with 4, and `wires` with 1. */
export const ourSharedFlow =
  ({ count }) =>
  (baseUrl) =>
    sharedFlow(
      'ours',
      { type: 'hub-config', baseUrl, auth: 'none' },
      each(count, (property) => ({ ...ourNode(property, literal(property)), hub: 'shared' })),
    );

/** Core's nodes with one TLS configuration. A node has 8 objects too: itself, `headers` with 4, and `wires` with 1. */
export const coreSharedFlow =
  ({ count }) =>
  (hub) => {
    const headers = each(4, (name) => ({ keyType: 'other', keyValue: name, valueType: 'other', valueValue: '1' }));
    const node = (property) => coreNode(property, { url: `${hub}${PROPERTIES}/${property}`, tls: 'shared', headers });
    return sharedFlow('core', { type: 'tls-config', verifyservercert: true }, each(count, node));
  };

/** Faders, each with a panel node before its property node. The panel does not change the values. */
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

/** One fader in order, and `count` nodes of each kind in turn that get no message. */
export const idleFlow =
  ({ count }) =>
  (hub) => {
    const kinds = [
      (id) => ourNode(id, literal(id)),
      (id) => ({ id, type: 'hub-panel', version: 1 }),
      (id) => ({ id, type: 'hub-lamp', version: 1, hub: 'hub', surface: 'mqtt', control: '', states: [] }),
    ];
    const others = Array.from({ length: count }, (_, index) => kinds[index % kinds.length](`idle${index}`));
    const fader = ourNode('one', fromMessage('property'), { delivery: 'inOrder' });
    return [
      ourHub(hub),
      ...flowOf('ours', hub + PROPERTIES, [fader]),
      ...others.map((node) => ({ ...node, z: 'flow', wires: [[]] })),
    ];
  };

/**
 * Two commands of an item, a watch of it, and two lamps: one gets the watch, and the other one the commands too. The load
 * gets both.
 */
export const pressAndLampFlow = (hub) => {
  const show = { engineId: literal(1), rundownId: literal(1) };
  const command = (id, operation) => ({
    ...{ id, type: 'hub-linear-play', version: 1, hub: 'hub', operation, actOn: 'every', wires: [['lit']] },
    params: { engineId: literal(1), itemId: literal(7), preview: literal('program') },
  });
  // Node-RED takes a field with the id of a node for a reference to it.
  const lamp = (id) => ({
    ...{ id, z: 'flow', type: 'hub-lamp', version: 1, surface: 'mqtt', control: `lamp/${id}`, wires: [['load']] },
    states: [{ state: 'unknown', colour: '#808080', blink: false }],
  });
  return [
    ourHub(hub, { dialect: '2', linearSegment: 'lino' }),
    ...flowOf('ours', hub, [command('play', 'playItem'), command('out', 'takeItemOut')]),
    {
      ...{ id: 'watch', z: 'flow', type: 'hub-watch', version: 1, hub: 'hub', operation: 'listLinearItems' },
      ...{ params: { ...show, item: literal(7) }, interval: '1', wires: [['confirmed', 'lit']] },
    },
    lamp('confirmed'),
    lamp('lit'),
  ];
};

const playItem = (itemId) => ({
  operation: 'playItem',
  params: { engineId: literal(1), rundownId: literal(1), itemId: literal(itemId), preview: literal('program') },
});
const setValue = {
  operation: 'setProperty',
  params: { ...target, propertyPath: literal('p0'), Value: fromMessage('payload') },
};

/** The limit of the hub would be most of the time of a run. */
const unlimited = { rate: '100000' };
const lino = { dialect: '2', linearSegment: 'lino', ...unlimited };

/** The key of a Stream Deck as four nodes: a panel, a command, a watch and a lamp. */
export const keyFlow = (hub) => {
  const item = {
    operation: 'listLinearItems',
    params: { engineId: literal(1), rundownId: literal(1), item: literal(7) },
  };
  return [
    ourHub(hub, lino),
    ...flowOf('ours', hub, [
      {
        id: 'panel',
        type: 'hub-panel',
        version: 1,
        control: 'key 0',
        kind: 'button',
        source: 'streamdeck',
        wires: [['play']],
      },
    ]),
    {
      id: 'play',
      z: 'flow',
      type: 'hub-linear-play',
      version: 1,
      hub: 'hub',
      ...playItem(7),
      actOn: 'every',
      wires: [['lamp']],
    },
    {
      id: 'watch',
      z: 'flow',
      type: 'hub-watch',
      version: 1,
      hub: 'hub',
      ...item,
      interval: '1',
      onLoss: 'unknown',
      wires: [['lamp']],
    },
    { id: 'lamp', z: 'flow', type: 'hub-lamp', version: 1, surface: 'streamdeck', control: 'key 0', wires: [[]] },
  ];
};

/** The fader of a MIDI desk as four nodes: a panel, a property, a watch and a motor. */
export const motorFlow = (hub) => {
  const property = { operation: 'getProperty', params: { ...target, propertyPath: literal('p0') }, path: 'Value' };
  return [
    ourHub(hub, unlimited),
    ...flowOf('ours', hub, [
      { id: 'panel', type: 'hub-panel', version: 1, control: 'cc 1/7', source: 'midi', wires: [['set', 'motor']] },
    ]),
    { ...ourNode('set', literal('p0')), z: 'flow', wires: [['motor']] },
    {
      id: 'watch',
      z: 'flow',
      type: 'hub-watch',
      version: 1,
      hub: 'hub',
      ...property,
      interval: '1',
      onLoss: 'unknown',
      wires: [['motor']],
    },
    { id: 'motor', z: 'flow', type: 'hub-lamp', version: 1, surface: 'midiFader', control: 'cc 1/7', wires: [[]] },
  ];
};

const controlNode = (id, fields) => ({
  id,
  z: 'flow',
  type: 'hub-control',
  version: 1,
  hub: 'hub',
  wires: [[], []],
  ...fields,
});

/** A surface with one page. */
const surfaceNode = (device) => ({
  id: `surface-${device}`,
  type: 'hub-surface',
  version: 1,
  device,
  size: '32',
  pages: [],
});

/** Key `index` of a Stream Deck as one control. */
const controlOfKey = (index) =>
  controlNode(`key${index}`, {
    surface: 'surface-streamdeck',
    control: `key ${index}`,
    kind: 'button',
    actions: [{ on: 'press', does: 'command', ...playItem(7 + index) }],
  });

/** The same fader as one control. */
export const controlFaderFlow = (hub) => [
  ourHub(hub, unlimited),
  surfaceNode('midi'),
  ...flowOf('ours', hub, [
    controlNode('desk', {
      surface: 'surface-midi',
      control: 'cc 1/7',
      kind: 'fader',
      actions: [{ does: 'command', ...setValue }],
    }),
  ]),
];

/** `wired` controls of keys on one wire, and `idle` ones that get no message. */
export const controlKeysFlow =
  ({ wired, idle }) =>
  (hub) => [
    ourHub(hub, lino),
    surfaceNode('streamdeck'),
    ...flowOf(
      'ours',
      hub,
      Array.from({ length: wired }, (_, index) => controlOfKey(index)),
    ).map((node) =>
      // All of them are on one wire.
      node.id === 'load' ? { ...node, wires: [node.wires.flat()] } : node,
    ),
    ...Array.from({ length: idle }, (_, index) => controlOfKey(wired + index)),
  ];

/** The pages of a surface, and its keys. */
const pageIds = (count) => Array.from({ length: count }, (_, index) => `Seite ${index + 1}`);

/** Five decks of 32 keys with this many pages. The first one gets the messages, and its lights come back. */
export const pagesFlow = (pages) => (hub) => {
  const decks = ['a', 'b', 'c', 'd', 'e'];
  const controls = decks.flatMap((deck) =>
    pageIds(pages).flatMap((page) =>
      Array.from({ length: 32 }, (_, index) => ({
        ...controlOfKey(index),
        id: `${deck} ${page} ${index}`,
        surface: deck,
        page,
        ...(deck === 'a' && { wires: [['load'], []] }),
      })),
    ),
  );
  const surfaces = decks.map((id) => ({
    ...surfaceNode('streamdeck'),
    id,
    pages: pageIds(pages).map((name) => ({ id: name, name })),
  }));
  const [wired, others] = [
    controls.filter(({ surface }) => surface === 'a'),
    controls.filter(({ surface }) => surface !== 'a'),
  ];
  const flow = flowOf('ours', hub, wired).map((node) =>
    node.id === 'load' ? { ...node, wires: [wired.map(({ id }) => id)] } : node,
  );
  return [ourHub(hub, lino), ...surfaces, ...flow, ...others];
};

/** One control with debug nodes that are off on its wire, for the cost of Node-RED itself. */
export const besideDebugsFlow = (count) => (hub) => {
  const debug = { type: 'debug', z: 'flow', active: false, tosidebar: false, console: false, tostatus: false };
  const debugs = each(count, (id) => ({ ...debug, id: `debug-${id}`, complete: 'false', wires: [] }));
  const wired = debugs.map(({ id }) => id);
  const flow = controlKeysFlow({ wired: 1, idle: 0 })(hub);
  return [
    ...flow.map((node) => (node.id === 'load' ? { ...node, wires: [[...node.wires.flat(), ...wired]] } : node)),
    ...debugs,
  ];
};

/** The MQTT nodes between a remote node and its broker. */
const mqtt = (port, will) => [
  {
    id: 'broker',
    type: 'mqtt-broker',
    broker: '127.0.0.1',
    port: String(port),
    clientid: '',
    protocolVersion: '4',
    keepalive: '60',
    cleansession: true,
    autoConnect: true,
    ...(will && { willTopic: 'graphics-hub/host', willPayload: 'gone', willQos: '0', willRetain: 'false' }),
  },
  {
    ...{ id: 'in', z: 'flow', type: 'mqtt in', topic: 'graphics-hub/#', qos: '0', datatype: 'utf8', broker: 'broker' },
    wires: [['remote']],
  },
  { id: 'out', z: 'flow', type: 'mqtt out', topic: '', qos: '', retain: '', broker: 'broker', wires: [] },
];

const remoteNode = (role, wires) => ({ id: 'remote', z: 'flow', type: 'hub-remote', version: 1, role, wires });

/** The host: it watches a property, and sets another one by commands. */
export const hostFlow =
  ({ port, ...watched }) =>
  (hub) => {
    const [config, tab, load, watch] = watchFlow({ count: 1, ...watched })(hub);
    return [
      ...[config, tab, { ...load, wires: [] }, { ...watch, path: 'Value', wires: [['remote']] }, ...mqtt(port, true)],
      remoteNode('host', [['out'], ['set'], [watch.id]]),
      { ...ourNode('set', literal('pressed'), { delivery: 'inOrder' }), z: 'flow', wires: [[]] },
      { id: 'ended', z: 'flow', type: 'complete', scope: ['set'], wires: [['remote']] },
      { id: 'failed', z: 'flow', type: 'catch', scope: ['set'], wires: [['remote']] },
    ];
  };

/** A Node-RED with a panel and a lamp, but without a hub. */
export const remoteFlow =
  ({ port }) =>
  () => [
    ...flowOf('ours', '', [{ ...remoteNode('panel', [['out'], ['lamp'], []]), command: 'press' }]),
    {
      ...{ id: 'lamp', z: 'flow', type: 'hub-lamp', version: 1, surface: 'mqtt', control: '', wires: [['load']] },
      // A dark lamp would look like *off*, so *unknown* has a colour.
      states: [{ state: 'unknown', colour: '#808080', blink: false }],
    },
    ...mqtt(port, false),
  ];
