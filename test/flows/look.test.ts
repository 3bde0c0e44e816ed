import { readFile, writeFile } from 'node:fs/promises';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { get } from '../nodes/endpoints/endpoints.js';
import { opacity } from '../operations/values.js';
import { ask } from '../simulator/ask.js';
import { useTimeLapse } from '../time-lapse.js';
import { setOpacity } from './event-stage.js';
import { lamp } from './lamp-stage.js';
import { LookStage, nameOf, pathsOf, type Short } from './look-stage.js';
import type { Message } from './stage.js';

describe('hub-look', function () {
  this.timeout(60_000);
  useTimeLapse();
  const show = LookStage.forEach();
  let states: Message[];

  async function open(...args: Parameters<LookStage['open']>): Promise<void> {
    await show.open(...args);
    states = [];
    helper.getNode('states').on('input', (msg: Message) => states.push(msg));
  }
  const state = (look: string) => states.findLast((msg) => msg.look === look)?.payload;
  const becomes = (look: string, payload: string) => show.stage.until(() => state(look) === payload);
  const setByOthers = (Value: unknown) => setOpacity(show.hub, Value);
  const journal = async (after = 0) => (await get(`journal/config?after=${after}`)).body as Message;
  const store = (look: string) => show.send('look', { operation: 'store', look });
  const launch = (name: string) => ask(show.hub, name, { params: { configID: LAUNCH } });

  it('stores the present values by name, and recalls each once', async () => {
    await open([show.look('look', ['opacity', 'program'])]);
    const stored = await store('Evening');
    should(stored.hub).match({ operation: 'storeLook', look: 'Evening', outcome: 'done' });
    should(JSON.parse(await readFile(show.file, 'utf8')).looks.Evening).eql([
      { ...nameOf('opacity'), value: 1 },
      { ...nameOf('program'), value: 'CAM 1' },
    ]);
    await setByOthers(0.25);
    const recalled = await show.send('look', { payload: true, look: 'Evening' });
    should(recalled.payload).eql([
      { ...nameOf('opacity'), value: 1, outcome: 'done' },
      { ...nameOf('program'), value: 'CAM 1', outcome: 'done' },
    ]);
    should(recalled.hub).match({ operation: 'recallLook', look: 'Evening', outcome: 'done' });
    should(show.received('opacity')).eql([{ Value: 0.25 }, { Value: 1 }]);
    should(show.value('opacity')).equal(1);
  });

  it('stores at a hold, and recalls at the release of a short press', async () => {
    await open([show.look('look', ['opacity'], { look: 'Key', holdStores: true })]);
    const gesture = (did: string) => ({ payload: did !== 'release', gesture: { source: 'mqtt', control: 'k', did } });
    for (const did of ['press', 'hold', 'release']) await show.send('look', gesture(did));
    should(show.received('opacity')).eql([]);
    await setByOthers(0.5);
    for (const did of ['press', 'release']) await show.send('look', gesture(did));
    should(show.received('opacity')).eql([{ Value: 0.5 }, { Value: 1 }]);
  });

  it('does not recall at the release of a held key, although another key was released meanwhile', async () => {
    await open([show.look('look', ['opacity'], { look: 'Keys', holdStores: true })]);
    const press = (control: string, did: string) =>
      show.send('look', { payload: did !== 'release', gesture: { source: 'mqtt', control, did } });
    await press('one', 'hold');
    await press('two', 'hold');
    await press('one', 'release');
    await press('two', 'release');
    should(show.received('opacity')).eql([]);
    await press('one', 'release');
    should(show.received('opacity')).eql([{ Value: 1 }]);
  });

  it('shows on, changed and recalling, and unknown when the hub is lost', async () => {
    await open([show.look('look', ['opacity', 'program'], { fade: '1', curve: 'Linear' })]);
    await store('Evening');
    await becomes('Evening', 'on');
    await setByOthers(0);
    await becomes('Evening', 'changed');
    should(states.at(-1)).match({ topic: 'Evening', differences: 1, hub: { look: 'Evening' } });
    const recall = show.send('look', { look: 'Evening' });
    await becomes('Evening', 'recalling');
    await recall;
    await becomes('Evening', 'on');
    await show.hub.close();
    await becomes('Evening', 'unknown');
  });

  it('restores keyer, camera and light of an engine that was stopped during a fade and launched again', async () => {
    const fade = { restore: 'automatic', fade: '2', curve: 'Linear' };
    const evening = [
      ['opacity', 0.5],
      ['zoom', 0.25],
      ['tint', { x: 0.5, y: 0.25, z: 0, w: 1 }],
    ] as const;
    const set = (short: Short, Value: unknown) =>
      ask(show.hub, 'setProperty', { params: { engineId: 1, ...pathsOf(short), Value } });
    await launch('launch');
    const initial = evening.map(([short]) => show.value(short));
    await open([show.look('look', ['opacity', 'zoom', 'tint', 'position', 'studioB'], fade)]);
    for (const [short, value] of evening) await set(short, value);
    await store('Evening');
    await becomes('Evening', 'on');
    for (const [index, [short]] of evening.entries()) await set(short, initial[index]);
    await becomes('Evening', 'changed');
    await show.send('look', { look: 'Evening' });
    await ask(show.hub, 'stopLaunch', { params: { configID: LAUNCH } });
    await becomes('Evening', 'unknown');
    const before = evening.map(([short]) => show.received(short).length);
    const { last } = await journal();
    await launch('launch');
    should(evening.map(([short]) => show.value(short))).eql(initial);
    await becomes('Evening', 'on');
    should(evening.map(([short], index) => show.received(short).slice(before[index]))).eql(
      evening.map(([, Value]) => [{ Value }]),
    );
    should(show.received('position')).eql([{ Value: { x: 0, y: 0, z: 0 }, Interpolation: 'Linear', Duration: 2 }]);
    const restored = show.stage.out.findLast(({ topic }) => topic === 'Studio A');
    should(restored?.payload).eql(evening.map(([short, value]) => ({ ...nameOf(short), value, outcome: 'done' })));
    should(restored?.hub).match({ operation: 'restoreLook', outcome: 'done' });
    const { rows } = await journal(last);
    should(rows).match([{ group: { name: 'Studio A', count: 3 }, outcome: 'done' }]);
    should(rows).have.length(1);
  });

  it('recalls one component of a property, and fades each property in its own time', async () => {
    const properties = [
      { ...nameOf('tint'), component: 'x' },
      { ...nameOf('zoom'), fade: '0.5' },
      { ...nameOf('position'), fade: '0' },
    ];
    await open([show.look('look', [], { properties, fade: '0.25' })]);
    await store('Evening');
    await ask(show.hub, 'setProperty', {
      params: { engineId: 1, ...pathsOf('tint'), Value: { x: 0.5, y: 0.25, z: 0.75, w: 1 } },
    });
    await show.send('look', { look: 'Evening' });
    const fade = { Interpolation: 'Linear' };
    const Value = { x: 1, y: 0.25, z: 0.75, w: 1 };
    should(show.received('tint').at(-1)).eql({ Value, ...fade, Duration: 0.25 });
    should(show.received('zoom')).eql([{ Value: 0, ...fade, Duration: 0.5 }]);
    should(show.received('position')).eql([{ Value: { x: 0, y: 0, z: 0 } }]);
  });

  it('ends a message with an error and without a result if it closes before the result', async () => {
    await open([show.look('look', ['opacity'])]);
    show.stage.node('look').receive({ _msgid: 'list', operation: 'list' });
    await show.stage.node('look').close();
    await show.stage.until(() => show.stage.caught.length + show.stage.completed.length > 0);
    should(show.stage.caught).match([{ hub: { code: 'CLOSED', outcome: 'not-sent' } }]);
    should(show.stage.out).be.empty();
  });

  /** Stores a look and recalls it, and launches its engine with another graph. */
  async function untilAsked(): Promise<void> {
    await setByOthers(0.5);
    await store('Evening');
    await becomes('Evening', 'on');
    await show.send('look', { look: 'Evening' });
    await launch('launch');
    await show.stage.until(() => states.at(-1)?.payload === 'armed');
  }

  it('asks for a press before it restores, if the engine has another graph', async () => {
    await open([
      show.look('look', ['opacity'], { restore: 'automatic' }),
      show.look('button', [], { operation: 'restore' }),
    ]);
    await untilAsked();
    should(states.at(-1)).match({ topic: 'restore', engines: ['Studio A'] });
    await show.stage.until(() => show.stage.status('look').text === 'restore? press');
    should(show.stage.status('look')).match({ fill: 'yellow', shape: 'dot', armed: true });
    should(show.value('opacity')).equal(1);
    // A lamp behind it may have lost its state.
    const before = states.length;
    await show.send('look', { payload: 'ask' });
    await show.stage.until(() => states.length > before + 1);
    should(states.slice(before).map(({ topic, payload }) => [topic, payload])).eql([
      ['Evening', 'changed'],
      ['restore', 'armed'],
    ]);
    const restored = await show.send('button', { payload: true });
    should(restored.payload).eql([{ ...nameOf('opacity'), value: 0.5, outcome: 'done' }]);
    should(show.value('opacity')).equal(0.5);
    await show.stage.until(() => states.findLast(({ topic }) => topic === 'restore')?.payload === 'off');
    await show.stage.until(() => !('armed' in show.stage.status('look')));
  });

  it('reports in rehearsal the values that a press would restore, and sends nothing', async () => {
    await open([
      show.look('look', ['opacity'], { restore: 'ask' }),
      show.look('button', [], { operation: 'restore' }),
      { id: 'events', type: 'hub-event', wires: [[]] },
    ]);
    await untilAsked();
    await show.send('events', { payload: 'on' });
    const before = show.received('opacity').length;
    const restored = await show.send('button', { payload: true });
    should(restored.payload).eql([{ ...nameOf('opacity'), value: 0.5, outcome: 'rehearsal' }]);
    should(restored.hub).match({ operation: 'restoreLook', outcome: 'rehearsal' });
    should(show.received('opacity')).have.length(before);
  });

  it('recalls a part, and blends towards a look', async () => {
    await open([show.look('look', ['opacity', 'position', 'studioB'])]);
    await store('Evening');
    await setByOthers(0);
    const part = await show.send('look', { look: 'Evening', only: 'Studio B' });
    should(part.payload).eql([{ ...nameOf('studioB'), value: 1, outcome: 'done' }]);
    should(show.value('opacity')).equal(0);
    for (const blend of [0.25, 0.75]) await show.send('look', { look: 'Evening', only: 'Studio A', blend });
    should(show.value('opacity')).equal(0.75);
    await show.send('look', { look: 'Evening', blend: 0 });
    should(show.value('opacity')).equal(0);
  });

  it('names a missing property, and recalls the rest', async () => {
    const looks = {
      Evening: [
        { ...nameOf('opacity'), value: 0.5 },
        { ...nameOf('opacity'), property: 'Gone', propertyPath: 'x', value: 1 },
      ],
    };
    await writeFile(show.file, JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks }));
    await open([show.look('look', [], { look: 'Evening' })]);
    const msg = await show.send('look', { payload: true });
    should(msg.error.message).match(/partly done.*Studio A › Mixer › Gone \(missing\)/);
    should(msg.payload.map(({ outcome }: Message) => outcome)).eql(['done', 'missing']);
    should(show.value('opacity')).equal(0.5);
  });

  it('refuses a wrong message with its field, and sends nothing', async () => {
    await open([show.look('look', ['opacity'])]);
    await store('Evening');
    for (const [wrong, field] of [
      [{ look: 'x'.repeat(65), operation: 'store' }, /look/i],
      [{ operation: 'take' }, /operation/i],
      [{ look: 'Evening', blend: 2 }, /Blend must be a number from 0 to 1\. It is 2\./],
      [{ look: 'Evening', blend: '0.5' }, /Blend must be a number from 0 to 1\. It is "0\.5"\./],
      [{ look: 'Evening', only: 'Studio C' }, /no part "Studio C" – choose Studio A, /],
      [{ look: 'Missing' }, /no look "Missing" – choose Evening\./],
      [{}, /look/i],
    ] as const) {
      const msg = await show.send('look', { payload: true, ...wrong });
      should(msg.hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      should(msg.error.message).match(field);
    }
    should(show.received('opacity')).eql([]);
  });

  it('refuses a broken file, and keeps it', async () => {
    await writeFile(show.file, '{\n"format": "graphics-hub-looks",\n');
    await open([show.look('look', ['opacity'])]);
    await store('Evening');
    should(show.stage.caught.at(-1)?.error.message).match(/incomplete.*looks\.json.*line 3/);
    should(await readFile(show.file, 'utf8')).equal('{\n"format": "graphics-hub-looks",\n');
  });
});

/** The launch configuration of Studio A and Studio B. */
const LAUNCH = 61;

describe('the restore of a look', () => {
  /** The launch configuration of Studio A and Studio B. */
  const LAUNCH = 61;

  describe('the lamp of a restore', function () {
    this.timeout(60_000);
    const show = LookStage.forEach();
    let restores: Message[];

    async function open(...others: Short[]): Promise<void> {
      await show.open([
        show.look('look', ['opacity', ...others], { restore: 'ask' }),
        lamp({ surface: 'mqtt', control: 'key', wires: [[]] }),
      ]);
      restores = [];
      helper.getNode('states').on('input', (msg: Message) => {
        if (msg.topic !== 'restore') return;
        restores.push(msg);
        show.stage.node('lamp').receive(msg);
      });
    }
    const shows = (text: string) => show.stage.until(() => show.stage.status('lamp').text === text);

    /** Another value than that of the project, which the engine then loses. */
    async function loseValue(): Promise<void> {
      await ask(show.hub, 'setProperty', { params: { ...opacity, Value: 0.5 } });
      await show.send('look', { operation: 'store', look: 'Evening' });
      await show.send('look', { operation: 'recall', look: 'Evening' });
      await ask(show.hub, 'launch', { params: { configID: LAUNCH } });
      await shows('second press');
    }

    it('asks again after a short loss, and is off again after another one', async () => {
      await open();
      await loseValue();
      const lose = async (after: string) => {
        const undo = show.hub.trouble({ status: 503 });
        await shows('unknown');
        undo();
        await shows(after);
      };
      await lose('second press');
      should(restores.at(-1)).match({ payload: 'armed', engines: ['Studio A'] });
      await show.send('look', { operation: 'restore' });
      await shows('off');
      await lose('off');
      should(show.received('opacity').map((body) => (body as Message).Value)).eql([0.5, 0.5, 0.5]);
    });
  });

  describe('the sentence of a recall', function () {
    this.timeout(60_000);
    const show = LookStage.forEach();

    it('asks to check the output if a value may have been set', async () => {
      await show.open([show.look('look', ['opacity'], { look: 'Evening' })]);
      await show.send('look', { operation: 'store' });
      const undo = show.hub.trouble({ operation: 'setProperty', status: 500 });
      const msg = await show.send('look', { payload: true });
      undo();
      should(msg.hub).match({ code: 'HUB_FAULT', outcome: 'unknown' });
      should(msg.error.message).match(/unknown – partly done\. Check output\./);
    });
  });
});
