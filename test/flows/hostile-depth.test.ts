import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { nodeRedMain } from '../runtime.js';
import { property } from './event-stage.js';
import { lamp } from './lamp-stage.js';
import { fromMessage, literal, type NodeOf, perform, type Stage } from './stage.js';

/** Called at each `done`. A Catch node would miss messages that Node-RED cannot copy. */
type OnComplete = (ended: { node: { id: string }; error?: { readonly code?: string } | undefined }) => void;
const { hooks } = createRequire(nodeRedMain)('@node-red/util') as {
  hooks: { add(name: string, hook: OnComplete): void; remove(name: string): void };
};

const nested = (wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 'Übergabe';
  for (let level = 0; level < 10_000; level += 1) value = wrap(value);
  return value;
};

const ring: Record<string, unknown> = { 日本語: 1 };
Object.assign(ring, { Value: ring, status: ring });
const ringList: unknown[] = [];
ringList.push(ringList);

const VALUES: Readonly<Record<string, unknown>> = {
  'lists with 10,000 levels': nested((inner) => [inner]),
  'properties with 10,000 levels': nested((Value) => ({ Value })),
  'a property that is its own value': ring,
  'a list that contains itself': ringList,
};

const FIELDS = ['payload', 'topic', 'hub', 'status', 'gesture', 'remote', 'watch', 'look', 'only', 'operation', 'cue'];

const command = (id: string, type: string, operation: string, params: object): NodeOf => ({
  ...{ id, type, operation, params },
});

/** Nodes that send the payload, or parts of it, to the hub. */
const COMMANDS: readonly NodeOf[] = [
  command('Value', 'hub-engine-property', 'setProperty', { ...property, Value: fromMessage('payload') }),
  command('Requests', 'hub-batch', 'batch', { entries: fromMessage('payload') }),
  command('Data', 'hub-playout-item', 'updateItem', {
    ...{ rundownId: literal(51), itemId: literal(511), data: fromMessage('payload') },
  }),
  command('Parameters', 'hub-engine-function', 'callFunction', {
    ...{ engineId: literal(1), nodePath: literal('Player_0'), functionPath: literal('Default//Play/0') },
    Parameters: fromMessage('payload'),
  }),
];

const LAMPS: readonly NodeOf[] = [
  ...['mqtt', 'streamdeck', 'dashboard'].map((surface) => ({ surface, control: '1' })),
  { surface: 'midiFader', control: 'cc 1/7' },
].map((fields) => lamp({ id: `lamp ${fields.surface}`, ...fields, wires: [] }));

const OTHERS: readonly NodeOf[] = [
  command('read', 'hub-engine-property', 'getProperty', property),
  command('watch', 'hub-watch', 'getProperty', property),
  { id: 'event', type: 'hub-event' },
  { id: 'cues', type: 'hub-cues', list: 'Übergabe' },
  { id: 'host', type: 'hub-remote', role: 'host', wires: [[], [], []] },
  { id: 'remote panel', type: 'hub-remote', role: 'panel', wires: [[], [], []] },
  ...['', 'mqtt', 'osc', 'xkeys'].map((source) => ({ id: `panel ${source}`, type: 'hub-panel', source, control: '' })),
];

describe('a value with 10,000 levels, or one that contains itself', function () {
  this.timeout(120_000);
  let hub: Simulator;
  let stage: Stage;
  const folder = mkdtempSync(join(tmpdir(), 'hub-depth-'));
  const looks = {
    id: 'looks',
    type: 'hub-look',
    file: join(folder, 'looks.json'),
    operation: 'recall',
    properties: [],
  };
  const parts = [...COMMANDS, ...LAMPS, ...OTHERS, looks];
  const ends = new Map<string, Parameters<OnComplete>[0][]>();

  before(async () => {
    // The cues are stored there.
    helper.settings({ userDir: folder });
    hub = await startSimulator();
    hooks.add('onComplete.depth', (ended) => {
      ends.set(ended.node.id, [...(ends.get(ended.node.id) ?? []), ended]);
    });
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, parts);
  });
  after(async () => {
    hooks.remove('*.depth');
    helper.settings({});
    await stage.close();
    await hub.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The error of a message, or undefined after a success. */
  async function errorOf(id: string, msg: object) {
    ends.delete(id);
    stage.node(id).receive({ _msgid: 'm', payload: 'program', topic: 'Übergabe', ...msg });
    await stage.until(() => ends.has(id));
    const [ended, ...others] = ends.get(id) ?? [];
    should(others).be.empty();
    return ended?.error;
  }

  /** Polls may be joined in a batch. */
  const commands = () => hub.journal.filter(({ method }) => method === 'PATCH' || method === 'POST').length;

  for (const { id } of COMMANDS)
    it(`is not sent by a command, and its field is named: ${id}`, async () => {
      const before = commands();
      for (const payload of Object.values(VALUES)) {
        const error = await errorOf(id, { payload });
        should(error?.code).equal('BAD_INPUT');
        should(String(error)).match(new RegExp(`not sent – .*${id}`));
      }
      should(commands()).equal(before);
    });

  for (const { id } of LAMPS)
    it(`is refused by a lamp with one sentence about its payload, and does not change: ${id}`, async () => {
      await stage.until(() => stage.status(id).text !== undefined);
      const before = stage.status(id).text;
      for (const [name, payload] of Object.entries(VALUES)) {
        const error = await errorOf(id, { payload });
        // A list may be the axes of another control.
        if (!error && Array.isArray(payload)) continue;
        should(error?.code).equal('BAD_INPUT', name);
        should(String(error)).match(/payload/i);
      }
      should(stage.status(id).text).equal(before);
    });

  for (const { id } of parts)
    it(`in any field ends the message once, without an error of the program: ${id}`, async () => {
      for (const field of FIELDS)
        for (const [name, value] of Object.entries(VALUES)) {
          const error = await errorOf(id, { [field]: value });
          should(typeof (error ? error.code : 'none')).equal('string', `${field}: ${name}, ${error}`);
          should(String(error)).not.match(/RangeError|Maximum call stack|TypeError|circular/);
        }
    });

  it('from a broker is ignored by a remote panel', async () => {
    for (const topic of ['graphics-hub/host', 'graphics-hub/state/Übergabe'])
      for (const payload of Object.values(VALUES))
        should(await errorOf('remote panel', { topic, payload, qos: 0 })).be.undefined();
  });
});
