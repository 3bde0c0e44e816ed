import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import should from 'should';
import { startSimulator } from '../../dist/simulator/index.js';
import { freePort } from '../free-port.js';
import { useTimeLapse } from '../time-lapse.js';
import { fader, PropertyStage } from './engine-property-stage.js';
import { fromMessage, literal, type Message, type Stage } from './stage.js';

const VALUES = 50;

const button = {
  id: 'button',
  type: 'hub-playout-item',
  operation: 'pressItemButton',
  params: { rundownId: literal(1), itemId: literal(1), buttonKey: literal('in') },
};

const byId = ({ _msgid }: Message) => Number(_msgid);

describe('a fader on a lost hub', () => {
  useTimeLapse();
  const studio = PropertyStage.forSuite();

  /** Moves a fader from 0 to 49, with a press of a button after every tenth value. Returns the longest pause in ms. */
  async function move(show: Stage): Promise<number> {
    let longest = 0;
    for (let value = 0; value < VALUES; value += 1) {
      show.node('fader').receive({ _msgid: String(value), payload: value });
      if (value % 10 === 9) show.node('button').receive({ _msgid: `press ${value}` });
      const sent = performance.now();
      await pause(10);
      longest = Math.max(longest, performance.now() - sent);
    }
    return longest;
  }

  const isEnded = (show: Stage, count: number) => () => show.caught.length + show.completed.length >= count;

  for (const superseded of ['', 'pass'])
    it(`(superseded: ${superseded || 'default'}) gives one error for its first value and one for its last. Each press has its own error`, async () => {
      const show = await studio.perform({ baseUrl: `http://127.0.0.1:${await freePort()}` }, [
        { ...fader, superseded },
        button,
      ]);
      await show.until(() => show.status('fader').text === 'hub offline');
      const longest = await move(show);
      await show.until(isEnded(show, VALUES + 5));
      await pause(50);
      should(isEnded(show, VALUES + 6)()).be.false();
      const isPress = ({ _msgid }: Message) => _msgid.startsWith('press');
      const presses = show.caught.filter(isPress);
      const values = show.caught.filter((msg) => !isPress(msg));
      should(presses.map(({ _msgid }) => _msgid)).eql([9, 19, 29, 39, 49].map((value) => `press ${value}`));
      // A pause of a busy machine can end the movement.
      if (longest < 500) should(values).have.length(2);
      const [first, last] = [values[0], values.at(-1)] as [Message, Message];
      should([first, last].map(byId)).eql([0, VALUES - 1]);
      should(last.hub.skippedBefore).be.within(1, VALUES - 2);
      should(last.error.message).match(/not sent – hub offline.* Values skipped before it: \d+\.$/);
      should(first.error.message).not.match(/skipped/);
      const skipped = show.completed.filter(({ hub }) => hub?.code !== undefined);
      should(skipped).not.be.empty();
      for (const { hub, payload } of skipped) {
        should(hub).match({ operation: 'setProperty', outcome: 'not-sent', code: 'HUB_UNREACHABLE', config: 'config' });
        should(payload).be.within(1, VALUES - 2);
      }
      // A value that failed is not passed on.
      should(show.out.filter(({ hub }) => hub.outcome !== 'superseded')).be.empty();
      should(show.status('fader').text).startWith('hub offline · ');
    });

  it('gives an error for every value if each one counts', async () => {
    const show = await studio.perform({ baseUrl: `http://127.0.0.1:${await freePort()}` }, [
      { ...fader, delivery: 'inOrder' },
    ]);
    for (let value = 0; value < 10; value += 1) show.node('fader').receive({ _msgid: String(value), payload: value });
    await show.until(isEnded(show, 10));
    should(show.caught.map(byId)).eql([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('has a complete as-run record', async () => {
    const show = await studio.perform({ baseUrl: `http://127.0.0.1:${await freePort()}` }, [
      { id: 'event', type: 'hub-event' },
      fader,
    ]);
    for (let value = 0; value < 5; value += 1) {
      show.node('fader').receive({ _msgid: String(value), payload: value });
      const recorded = () => show.out.filter(({ topic }) => topic === 'asRun');
      await show.until(() => recorded().length > value);
      should(recorded().at(-1)!.payload).match({ value, outcome: 'not-sent', code: 'HUB_UNREACHABLE' });
    }
    await show.until(isEnded(show, 5));
    should(show.caught.map(byId)).eql([0, 4]);
  });

  it('sends its last value when the hub is back, and ends every message once', async () => {
    const port = await freePort();
    const first = await startSimulator({ port });
    const show = await studio.perform({ baseUrl: first.url }, [fader]);
    await show.until(() => show.status('fader').text === 'connected');
    const send = (value: number) => show.node('fader').receive({ _msgid: String(value), payload: value });
    let value = 0;
    for (; show.out.length === 0; value += 1, await pause(10)) send(value);
    await first.close();
    for (; show.caught.length === 0; value += 1, await pause(10)) send(value);
    const back = await startSimulator({ port });
    try {
      const before = show.out.length;
      for (; show.out.length === before; value += 1, await pause(10)) send(value);
      send(value);
      await show.until(isEnded(show, value + 1));
      const ids = [...show.caught, ...show.completed].map(byId).sort((one, other) => one - other);
      should(ids).eql(Array.from({ length: value + 1 }, (_, index) => index));
      const commands = back.journal.filter(({ operation }) => operation === 'setProperty');
      should(commands.at(-1)!.body).match({ Value: value });
    } finally {
      await show.close();
      await back.close();
    }
  });

  it('does not show the failure of its last value after the hub is back', async () => {
    const port = await freePort();
    const reader = { ...fader, id: 'reader', operation: 'getProperty' };
    const record = { id: 'record', type: 'hub-event', connection: false };
    const show = await studio.perform({ baseUrl: `http://127.0.0.1:${port}` }, [fader, reader, record]);
    const recorded = () => show.out.filter(({ topic }) => topic === 'asRun');
    await show.send('fader', { _msgid: '0', payload: 0 });
    show.node('fader').receive({ _msgid: '1', payload: 1 });
    await show.until(() => recorded().length === 2);
    const back = await startSimulator({ port });
    try {
      await show.send('reader', { _msgid: 'read' });
      await show.until(() => show.caught.length === 2);
      should(show.caught.map(byId)).eql([0, 1]);
      await show.until(() => show.status('fader').text === 'connected');
      // The status changes at most every 200 ms.
      await pause(300);
      should(show.status('fader').text).equal('connected');
    } finally {
      await show.close();
      await back.close();
    }
  });

  it('ends at once when its node closes', async () => {
    const show = await studio.perform({ baseUrl: `http://127.0.0.1:${await freePort()}` }, [fader]);
    for (let value = 0; value < 3; value += 1) show.node('fader').receive({ _msgid: String(value), payload: value });
    await show.until(() => show.caught.length === 1);
    await show.node('fader').close();
    // Only a few turns of the event loop: the movement would end after 1 s.
    for (let turn = 0; turn < 200 && !isEnded(show, 3)(); turn += 1) await setImmediate();
    should(isEnded(show, 3)()).be.true();
  });

  it('keeps the expiry of its values', async () => {
    const params = { ...(fader.params as object), Value: fromMessage('payload') };
    const show = await studio.perform({ baseUrl: `http://127.0.0.1:${await freePort()}` }, [
      { ...fader, params: { ...params, propertyPath: literal('Other') }, id: 'patient' },
      { ...fader, params, expiry: '0.2' },
    ]);
    for (const [_msgid, id] of [
      ['0', 'patient'],
      ['1', 'fader'],
    ] as const)
      await show.send(id, { _msgid, payload: 0 });
    // The first one waits for the end of its movement, which is later than the expiry of the second one.
    show.node('patient').receive({ _msgid: '2', payload: 1 });
    show.node('fader').receive({ _msgid: '3', payload: 1 });
    await show.until(isEnded(show, 4));
    should(show.caught.map(byId)).eql([0, 1, 3, 2]);
  });
});
