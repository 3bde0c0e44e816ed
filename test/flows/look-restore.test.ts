import { writeFile } from 'node:fs/promises';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { opacity } from '../operations/values.js';
import { ask } from '../simulator/ask.js';
import { lamp } from './lamp-stage.js';
import { LookStage, nameOf, pathsOf, type Short } from './look-stage.js';
import type { Message } from './stage.js';

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

  it('gets its state once in a session, although a look changes meanwhile', async () => {
    await open('zoom');
    await loseValue();
    const states: Message[] = [];
    helper.getNode('states').on('input', (msg: Message) => states.push(msg));
    await ask(show.hub, 'setProperty', { params: { engineId: 1, ...pathsOf('zoom'), Value: 0.5 } });
    await show.stage.until(() => states.some(({ look, differences }) => look === 'Evening' && differences === 2));
    const { session } = restores.at(-1)?.hub ?? {};
    should(restores.filter(({ hub }) => hub.session === session)).have.length(1);
  });

  it('gets its state again for “ask”', async () => {
    await open();
    await show.send('look', { payload: 'ask' });
    should(restores).be.empty();
    await loseValue();
    const before = restores.length;
    await show.send('look', { payload: 'ask' });
    await show.stage.until(() => restores.length === before + 1);
    should(restores.at(-1)).match({ payload: 'armed', engines: ['Studio A'] });
    await show.send('look', { operation: 'restore' });
    await shows('off');
    await show.send('look', { payload: 'ask' });
    await show.stage.until(() => restores.at(-1)?.payload === 'off');
  });
});

describe('a restore', function () {
  this.timeout(60_000);
  const show = LookStage.forEach();

  it('is of the engines of its own hub', async () => {
    const second = { id: 'second', type: 'hub-config', baseUrl: show.hub.url, auth: 'none' };
    const other = { restore: 'ask', hub: 'second', file: `${show.folder}/other.json` };
    await show.open([
      second,
      show.look('look', ['opacity'], { restore: 'ask' }),
      show.look('other', ['opacity'], other),
    ]);
    const asking = new Set<string>();
    helper.getNode('states').on('input', ({ topic, payload, hub }: Message) => {
      if (topic === 'restore' && payload === 'armed') asking.add(hub.config);
    });
    await ask(show.hub, 'setProperty', { params: { ...opacity, Value: 0.5 } });
    for (const operation of ['store', 'recall'])
      for (const id of ['look', 'other']) await show.send(id, { operation, look: 'Evening' });
    await ask(show.hub, 'launch', { params: { configID: LAUNCH } });
    await show.stage.until(() => asking.size === 2);
    const before = show.received('opacity').length;
    await show.send('look', { operation: 'restore' });
    should(show.received('opacity')).have.length(before + 1);
  });
});

describe('the sentence of a recall', function () {
  this.timeout(60_000);
  const show = LookStage.forEach();

  it('has “nothing was done” if no value was sent', async () => {
    const gone = { ...nameOf('opacity'), property: 'Gone', propertyPath: 'x', value: 1 };
    const away = { ...nameOf('opacity'), engine: 'Studio Z', value: 1 };
    const looks = { Evening: [gone, away] };
    await writeFile(show.file, JSON.stringify({ format: 'graphics-hub-looks', version: 1, looks }));
    await show.open([show.look('look', [], { look: 'Evening' })]);
    const msg = await show.send('look', { payload: true });
    should(msg.hub).match({ code: 'HUB_NOT_FOUND', outcome: 'not-sent' });
    should(msg.error.message).match(/not sent – nothing was done\. Not done: .*Gone \(missing\)/);
    should(msg.error.message).not.match(/Check output|partly/);
    should(show.received('opacity')).be.empty();
  });

  it('asks to check the output if a value may have been set', async () => {
    await show.open([show.look('look', ['opacity'], { look: 'Evening' })]);
    await show.send('look', { operation: 'store' });
    const undo = show.hub.trouble({ operation: 'setProperty', status: 500 });
    const msg = await show.send('look', { payload: true });
    undo();
    should(msg.hub).match({ code: 'HUB_FAULT', outcome: 'unknown' });
    should(msg.error.message).match(/unknown – partly done\. Check output\./);
  });

  it('has “nothing was done” if the hub refused each value', async () => {
    await show.open([show.look('look', ['opacity'], { look: 'Evening' })]);
    await show.send('look', { operation: 'store' });
    const undo = show.hub.trouble({ operation: 'setProperty', status: 422 });
    const msg = await show.send('look', { payload: true });
    undo();
    should(msg.hub).match({ code: 'HUB_REJECTED', outcome: 'refused' });
    should(msg.error.message).match(/refused – nothing was done\. Not done: .*\(refused\)/);
    await show.stage.until(() => /wrong value|not accepted/i.test(show.stage.status('look').text ?? ''));
  });
});
