import should from 'should';
import { useTimeLapse } from '../time-lapse.js';
import { batch, EventStage, event, fader, pause, reader } from './event-stage.js';
import { literal } from './stage.js';

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

  it('ends earlier by a message', async () => {
    await show.open([event(), fader], { armAfter: '60' });
    await show.send('event', 'off');
    await show.send('fader', 0.2);
    should(show.commands()).have.length(1);
  });

  it('does not end by itself if it is configured', async () => {
    await show.open([event(), fader], { armAfter: '0.2', rehearsal: 'true' });
    await pause(400);
    await show.send('fader', 0.2);
    should(show.commands()).be.empty();
  });
});
