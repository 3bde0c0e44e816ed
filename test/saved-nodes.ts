import fc from 'fast-check';
import { DEVICES } from '../dist/saved/surface.js';
import { num, OPERATIONS, PAGED, PROPERTY, SAVED_VALUES, str } from './saved-values.js';
import { surface } from './surfaces.js';

/** A saved node of any type, right or wrong. All of its fields together decide. */
export interface SavedNode {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The ids of other nodes in the flow. One is a disabled configuration, and one is another node. */
export const HUBS = { running: 'hub', disabled: 'hub-disabled', other: 'hub-other', cues: 'hub-cues' } as const;

/** The surfaces in the flow. A control may also name a device. */
export const SURFACES = [PAGED, surface('streamdeck', { id: 'surface-disabled', d: true })] as const;

const PAGES = PAGED.pages.map(({ id }) => id);

/** A value that is usually right. Wrong ones in every field would hide each other. */
const mostly = (right: fc.Arbitrary<unknown>, wrong: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 40, arbitrary: right }, { weight: 1, arbitrary: wrong });

const oneOf = (values: readonly unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values);

/** The values of the examples by hand. A field may also be missing. */
const fieldsOf = (type: string): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(
    Object.entries(SAVED_VALUES[type] ?? {}).map(([name, { valid, wrong }]) => [
      name,
      mostly(oneOf([undefined, ...valid]), oneOf(wrong.length > 0 ? wrong : [undefined])),
    ]),
  );

const hub = fc.oneof(
  { weight: 20, arbitrary: fc.constant<unknown>(HUBS.running) },
  { weight: 1, arbitrary: oneOf(['', HUBS.disabled, HUBS.other, 'gone']) },
);

const item = { engineId: num('101'), itemId: num('1'), preview: num('0') };
const property = { engine: 'Studio Ä', node: 'ミキサー', property: 'Overlay Opacity' };

/** Commands with all their parameters, because the dialog judges these and the runtime reports them at a message. */
const COMMANDS = [
  { operation: 'playItem', params: item },
  { operation: 'takeOut', params: { engineId: item.engineId, preview: item.preview } },
  { operation: 'launch', params: { configID: num('61') } },
  ...[...['true', 'TRUE', 'false', 'Übergabe'].map(str), ...['5', '0'].map((value) => ({ type: 'json', value }))].map(
    (Value) => ({ operation: 'setProperty', params: { ...PROPERTY, Value } }),
  ),
];
const NO_COMMANDS = [{ operation: 'listEngines', params: {} }, { operation: 'other', params: {} }, { params: {} }];

const action = fc.record(
  {
    on: mostly(oneOf([undefined, '', 'press', 'hold', 'double', 'release']), oneOf(['other', 5])),
    does: mostly(oneOf([undefined, '', 'command', 'look', 'cue', 'page']), oneOf(['other', {}])),
    command: mostly(oneOf(COMMANDS), oneOf(NO_COMMANDS)),
    look: mostly(oneOf(['Abend', '夜', ' x ']), oneOf(['', ' ', undefined, 'x'.repeat(65)])),
    lookOperation: mostly(oneOf([undefined, '', 'recall', 'store']), oneOf(['delete'])),
    cueOperation: mostly(oneOf([undefined, '', 'go', 'back', 'next', 'stop', 'goto']), oneOf(['ask'])),
    cue: mostly(oneOf(['10', ' 10.5 ']), oneOf(['', undefined, 'Zehn', '010'])),
    pageTurn: mostly(oneOf([undefined, '', 'next', 'previous', 'goto', 'back']), oneOf(['first', 5])),
    toPage: mostly(oneOf(PAGES), oneOf(['', undefined, 'gone', {}])),
    expiry: mostly(oneOf([undefined, '', '0,5', 2]), oneOf([0, 'a'])),
    timeout: mostly(oneOf([undefined, '', '0,5', 2]), oneOf([0, 'a'])),
    secondPress: mostly(oneOf([undefined, true, 'false']), oneOf(['yes'])),
  },
  { noNullPrototype: true },
);

type Action = Record<string, unknown> & { readonly command: unknown };

const savedAction = ({ command, ...fields }: Action) => ({
  ...{ lookNode: HUBS.other, cuesNode: HUBS.cues, ...fields },
  ...(command as object),
});

/** Mostly with one action for each gesture. */
const actions = fc
  .tuple(
    fc.uniqueArray(action as fc.Arbitrary<Action>, {
      ...{ minLength: 1, maxLength: 3 },
      selector: ({ on }) => String(on || 'press'),
    }),
    fc.array(oneOf(['x', { on: 'press', ...COMMANDS[1] }]), { maxLength: 1 }),
    fc.nat(15),
  )
  .map(([right, more, chance]) => [...right.map(savedAction), ...(chance === 0 ? more : [])]);

const LIGHTS = [
  ...['', undefined, '-', ' ', 'key 3', 'note 1/60', 'fader 1', 'pitch 1', 'cc 1/7', 'cc 1/0', 'ring 1', 'vpot 1'],
  ...['led 5', 'button 3', '/1/push1', '/1/fader1', '1', 'light/Büro', '{"payload":"{{state}}"}', {}],
];

/** A surface and a page of it. */
const PLACES = [
  ...DEVICES.map((device) => ({ surface: device })),
  ...['', undefined, ...PAGES].map((page) => ({ surface: PAGED.id, page })),
];

const NO_PLACES = [
  ...['', undefined, 'gone', 5, HUBS.running, 'surface-disabled', 'tsl50'].map((id) => ({ surface: id })),
  ...['gone', ' ', {}].map((page) => ({ surface: PAGED.id, page })),
  { surface: 'midi', page: PAGES[0] },
];

const control = fc.record(
  {
    ...fieldsOf('hub-control'),
    hub,
    actions,
    place: mostly(oneOf(PLACES), oneOf(NO_PLACES)),
    control: oneOf(['key 0', 'note 1/60', 'fader 1', 'vpot 1', '/1/push1', 'button 3', 'cc 1/7', '*', 'Taste Ü']),
    kind: mostly(oneOf(['', 'button', 'fader', 'encoder']), oneOf(['pad'])),
    toggle: mostly(oneOf([undefined, false, false, 'false', true, 'true']), oneOf(['yes'])),
    light: oneOf(LIGHTS),
  },
  { noNullPrototype: true },
);

const placed = (control as fc.Arbitrary<Record<string, unknown>>).map(({ place, ...fields }) => ({
  ...{ ...fields, surface: undefined, page: undefined },
  ...(place as object),
}));

const areas = Object.keys(OPERATIONS);

/** An operation of the node with its parameters, or of another one. */
const operationOf = (type: string) =>
  mostly(
    fc.constant(OPERATIONS[type]),
    oneOf([{}, { operation: 'other' }, ...areas.filter((each) => each !== type).map((each) => OPERATIONS[each])]),
  );

const operationNode = (type: string) =>
  fc
    .tuple(fc.record({ ...fieldsOf(type), hub }, { noNullPrototype: true }), operationOf(type))
    .map(([fields, operation]) => ({ ...fields, ...(operation as object) }));

const plain = (type: string, more: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record({ ...fieldsOf(type), ...more }, { noNullPrototype: true });

/** A node of each type. The name of a control and the properties to store are always there, because only the dialog asks for them. */
const NODES: Readonly<Record<string, fc.Arbitrary<object>>> = {
  'hub-config': plain('hub-config', {
    baseUrl: mostly(fc.constant('http://localhost:9'), oneOf(['', 'hub', 'http://me:key@hub'])),
  }),
  'hub-control': placed,
  'hub-event': plain('hub-event', { hub }),
  'hub-lamp': plain('hub-lamp', {
    surface: oneOf([
      'streamdeck',
      'midi',
      'osc',
      'midiFader',
      'midiPair',
      'mcuFader',
      'mcuRing',
      'mcuStrip',
      'streamdeckDial',
      'tsl50',
    ]),
    control: oneOf(LIGHTS),
  }),
  'hub-look': plain('hub-look', {
    hub,
    properties: mostly(
      oneOf([[property], [property, { ...property, component: 'x' }], [{ ...property, fade: '0,5' }]]),
      oneOf([[property, property], [{ ...property, engine: '' }], [{ ...property, recall: 'yes' }], 'x']),
    ),
    interval: mostly(oneOf([undefined, '', 0.1, '5', 0]), oneOf([0.05, -1])),
  }),
  'hub-panel': plain('hub-panel', {
    hub: oneOf(['', undefined, HUBS.running, HUBS.disabled]),
    params: fc.constant(PROPERTY),
  }),
  'hub-remote': plain('hub-remote'),
  'hub-surface': plain('hub-surface'),
  ...Object.fromEntries(areas.map((type) => [type, operationNode(type)])),
};

/** As many nodes of each type. */
export const savedNodes = (seed: number, numRuns: number): SavedNode[] =>
  Object.entries(NODES).flatMap(([type, fields]) =>
    fc
      .sample(fields, { seed, numRuns: type === 'hub-control' ? 4 * numRuns : numRuns })
      .map((each) => ({ type, fields: JSON.parse(JSON.stringify(each)) as SavedNode['fields'] })),
  );
