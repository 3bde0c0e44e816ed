/** Fifty nodes: faders where only the newest value counts, and values and calls where each one counts. */

const names = (count, name) => Array.from({ length: count }, (_, index) => `${name}${index}`);

export const NODE = 'Soak_0';
export const FADERS = names(30, 'fader');
export const LEVELS = names(10, 'level');
export const FUNCTIONS = names(10, 'function');

/** Timeout of a request, in s. */
const TIMEOUT = 2;

const literal = (value) => ({ type: 'str', value });
const fromMessage = (value) => ({ type: 'msg', value });
const node = { engineId: literal('1'), nodePath: literal(NODE) };

const setter = (name, index, delivery) => ({
  type: 'hub-engine-property',
  operation: 'setProperty',
  // Half of the nodes may join their values in a batch.
  hub: index % 2 === 0 ? 'single' : 'joining',
  delivery,
  params: { ...node, propertyPath: literal(name), Value: fromMessage('payload') },
});
const caller = (name) => ({
  type: 'hub-engine-function',
  operation: 'callFunction',
  hub: 'single',
  params: { ...node, functionPath: literal(name), Parameters: fromMessage('parameters') },
});

/** Rules for each node: `expiry` in ms, and `latest` if a newer message replaces an older one. */
export const targets = [
  ...FADERS.map((name, index) => ({
    name,
    latest: true,
    expiry: (TIMEOUT + 1) * 1000,
    node: setter(name, index, 'latest'),
  })),
  ...LEVELS.map((name, index) => ({
    name,
    latest: false,
    expiry: (TIMEOUT + 1) * 1000,
    node: setter(name, index, 'inOrder'),
  })),
  ...FUNCTIONS.map((name) => ({ name, latest: false, expiry: 2000, node: caller(name) })),
];

export const flowFor = (baseUrl) => [
  { id: 'flow', type: 'tab', label: 'Soak' },
  ...['single', 'joining'].map((id) => ({
    id,
    type: 'hub-config',
    baseUrl,
    auth: 'none',
    timeout: String(TIMEOUT),
    joining: String(id === 'joining'),
  })),
  { id: 'load', type: 'soak-load', z: 'flow', wires: targets.map(({ name }) => [name]) },
  ...targets.map(({ name, node: part }) => ({ id: name, z: 'flow', version: 1, wires: [[]], ...part })),
];
