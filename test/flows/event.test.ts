import helper from 'node-red-node-test-helper';
import should from 'should';
import { startSimulator } from '../../dist/simulator/index.js';
import { useTimeLapse } from '../time-lapse.js';
import { EventStage, event, fader, pause, reader } from './event-stage.js';
import { type Message, perform } from './stage.js';

describe('event', () => {
  useTimeLapse();
  const show = EventStage.forEach();

  describe('reports the connection to a hub', () => {
    it('at the start, when it is lost, and when it is back', async () => {
      await show.open([event(), reader]);
      await show.stage.until(() => show.about('connection').length === 2);
      await show.hub.close();
      await show.send('reader');
      await show.stage.until(() => show.about('connection').length === 3);
      show.hub = await startSimulator({ port: Number(new URL(show.hub.url).port) });
      await show.stage.until(() => show.about('connection').length === 4);
      should(show.about('connection')).eql(['connecting', 'connected', 'unreachable', 'connected']);
    });

    it('that refuses the key', async () => {
      await show.hub.close();
      show.hub = await startSimulator({ apiKey: 'right' });
      await show.open([event()], { auth: 'apiKey' }, { apiKey: 'wrong' });
      await show.stage.until(() => show.about('connection').length === 2);
      should(show.about('connection')).eql(['connecting', 'refused']);
    });
  });

  it('reports the present state on request', async () => {
    await show.open([event()]);
    await show.shows('event', 'connected');
    await show.send('event', 'ask');
    should(show.about('connection')).eql(['connecting', 'connected', 'connected']);
    should(show.about('rehearsal')).eql([false, false]);
    should(show.stage.caught).be.empty();
  });

  describe('switches rehearsal', () => {
    it('on and off, and reports it', async () => {
      await show.open([event(), fader]);
      await show.shows('event', 'connected');
      for (const payload of [true, 'off', 'on', 'on', false]) await show.send('event', payload);
      should(show.about('rehearsal')).eql([false, true, false, true, false]);
      await show.send('event', 'on');
      await show.send('fader', 0.5);
      should(show.commands()).be.empty();
      await show.send('event', 'off');
      await show.send('fader', 0.5);
      should(show.commands()).have.length(1);
      should(show.stage.completed).have.length(9);
    });

    for (const payload of ['ON', 'true', 1, null, {}, undefined])
      it(`not with ${JSON.stringify(payload)}`, async () => {
        await show.open([event()]);
        await show.send('event', payload);
        should(show.stage.caught[0]?.error.message).match(
          /^hub event \(.*\): not sent – Payload is .*(– choose|one of) true, false, on, off, ask\./,
        );
        should(show.stage.caught[0]?.hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
        should(show.stage.completed).be.empty();
        await show.shows('event', 'bad input');
        await show.send('event', false);
        await show.shows('event', 'connected');
      });

    it('not with a payload that throws when it is read', async () => {
      await show.open([event()]);
      await show.shows('event', 'connected');
      const msg = Object.defineProperty({ _msgid: 'm' }, 'payload', {
        enumerable: true,
        get: () => {
          throw new TypeError('not yours');
        },
      });
      show.stage.node('event').receive(msg);
      await show.shows('event', 'bad input');
      await show.stage.until(() => show.stage.caught.length > 0);
      should(show.stage.caught).match([
        {
          // Node-RED cannot copy the message.
          hub: { code: 'BAD_INPUT', outcome: 'not-sent' },
          error: {
            message: /^hub event \(.*\): not sent – Payload is \[Getter\] – choose true, false, on, off, ask\./,
          },
        },
      ]);
      await show.send('event', 'on');
      should(show.about('rehearsal')).eql([false, true]);
      should(show.stage.caught).have.length(1);
    });

    it('only until the next start', async () => {
      await show.open([event(), fader], { rehearsal: true });
      await show.send('event', 'off');
      await show.send('fader', 0.5);
      should(show.commands()).have.length(1);
      await show.stage.close();
      await show.open([event(), fader], { rehearsal: true });
      await show.send('fader', 0.5);
      should(show.commands()).have.length(1);
    });
  });

  it('reports only the chosen kinds', async () => {
    const kinds = ['connection', 'asRun', 'rehearsal'];
    const parts = kinds.map((kind) => ({
      ...event({ connection: false, asRun: 'false', rehearsal: false, [kind]: true }),
      id: kind,
      wires: [[`of ${kind}`]],
    }));
    const helpers = kinds.map((kind) => ({ id: `of ${kind}`, type: 'helper', wires: [] }));
    await show.open([...parts, ...helpers, fader]);
    const got = kinds.map((kind) => {
      const topics: string[] = [];
      helper.getNode(`of ${kind}`).on('input', ({ topic }: Message) => topics.push(topic));
      return topics;
    });
    await show.send('fader', 1);
    await show.send('connection', true);
    await show.stage.until(() => got.every(({ length }) => length > 0));
    should(got.map((topics) => [...new Set(topics)])).eql(kinds.map((kind) => [kind]));
  });

  for (const [name, fields, words] of [
    ['a size', { maxSize: '-1' }, /Max. size .*above 0/],
    ['a number of files', { oldFiles: '-1' }, /Old files.*0 or more/],
    ['a kind', { asRun: 'sometimes' }, /As run.*true, false/],
  ] as const)
    it(`reports a wrong ${name}`, async () => {
      await show.open([event(fields)]);
      should(show.stage.status('event')).eql({ fill: 'red', shape: 'ring', text: 'bad input' });
      await show.send('event', true);
      should(show.stage.caught[0]?.error.message).match(words);
    });

  it('reports a missing hub', async () => {
    show.stage = await perform(undefined, [event()]);
    should(show.stage.status('event').text).equal('no hub');
  });

  it('leaves nothing open when it closes', async () => {
    // Mocha's own timer starts with the first wait.
    await pause(0);
    const alive = () => process.getActiveResourcesInfo().filter((kind) => /Socket|FS|File|Timeout/.test(kind));
    const before = alive();
    await show.open([event({ file: show.file }), fader], { armAfter: '60' });
    await show.send('fader', 1);
    await show.stage.close();
    await show.stage.until(() => alive().length <= before.length);
    const asked = show.hub.journal.length;
    should(alive()).eql(before);
    await pause(1200);
    should(show.hub.journal).have.length(asked);
  });
});
