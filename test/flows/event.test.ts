import { readFileSync } from 'node:fs';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { startSimulator } from '../../dist/simulator/index.js';
import { tokenHeader } from '../page-token.js';
import { useTimeLapse } from '../time-lapse.js';
import { batch, EventStage, event, fader, pause, reader } from './event-stage.js';
import { fromMessage, literal, type Message, type NodeOf } from './stage.js';

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

    it('not with another payload', async () => {
      await show.open([event()]);
      for (const payload of ['ON', 'true', 1, null, {}, undefined]) {
        const { error, hub } = await show.send('event', payload);
        should(error.message).match(
          /^hub event \(.*\): not sent – Payload is .*(– choose|one of) true, false, on, off, ask\./,
        );
        should(hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      }
      await show.shows('event', 'bad input');
      should(show.about('rehearsal')).eql([false]);
      await show.send('event', false);
      await show.shows('event', 'connected');
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

  it('reports a wrong setting', async () => {
    for (const [fields, words] of [
      [{ maxSize: '-1' }, /Max. size .*above 0/],
      [{ oldFiles: '-1' }, /Old files.*0 or more/],
      [{ asRun: 'sometimes' }, /As run.*true, false/],
    ] as const) {
      await show.open([event(fields)]);
      should(show.stage.status('event')).eql({ fill: 'red', shape: 'ring', text: 'bad input' });
      should((await show.send('event', true)).error.message).match(words);
      await show.stage.close();
    }
    await show.open([]);
  });
});

describe('rehearsal', () => {
  useTimeLapse();
  const show = EventStage.forEach();

  it('ends commands without output, and counts them', async () => {
    await show.open([event(), fader, batch], { rehearsal: true });
    await show.shows('fader', 'rehearsal');
    for (const payload of [0.1, 0.2, 0.3]) await show.send('fader', payload);
    await show.send('batch', [{ url: '/engines/1/nodes/N/properties/P', verb: 'PATCH', body: { Value: 1 } }]);
    await show.shows('fader', 'rehearsal, 3');
    await show.shows('batch', 'rehearsal, 1');
    should(show.answered).be.empty();
    should(show.stage.completed).have.length(4);
    should(show.stage.caught).be.empty();
    should(show.commands()).be.empty();
    await show.send('event', false);
    await show.shows('fader', 'connected');
    await show.send('event', true);
    await show.shows('fader', 'rehearsal');
    await show.send('fader', 0.4);
    await show.shows('fader', 'rehearsal, 1');
  });

  it('sends reads, also in a batch', async () => {
    await show.open([reader, batch], { rehearsal: true });
    await show.send('reader');
    await show.send('batch', [{ url: '/engines', verb: 'GET' }]);
    should(show.hub.journal.map(({ operation }) => operation)).containDeep(['getProperty', 'batch']);
  });

  it('also counts joined values', async () => {
    const other = { ...fader, id: 'other', params: { ...(fader.params as object), propertyPath: literal('P') } };
    await show.open([event(), fader, other], { rehearsal: true, joining: true });
    await Promise.all([show.send('fader', 1), show.send('other', 1)]);
    await show.stage.until(() => show.stage.completed.length === 2);
    should(show.commands()).be.empty();
    should(show.about('asRun')).have.length(2);
  });

  it('ends by itself after the configured time from the start', async () => {
    await show.open([event(), fader], { armAfter: '3' });
    await show.send('fader', 0.1);
    await pause(100);
    await show.send('fader', 0.15);
    should(show.commands()).be.empty();
    await show.stage.until(() => show.about('rehearsal').length === 2);
    should(show.about('rehearsal')).eql([true, false]);
    await show.send('fader', 0.2);
    should(show.commands()).have.length(1);
  });
});

describe('a wrong name in rehearsal', () => {
  /** The simulator's item 512 has the buttons In and Out. */
  const press: NodeOf = {
    id: 'press',
    name: 'Key 1',
    type: 'hub-playout-item',
    operation: 'pressItemButton',
    params: {
      rundownId: literal(51),
      itemId: { ...literal(512), label: 'Anchor' },
      buttonKey: fromMessage('payload'),
    },
    wires: [['answers']],
  };

  const REASON = 'no button "Wave" – choose in (In), out (Out).';

  const show = EventStage.forEach();
  const status = () => show.stage.status('press');
  const becomes = (fill: string, shape: string, text: string) =>
    show.stage.until(() => {
      const shown = status();
      return shown.fill === fill && shown.shape === shape && shown.text === text;
    });

  beforeEach(async () => {
    await show.open([event({ file: show.file }), press], { rehearsal: true });
    await show.shows('press', 'rehearsal');
  });

  it('is in the status, in the as-run record and in the journal, and the outcome is a rehearsal', async () => {
    await show.send('press', 'Wave');
    await becomes('red', 'ring', 'would fail: no button Wave');
    should(show.stage.caught).be.empty();
    should(show.answered).be.empty();
    should(show.stage.completed).have.length(1);
    should(show.commands()).be.empty();
    // The list of the items has their buttons too.
    should(show.hub.journal.some(({ operation }) => operation === 'getItem' || operation === 'listItems')).be.true();
    const record = { operation: 'pressItemButton', outcome: 'not-sent', code: 'REHEARSAL', wouldFail: REASON };
    should(show.about('asRun')).match([record]);
    await show.stage.until(() => readFileSync(show.file, 'utf8').includes('wouldFail'));
    const header = tokenHeader((await helper.request().get('/graphics-hub/token')).body);
    const { rows } = (await helper.request().get('/graphics-hub/journal/config').set(header)).body as Message;
    should(rows).match([
      {
        outcome: 'rehearsal',
        failed: false,
        failure: { code: 'BAD_INPUT', facts: { field: 'buttonKey', value: '"Wave"' } },
      },
    ]);
  });
});
