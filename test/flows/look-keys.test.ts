import { readFile, rm, writeFile } from 'node:fs/promises';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { midi, mqtt } from '../panels/messages.js';
import { useTimeLapse } from '../time-lapse.js';
import { setOpacity } from './event-stage.js';
import { LookStage, nameOf } from './look-stage.js';
import { handPause, type Message } from './stage.js';

const zigbee = (payload: object) => mqtt(JSON.stringify(payload), { topic: 'zigbee2mqtt/desk' });

/** The press of a key, and the messages that follow it. */
const KEYS: Readonly<Record<string, readonly Message[]>> = {
  'MIDI note': [midi('noteon', 0x90, 1, [60, 100]), midi('noteoff', 0x80, 1, [60, 0])],
  'Stream Deck': [
    { topic: 3, payload: 1 },
    { topic: 3, payload: 0 },
  ],
  zigbee2mqtt: [
    zigbee({ action: 'single', battery: 87, linkquality: 98 }),
    zigbee({ action: '', battery: 87, linkquality: 98 }),
    zigbee({ battery: 86, linkquality: 98 }),
  ],
  'true and false': [{ payload: true }, { payload: false }],
  'Dashboard button': ['pointerdown', 'pointerup', 'click'].map((type) => ({
    topic: 'take',
    payload: '',
    _event: { type },
  })),
};

describe('a key with msg.operation', function () {
  this.timeout(60_000);
  const show = LookStage.forEach();
  const setByOthers = (Value: number) => setOpacity(show.hub, Value);
  const stored = async (look: string) => JSON.parse(await readFile(show.file, 'utf8')).looks[look];

  /** A node remembers its buttons after a deploy, so each test has another one. */
  let tests = 0;
  let look = '';
  const send = (msg: Message) => show.send(look, msg);

  async function open(fields: object = {}): Promise<void> {
    tests += 1;
    look = `look${tests}`;
    await show.open([show.look(look, ['opacity'], fields)]);
    await send({ operation: 'store', look: 'Evening' });
    await setByOthers(0.25);
  }

  for (const [name, [press = {}, ...after]] of Object.entries(KEYS))
    it(`recalls or stores once, and never at the release: ${name}`, async () => {
      await open();
      await send({ ...press, operation: 'store', look: 'Key' });
      await setByOthers(0.75);
      for (const msg of after) await send({ ...msg, operation: 'store', look: 'Key' });
      should(await stored('Key')).match([{ value: 0.25 }]);
      await handPause();
      for (const msg of [press, ...after]) await send({ ...msg, operation: 'recall', look: 'Evening' });
      should(show.received('opacity')).eql([{ Value: 0.25 }, { Value: 0.75 }, { Value: 1 }]);
    });

  it('does nothing for a release or a retained message, and the status shows the reason', async () => {
    await open();
    for (const operation of ['recall', 'store', 'restore', 'delete', 'compare', 'list'])
      for (const [msg, reason] of [
        [{ payload: false }, /^release ignored/],
        [mqtt('ON', { retain: true }), /^retained/],
        [mqtt('{"any":"data"}', { retain: true }), /^retained/],
      ] as const) {
        await send({ ...msg, operation, look: 'Evening' });
        if (operation === 'recall') await show.stage.until(() => reason.test(show.stage.status(look).text ?? ''));
      }
    should(show.stage.out).have.length(1);
    should(show.received('opacity')).eql([{ Value: 0.25 }]);
    should(await stored('Evening')).match([{ value: 1 }]);
  });

  it('runs for a message that no panel sends', async () => {
    await open();
    for (const payload of [undefined, Date.now(), 'go', { any: 'data' }])
      await send({ payload, operation: 'recall', look: 'Evening' });
    should(show.received('opacity').slice(1)).eql(Array(4).fill({ Value: 1 }));
  });

  it('blends for each message of a fader, also for 0', async () => {
    await open();
    for (const blend of [1, 0]) await send({ payload: blend, blend, operation: 'recall', look: 'Evening' });
    should(show.received('opacity').slice(1)).eql([{ Value: 1 }, { Value: 0.25 }]);
  });

  it('with “Hold stores” runs once, and stores nothing', async () => {
    await open({ holdStores: true });
    for (const did of ['press', 'hold', 'release'])
      await send({
        payload: did !== 'release',
        gesture: { source: 'mqtt', control: 'k', did },
        operation: 'recall',
        look: 'Evening',
      });
    should(show.received('opacity').slice(1)).eql([{ Value: 1 }]);
    should(await stored('Evening')).match([{ value: 1 }]);
  });
});

/** A key with a look in its dialog, and its lamp. */
describe('an empty slot for a look', function () {
  this.timeout(60_000);
  const show = LookStage.forEach();
  let lamps: string[];

  async function open(fields: object): Promise<void> {
    const lamp = {
      id: 'lamp',
      type: 'hub-lamp',
      surface: 'mqtt',
      control: 'lamp',
      hub: 'config',
      wires: [['surface']],
    };
    const surface = { id: 'surface', type: 'helper' };
    await show.open([show.look('look', ['opacity'], { wires: [['out'], ['lamp']], ...fields }), lamp, surface]);
    lamps = [];
    helper.getNode('surface').on('input', ({ payload }: Message) => lamps.push(payload));
  }
  const becomes = (state: string) => show.stage.until(() => lamps.at(-1) === state);
  const send = (operation: string, look?: string) => show.send('look', { operation, payload: true, look });

  it('is empty, on after a store, and empty again after it was deleted', async () => {
    await open({ look: 'Key' });
    await becomes('lookEmpty');
    await show.stage.until(() => show.stage.status('look').text === 'empty');
    await send('store');
    await becomes('lookOn');
    await send('delete');
    await becomes('lookEmpty');
    should(lamps.filter((state) => state === 'unknown').length).be.belowOrEqual(1);
  });
});

/** Nobody opens the sidebar, which would read the file. */
describe('the states of looks after a change of their file', function () {
  this.timeout(60_000);
  useTimeLapse();
  const show = LookStage.forEach();
  let states: Message[];

  beforeEach(async () => {
    await show.open([show.look('look', ['opacity'])]);
    states = [];
    helper.getNode('states').on('input', (msg: Message) => states.push(msg));
    await show.send('look', { operation: 'store', look: 'Evening' });
    await becomes('Evening', 'on');
  });

  const becomes = (look: string, payload: string) =>
    show.stage.until(() => states.findLast((msg) => msg.look === look)?.payload === payload);
  const recall = () => show.send('look', { payload: true, look: 'Evening' });
  const text = () => readFile(show.file, 'utf8');
  const storedValue = async () => JSON.parse(await text()).looks.Evening[0].value;

  it('follow an edit by git or by hand', async () => {
    should(await storedValue()).equal(1);
    const edited = (await text()).replace('"value":1}', '"value":0.5}');
    await writeFile(show.file, edited);
    should(await storedValue()).equal(0.5);
    await becomes('Evening', 'changed');
    await writeFile(show.file, edited.replace('"value":0.5}', '"value":1}').replace('Evening', 'Night'));
    await becomes('Night', 'on');
    await becomes('Evening', 'empty');
  });

  it('are unknown while the file is broken, which is reported once', async () => {
    const before = await text();
    await writeFile(show.file, before.slice(0, -4));
    await becomes('Evening', 'unknown');
    await show.stage.until(() => show.stage.caught.length > 0);
    should(show.stage.caught[0]?.error.message).match(/incomplete.*looks\.json/);
    await writeFile(show.file, before);
    await becomes('Evening', 'on');
    should(show.stage.caught).have.length(1);
  });

  it('are unknown while the file is missing. No command calls it empty or begins a new one', async () => {
    const before = await text();
    await rm(show.file);
    await becomes('Evening', 'unknown');
    await show.stage.until(() => show.stage.caught.length > 0);
    const missing = new RegExp(`the file is missing\\..* ${show.file} does not exist any more`);
    for (const msg of [await recall(), await show.send('look', { operation: 'store', look: 'Night' })]) {
      should(msg.hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(msg.error.message).match(missing);
    }
    await writeFile(show.file, before);
    await becomes('Evening', 'on');
    should((await recall()).payload).eql([{ ...nameOf('opacity'), value: 1, outcome: 'done' }]);
  });
});
