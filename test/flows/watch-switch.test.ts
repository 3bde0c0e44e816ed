import should from 'should';
import { useTimeLapse } from '../time-lapse.js';
import { pause, property } from './event-stage.js';
import { lamp } from './lamp-stage.js';
import type { Message, NodeOf } from './stage.js';
import { WatchStage, watch } from './watch-stage.js';

describe('a watch that messages start and stop', () => {
  useTimeLapse();
  const show = WatchStage.forEach();
  /** Each test has its own node, since a stopped one stays stopped until Node-RED ends. */
  let id = '';
  beforeEach(function () {
    id = `switched ${this.currentTest?.title}`;
  });
  const send = (wanted: unknown) => show.send(id, { watch: wanted });
  const switched = (fields: object = {}): NodeOf => watch(id, { wires: [['lamp', 'out']], ...fields });
  const quietLamp = lamp({ states: [{ state: 'unknown', blink: false }], wires: [[]] });
  const open = (fields: object = {}, config: object = {}) => show.open([switched(fields), quietLamp], config);
  const lampShows = (text: string) => show.stage.until(() => show.stage.status('lamp').text === text);
  const values = () => show.stage.out.map(({ payload }) => payload);

  it('stops its reads, and begins again', async () => {
    await open();
    await show.arrived(1);
    await send('stop');
    const before = show.polls().length;
    await pause(500);
    // One read may be in flight.
    should(show.polls().length).be.belowOrEqual(before + 1);
    should(values()).eql([1]);
    await send('start');
    await show.arrived(2);
    should(values()).eql([1, 1]);
    await show.stage.until(() => show.polls().length > before + 3);
    should(values()).eql([1, 1]);
    should(show.stage.caught).be.empty();
    should(show.logOf(id)).be.empty();
  });

  it('shows in its status and its lamp that it is stopped', async () => {
    await open();
    await lampShows('on air');
    await send('stop');
    await lampShows('unknown');
    await show.stage.until(() => show.stage.status(id).text === 'stopped');
    should(show.stage.status(id)).match({ fill: 'grey', shape: 'ring' });
    await send('start');
    await lampShows('on air');
    await show.stage.until(() => show.stage.status(id).text !== 'stopped');
  });

  it('sends unknown at a stop, if nodes that drop repeats follow', async () => {
    await open({ onLoss: 'unknown' });
    await show.stage.until(() => values().at(-1) === 1);
    await send('stop');
    await show.stage.until(() => values().at(-1) === 'unknown');
    should(show.stage.out.at(-1)?.hub).match({ config: 'config', watch: id, at: Number.isFinite });
    await send('stop');
    await send('start');
    await show.stage.until(() => values().at(-1) === 1);
    should(values()).eql(['unknown', 1, 'unknown', 1]);
  });

  it('stays stopped over a deploy', async () => {
    await open();
    await show.arrived(1);
    await send('stop');
    await show.stage.close();
    await open();
    const before = show.polls().length;
    await pause(500);
    should(show.polls().length).equal(before);
    await show.stage.until(() => show.stage.status(id).text === 'stopped');
    await send('start');
    await show.arrived(1);
  });

  it('is not stopped if it was removed and comes back', async () => {
    await open();
    await show.arrived(1);
    await send('stop');
    await show.stage.node(id).close(true);
    await show.stage.close();
    await open();
    await show.arrived(1);
  });

  it('ends the messages that wait for a value when it is stopped', async () => {
    show.hub.trouble({ operation: 'getProperty', never: true });
    await open();
    const asked: Promise<Message> = show.send(id, {});
    await pause(100);
    show.stage.node(id).receive({ _msgid: 'stop', watch: 'stop' });
    const { error, hub } = await asked;
    should(error.message).match(/the watch is stopped\. .*msg\.watch = "start"/i);
    should(hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
  });

  it('sends no present value while it is stopped', async () => {
    await open();
    await show.arrived(1);
    await send('stop');
    should((await show.send(id, {})).error.message).match(/the watch is stopped/i);
    should(values()).eql([1]);
  });

  for (const wrong of ['Start', '', true, 1, null, {}])
    it(`refuses ${JSON.stringify(wrong)}, with the allowed values`, async () => {
      await open();
      await show.arrived(1);
      const { error, hub } = await send(wrong);
      should(error.message).match(/msg\.watch .*start, stop/i);
      should(hub).match({ code: 'BAD_INPUT' });
      await show.stage.until(() => show.polls().length > 3);
    });

  it('does nothing twice', async () => {
    await open();
    await show.arrived(1);
    await send('start');
    await send('stop');
    await send('stop');
    await send('start');
    await send('start');
    await show.arrived(2);
    await pause(300);
    should(values()).eql([1, 1]);
  });

  it('can be stopped and started at once', async () => {
    await open();
    await show.arrived(1);
    for (const wanted of ['stop', 'start', 'stop', 'start'])
      show.stage.node(id).receive({ _msgid: wanted, watch: wanted });
    await show.arrived(2);
    const before = show.polls().length;
    await pause(1000);
    // One poll, ten reads a second.
    should(show.polls().length - before).be.belowOrEqual(12);
  });

  it('keeps the reads of other watches of the same value', async () => {
    await show.open([switched(), watch('other', { params: property, wires: [['lamp']] }), quietLamp]);
    await show.arrived(1);
    await send('stop');
    const before = show.polls().length;
    await show.stage.until(() => show.polls().length > before + 3);
  });

  it('is stopped while the hub is lost, and starts when it is back', async () => {
    await open();
    await show.arrived(1);
    await send('stop');
    const { port } = new URL(show.hub.url);
    await show.hub.close();
    await send('start');
    await show.stage.until(() => show.stage.caught.length > 0);
    const { startSimulator } = await import('../../dist/simulator/index.js');
    show.hub = await startSimulator({ port: Number(port) });
    await show.arrived(2);
    should(values()).eql([1, 1]);
  });
});
