import { surface } from './surfaces.js';

/** The values of a saved field, written by hand from docs/nodes.md and the labels of the dialogs. */
interface Values {
  readonly valid: readonly unknown[];
  readonly wrong: readonly unknown[];
  /** Other fields, for the whole row. */
  readonly with?: object;
}

const text: Values = { valid: ['', undefined, 'x', 5, ' '], wrong: [{}] };
const flag: Values = { valid: ['', undefined, true, false, 'true', 'false'], wrong: ['yes', 'constructor', 1] };
const positive: Values = {
  valid: ['', undefined, 0.001, '0,5', '0.5', 7],
  wrong: [0, '0', -1, 'a', '1s', true, {}, 'Infinity'],
};
const fromZero: Values = { valid: ['', undefined, 0, '0', 1.5], wrong: [-1, '-0.1', 'a', false] };
const count: Values = { valid: ['', undefined, 0, '2'], wrong: [1.5, '1.5', -1, 'a'] };
const number: Values = { valid: ['', undefined, -3, '7.5'], wrong: ['a', 'Infinity', [], true] };
const choice = (...options: unknown[]): Values => ({ valid: ['', undefined, ...options], wrong: ['other', 5, {}] });

const press: Readonly<Record<string, Values>> = {
  delivery: choice('inOrder'),
  expiry: positive,
  timeout: positive,
  actOn: choice('press', 'inverted', 'single', 'double', 'hold', 'every'),
  lockout: positive,
  property: text,
  pressedIs: text,
  releasedIs: text,
};
const updates = { ...press, superseded: choice('end', 'pass') };

const opacity = { engine: 'Studio A', node: 'Mixer', property: 'Overlay Opacity' };

export const num = (value: string) => ({ type: 'num', value });
export const str = (value: string) => ({ type: 'str', value });
const PAYLOAD = { type: 'msg', value: 'payload' };
export const PROPERTY = { engineId: num('1'), nodePath: str('Mixer_0'), propertyPath: str('Overlay//Opacity/0') };

const takeOut = {
  ...{ on: 'press', does: 'command', operation: 'takeOut' },
  params: { engineId: num('101'), preview: num('0') },
};

/** A fader gives the value. */
const move = {
  ...{ on: 'press', does: 'command', operation: 'setProperty' },
  params: { ...PROPERTY, Value: PAYLOAD },
};

/** A surface with two pages. */
export const PAGED = surface('streamdeck', {
  id: 'surface-paged',
  pages: [
    { id: 'news', name: 'Übergabe' },
    { id: '天気', name: '日本語' },
  ],
});

/** An action that shows another page. */
const turn = { on: 'press', does: 'page' };

/** Every saved field of each node, except `name`, `version`, `hub`, `operation` and `params`, which need a hub. */
export const SAVED_VALUES: Readonly<Record<string, Readonly<Record<string, Values>>>> = {
  'hub-config': {
    baseUrl: {
      valid: ['http://hub:8080', ' https://10.0.0.1/api/rest/v1/ '],
      wrong: ['', undefined, 'hub', 'ftp://hub', 'http://me:key@hub', 'http://hub?x=1', 'http://hub#x'],
    },
    dialect: choice('1', 2),
    linearSegment: choice('linear', 'lino'),
    auth: choice('apiKey', 'bearer', 'basic', 'none'),
    keyHeader: { valid: ['', 'X-Key'], wrong: ['X Key', 'X:Key', 'Schlüssel'] },
    headers: {
      valid: [[], ['', 'X-Site', '']],
      wrong: [['X Site'], ['X:Site'], ['X-Site', 'x-site'], ['', 'X-API-KEY']],
      with: { auth: 'apiKey' },
    },
    tls: { valid: [''], wrong: [] },
    timeout: positive,
    maxInFlight: positive,
    rate: positive,
    joining: choice('true', 'false', true),
    checkNames: choice('true', 'false', true),
    rehearsal: choice('true', 'false', true),
    armAfter: fromZero,
    simulator: choice('true', 'false', true),
  },
  'hub-control': {
    surface: { valid: ['midi', 'template', PAGED.id], wrong: ['', undefined, 'other', 5, 'is07', {}] },
    page: { valid: ['', undefined, 'news', '天気'], wrong: ['other', 'Übergabe', 5, {}], with: { surface: PAGED.id } },
    control: { valid: ['x', 5, ' key 0 '], wrong: [{}] },
    kind: choice('button'),
    actions: {
      valid: [[takeOut], [{ ...takeOut, on: undefined }], [takeOut, { ...takeOut, on: 'hold', expiry: '0.5' }]],
      wrong: [
        'x',
        [{ ...takeOut, on: 'other' }],
        [{ ...takeOut, timeout: 0 }],
        [takeOut, takeOut],
        [{ ...takeOut, on: '' }, takeOut],
      ],
    },
    toggle: { valid: ['', undefined, false, 'false'], wrong: ['yes', 1] },
    lockout: positive,
    holdTime: positive,
    doubleTime: positive,
    eachPress: flag,
    inverted: flag,
    from: { ...number, with: { to: '100' } },
    to: { valid: ['', '7.5', -3], wrong: ['a', 0, '0'] },
    low: { valid: ['', -3, '7.5'], wrong: ['a', 'Infinity', {}] },
    high: { valid: ['', -3, '7.5'], wrong: ['a', 'Infinity', 0, '0'] },
    step: positive,
    curve: choice('linear', 'logarithmic', 'exponential', 's'),
    takeover: choice('jump', 'pickUp', 'scaled'),
    coding: choice('twosComplement', 'binaryOffset', 'signMagnitude', 'signedBit2', 'oneZero'),
    acceleration: { valid: ['', 1, '2.5'], wrong: [0.999, '0', 'a'] },
    pair: flag,
    light: { valid: ['', '-', 'key 3'], wrong: ['note 1/60', {}] },
    text,
    states: { valid: [[], [{ state: 'off' }]], wrong: [[{ state: 'on air' }], [{ state: 'off', colour: 'red' }]] },
    touch: text,
    repeat: { valid: ['', 0, '0', 1, '86400'], wrong: ['0.999', 0.001, -1, 86400.5, 86401, 'a'] },
    interval: { valid: ['', undefined, 0, '0', 0.1, '0,1', 5], wrong: [0.05, '0.05', '0,05', 0.099, -1, 'a', false] },
  },
  'hub-event': {
    connection: flag,
    asRun: flag,
    rehearsal: flag,
    file: { valid: [''], wrong: [] },
    maxSize: positive,
    oldFiles: count,
  },
  'hub-lamp': {
    surface: { valid: ['osc', 'mqtt'], wrong: ['other', 5], with: { control: '/1/push1' } },
    control: { valid: ['key 3', ' key 0 '], wrong: ['', undefined, 'note 1/60'], with: { surface: 'streamdeck' } },
    states: {
      valid: [undefined, [], [{ state: 'program', colour: '#ff0000', blink: false, value: 5 }], [{ state: 'off' }]],
      wrong: [[{ state: 'on air' }], [{}], [{ state: 'off', colour: 'red' }], [{ state: 'off', blink: 'yes' }]],
    },
    sourceTimeout: fromZero,
    mode: choice('rest', 'echo'),
    touch: text,
    low: { valid: ['', -3, '7.5'], wrong: ['a', 'Infinity', {}] },
    high: { valid: ['', -3, '7.5'], wrong: ['a', 'Infinity', 0, '0'] },
    repeat: { valid: ['', 0, '0', 1, '86400'], wrong: ['0.999', 0.001, -1, 86400.5, 86401, 'a'] },
  },
  'hub-cues': {
    list: {
      valid: ['', 'Show 1_a-b', '夜のニュース', 'x'.repeat(64)],
      wrong: ['x'.repeat(65), '../x', 'a.b', 'a/b', {}],
    },
    onGo: choice('next', 'refuse'),
    lockout: fromZero,
    expiry: positive,
  },
  'hub-look': {
    look: { valid: ['', 'x'.repeat(64)], wrong: ['x'.repeat(65), {}] },
    holdStores: { ...flag, with: { properties: [opacity] } },
    properties: {
      valid: [
        undefined,
        [],
        [opacity],
        [
          { ...opacity, fade: 0 },
          { ...opacity, component: 'x', recall: false },
        ],
      ],
      wrong: [
        [{ ...opacity, node: '' }],
        [{ ...opacity, fade: -1 }],
        [opacity, opacity],
        [{ ...opacity, engine: ' ' }],
      ],
    },
    fade: fromZero,
    curve: choice('Linear', 'EaseIn', 'EaseOut', 'EaseInOut', 'Constant'),
    interval: { valid: ['', 0, '0', '0.1', 5], wrong: ['0.05', 0.099, -1, 'a'] },
    restore: choice('off', 'ask', 'automatic'),
    restores: {
      valid: [undefined, [], [{ engine: 'Studio A', mode: 'ask' }], [{ engine: 'Studio A', mode: '' }]],
      wrong: [[{ engine: 'Studio A', mode: 'always' }]],
    },
    maxAbsence: fromZero,
    file: { valid: [''], wrong: [] },
  },
  'hub-panel': {
    source: choice('midi', 'osc', 'plain'),
    control: text,
    kind: choice('fader', 'encoder', 'button'),
    axis: count,
    pair: flag,
    from: { ...number, with: { to: '100' } },
    to: { valid: ['', '7.5', -3], wrong: ['a', 0, '0'] },
    low: number,
    high: number,
    step: positive,
    curve: choice('linear', 'logarithmic', 'exponential', 's'),
    list: text,
    coding: choice('twosComplement', 'binaryOffset', 'signMagnitude', 'signedBit2', 'oneZero'),
    acceleration: { valid: ['', 1, '2.5'], wrong: [0.999, '0', 'a'] },
    wrap: flag,
    press: flag,
    release: flag,
    hold: flag,
    double: flag,
    holdTime: positive,
    doubleTime: positive,
    toggle: flag,
    lockout: positive,
    inverted: flag,
    ignoreFirst: flag,
    eachPress: flag,
    property: text,
    pressedIs: text,
    releasedIs: text,
    takeover: choice('jump', 'pickUp', 'scaled'),
    component: { valid: ['', 'x', 'rotation.z', '[0]'], wrong: ['a..b', 'a[msg.b]'] },
  },
  'hub-remote': {
    role: choice('panel', 'host'),
    topic: { valid: ['', 'studio/1', ' a '], wrong: ['$SYS/a', 'a/#', 'a/+', 'x'.repeat(201)] },
    command: { valid: ['', 'take/1', '$a'], wrong: ['#', '+', 'a\u0092'] },
    expiry: { valid: ['', 0.5, '60'], wrong: [0, '0', 60.1, '61', 'a'] },
    answerWithin: positive,
  },
  'hub-surface': {
    device: choice('streamdeck', 'midi', 'mcu', 'xkeys', 'osc', 'gpio', 'mqtt', 'dashboard', 'template'),
    size: choice('6', '15', 15, '32', 'plus'),
    unit: text,
    pages: {
      valid: [
        undefined,
        [],
        PAGED.pages,
        [{ id: 'a', name: ' x ' }],
        [
          { id: 'a', name: 'Ü' },
          { id: 'b', name: 'ü' },
        ],
      ],
      wrong: [
        ['x'],
        ...[
          'x',
          5,
          [{}],
          [{ name: 'x' }],
          [{ id: ' ', name: 'x' }],
          [{ id: 'a', name: '' }],
          [{ id: 'a', name: ' ' }],
          [{ id: 'a', name: {} }],
        ],
        [
          { id: 'a', name: 'Übergabe' },
          { id: 'b', name: ' U\u0308bergabe' },
        ],
      ],
    },
  },
  'hub-watch': {
    interval: { valid: ['', 0.1, '5'], wrong: [0, '0', '0.05', 0.099, 'a'] },
    path: { valid: ['', 'Value.x', '[0].status'], wrong: ['a..b', 'a[msg.b]'] },
    listChanges: flag,
    onLoss: choice('nothing', 'unknown'),
  },
  'hub-engine-property': {
    delivery: choice('latest', 'inOrder'),
    superseded: choice('end', 'pass'),
    expiry: positive,
    timeout: positive,
  },
  'hub-engine-function': press,
  'hub-playout-item': updates,
  'hub-launcher': { ...press, secondPress: flag },
  'hub-linear-play': updates,
  'hub-newsroom-mos': updates,
  'hub-graph': { ...press, secondPress: flag },
  'hub-batch': { ...press, output: choice('all', 'each'), failed: choice('error', 'result') },
};

/** Two fields together: both are right alone, and both wrong together. The dialog marks the second one. */
const PAIRS: readonly (readonly [type: string, fields: object, field: string])[] = [
  ['hub-control', { from: '5', to: '' }, 'to'],
  ['hub-control', { from: '5', to: '5,0' }, 'to'],
  ['hub-control', { low: '1', high: '' }, 'high'],
  ['hub-control', { actions: [{ ...takeOut, lookNode: {} }] }, 'actions'],
  ['hub-control', { kind: 'fader', actions: [{ does: 'cue', cuesNode: 'cues' }] }, 'actions'],
  ['hub-control', { kind: 'fader', actions: [move, { ...takeOut, on: 'hold', expiry: 0 }] }, 'actions'],
  ['hub-control', { actions: [{ ...takeOut, operation: 'listEngines' }] }, 'actions'],
  ['hub-control', { kind: 'fader', actions: [move], toggle: true }, 'toggle'],
  ['hub-control', { page: 'news' }, 'page'],
  ['hub-control', { surface: PAGED.id, actions: [{ ...turn, pageTurn: 'other' }] }, 'actions'],
  ['hub-control', { surface: PAGED.id, actions: [{ ...turn, pageTurn: 'goto' }] }, 'actions'],
  ['hub-control', { surface: PAGED.id, actions: [{ ...turn, pageTurn: 'goto', toPage: 'other' }] }, 'actions'],
  [
    'hub-control',
    { surface: PAGED.id, actions: [takeOut, { ...turn, on: 'hold', pageTurn: 'goto', toPage: 'other' }] },
    'actions',
  ],
  ['hub-control', { actions: [{ ...turn, pageTurn: 'goto', toPage: 'news' }] }, 'actions'],
  ['hub-control', { kind: 'fader', actions: [turn] }, 'actions'],
  ['hub-control', { actions: [turn], toggle: true }, 'toggle'],
  ['hub-panel', { from: 0, to: 0 }, 'to'],
  ['hub-panel', { from: '5', to: '5.0' }, 'to'],
  ['hub-panel', { from: '5', to: '' }, 'to'],
  ['hub-lamp', { low: 1, high: 1 }, 'high'],
  ['hub-lamp', { low: '1', high: '' }, 'high'],
  ['hub-look', { interval: 0, restore: 'ask' }, 'interval'],
  ['hub-look', { interval: '0', restores: [{ engine: 'Studio A', mode: 'automatic' }] }, 'interval'],
];

/** Two fields together that are right. */
const RIGHT_PAIRS: readonly (readonly [type: string, fields: object, field: string])[] = [
  ['hub-control', { actions: [turn] }, 'actions'],
  ['hub-control', { actions: [{ ...turn, pageTurn: 'previous', toPage: 'other' }] }, 'actions'],
  ['hub-control', { actions: [{ ...turn, pageTurn: 'back' }] }, 'actions'],
  ['hub-control', { surface: PAGED.id, actions: [{ ...turn, pageTurn: 'goto', toPage: '天気' }] }, 'actions'],
  [
    'hub-control',
    { surface: PAGED.id, actions: [takeOut, { ...turn, on: 'hold', pageTurn: 'goto', toPage: 'news' }] },
    'actions',
  ],
];

/** The lights that a surface has for a kind of control, at the ends of their numbers, and those that it does not have. */
const LIGHTS: readonly (readonly [surface: string, kind: string, has: string[], lacks: string[], more?: object])[] = [
  ['streamdeck', 'button', ['key 0', 'key 999', '31', ' - '], ['key 1000', 'dial 0', 'led 3', 'note 1/60']],
  ['streamdeck', 'encoder', ['dial 0', 'dial 3 Übergabe'], ['key 3', 'dial', 'ring 1']],
  ['midi', 'button', ['note 1/0', 'cc 16/127'], ['note 17/60', 'cc 1/128', 'bend 1', 'led 5']],
  ['midi', 'fader', ['cc 1/7', 'bend 16'], ['note 1/60', 'bend 17', 'led 5', 'key 0']],
  ['midi', 'fader', ['cc 1/31'], ['cc 1/32', 'bend 1'], { pair: true }],
  ['midi', 'encoder', ['cc 1/7'], ['note 1/60', 'ring 1']],
  ['mcu', 'button', ['select 8', 'f1'], ['select 9', 'fader 1', 'ring 1', 'note 1/60']],
  ['mcu', 'fader', ['fader 8', 'fader master'], ['fader 9', 'select 1', 'ring 1', 'strip 1 upper']],
  ['mcu', 'encoder', ['ring 8', 'ring 1 spread'], ['ring 9', 'ring 1 Übergabe', 'vpot 1', 'fader 1']],
  ['xkeys', 'button', ['led 0', 'led 255/255', '5'], ['led 256', 'button 3', 'key 3']],
  ['xkeys', 'fader', ['led 5'], ['tbar 0/0']],
  ['osc', 'button', ['/1/push1', '/調光/1'], ['push1', '/1/*', '/']],
  ['osc', 'fader', ['/1/fader1'], ['fader 1', 'cc 1/7']],
  ['gpio', 'button', ['pin 3', 'Büro'], []],
  ['mqtt', 'button', ['light/Büro', '照明'], ['light/#', 'light/+/on']],
  ['mqtt', 'fader', ['light/Büro'], ['#']],
  ['dashboard', 'button', ['Taste Ü'], []],
  ['template', 'button', ['{"payload":"{{state}}"}'], ['Übergabe', '[1]', '{']],
];

/** An operation that accepts a message, and its parameters. */
export const OPERATIONS: Readonly<Record<string, object>> = {
  'hub-watch': { operation: 'getProperty', params: PROPERTY },
  'hub-engine-property': { operation: 'setProperty', params: { ...PROPERTY, Value: PAYLOAD } },
  'hub-engine-function': {
    operation: 'callFunction',
    params: { engineId: PROPERTY.engineId, nodePath: PROPERTY.nodePath, functionPath: str('Default//Cut/0') },
  },
  'hub-playout-item': {
    operation: 'pressItemButton',
    params: { rundownId: num('51'), itemId: num('512'), buttonKey: str('1') },
  },
  'hub-launcher': { operation: 'launch', params: { configID: num('61') } },
  'hub-linear-play': { operation: 'playItem', params: { engineId: num('1'), itemId: num('1'), preview: num('1') } },
  'hub-newsroom-mos': {
    operation: 'updateMosObject',
    params: { objID: str('1'), data: { type: 'json', value: '{}' } },
  },
  'hub-graph': { operation: 'loadGraph', params: { graphId: num('11'), engineHostId: num('3') } },
  'hub-batch': { operation: 'batch', params: { entries: PAYLOAD } },
};

/** A node with one field, and whether it is right. */
export interface SavedCase {
  readonly type: string;
  readonly field: string;
  readonly isValid: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
}

const base = (type: string): object => ({
  // Node-RED would start the simulator of a configuration at 127.0.0.1.
  ...(type === 'hub-config' && { baseUrl: 'http://localhost:9', auth: 'none' }),
  ...(type === 'hub-lamp' && { surface: 'streamdeck', control: 'key 0', hub: '' }),
  ...(type === 'hub-panel' && { hub: '' }),
  ...(type === 'hub-control' && { surface: 'streamdeck', control: 'key 0', actions: [takeOut] }),
  ...OPERATIONS[type],
});

const casesOf = (type: string, field: string, values: Values): SavedCase[] =>
  ([true, false] as const).flatMap((isValid) =>
    (isValid ? values.valid : values.wrong).map((value) => ({
      type,
      field,
      isValid,
      fields: { ...base(type), ...values.with, [field]: value },
    })),
  );

/** Every field of every node with valid and wrong values. */
export const SAVED_CASES: readonly SavedCase[] = [
  ...Object.entries(SAVED_VALUES).flatMap(([type, fields]) =>
    Object.entries(fields).flatMap(([field, values]) => casesOf(type, field, values)),
  ),
  ...LIGHTS.flatMap(([surface, kind, has, lacks, more]) =>
    casesOf('hub-control', 'light', {
      ...{ valid: has, wrong: lacks },
      with: { surface, kind, actions: kind === 'button' ? [takeOut] : [move], ...more },
    }),
  ),
  ...PAIRS.map(([type, fields, field]) => ({ type, field, isValid: false, fields: { ...base(type), ...fields } })),
  ...RIGHT_PAIRS.map(([type, fields, field]) => ({ type, field, isValid: true, fields: { ...base(type), ...fields } })),
];

/** True for a node that another node uses. It has no status of its own. */
export const isConfig = ({ type }: { readonly type: string }): boolean => type in USERS;

/** A node whose status shows whether a configuration runs. */
const USERS: Readonly<Record<string, (config: string) => object>> = {
  'hub-config': (hub) => ({ type: 'hub-watch', operation: 'listEngines', hub }),
  'hub-surface': (surface) => ({ ...base('hub-control'), type: 'hub-control', light: '-', surface }),
};

export const userOf = (type: string, config: string): object => USERS[type]?.(config) ?? {};

/** The status of a node that could not start. */
export const DEAD = /^(bad|no operation|no hub|no surface)/;

/** The name of a case in a failed test. */
export const textOf = ({ type, field, isValid, fields }: SavedCase): string =>
  `${type}: ${isValid ? 'valid' : 'wrong'} ${field} in ${JSON.stringify(fields)}`;
