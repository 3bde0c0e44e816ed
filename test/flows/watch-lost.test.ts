import should from 'should';
import { startSimulator } from '../../dist/simulator/index.js';
import { useTimeLapse } from '../time-lapse.js';
import { pause } from './event-stage.js';
import { literal, type Message, timed } from './stage.js';
import { WatchStage, watch } from './watch-stage.js';

describe('watch that has lost the hub', () => {
  useTimeLapse();
  const show = WatchStage.forEach();

  it('reports it once, and once its return with the unchanged value', async () => {
    const { port } = new URL(show.hub.url);
    await show.open([watch('same'), watch('whole', { path: '' })]);
    await show.arrived(2);
    await show.hub.close();
    await show.stage.until(
      () => show.stage.caught.length === 2 && /^hub offline/.test(show.stage.status('same').text ?? ''),
    );
    await pause(2500);
    should(show.stage.caught).have.length(2);
    should(show.stage.caught[0]).match({
      topic: 'getProperty',
      hub: { operation: 'getProperty', area: 'engine-property' },
    });
    should(show.stage.caught[0]?.error.message).match(/repeats the read/);
    show.hub = await startSimulator({ port: Number(port) });
    await show.stage.until(() => show.logOf('same').length > 0 && show.logOf('whole').length > 0);
    await show.stage.until(() => show.stage.status('same').fill === 'green');
    await show.arrived(4);
    await pause(400);
    // Errors for a Catch node are not logged.
    for (const id of ['same', 'whole']) should(show.logOf(id)).eql(['The hub answers again.']);
    should(show.stage.out).have.length(4);
    for (const [before, after] of [
      [0, 2],
      [1, 3],
    ] as const) {
      const { payload } = show.stage.out[before] as Message;
      should(show.stage.out[after]).match({ payload, previous: payload, changed: [] });
    }
  });

  it('sends “unknown” once, and after it the value as a change', async () => {
    await show.open([watch('w', { onLoss: 'unknown' })]);
    await show.arrived(2);
    show.hub.trouble({ operation: 'getProperty', status: 500, times: 2 });
    await show.arrived(4);
    const value = show.stage.out[1]?.payload;
    should(show.stage.out.map(({ payload, previous, changed }) => ({ payload, previous, changed }))).eql([
      { payload: 'unknown', previous: undefined, changed: [''] },
      { payload: value, previous: 'unknown', changed: [''] },
      { payload: 'unknown', previous: value, changed: [''] },
      { payload: value, previous: 'unknown', changed: [''] },
    ]);
    // A lamp takes the message of its watch alone, and shows its time.
    for (const { hub } of show.stage.out) should(hub).match({ config: 'config', watch: 'w', at: Number.isFinite });
  });

  it('answers a request with the failure, although it has a value', async () => {
    await show.open([watch('w')]);
    await show.arrived(1);
    show.hub.trouble({ operation: 'getProperty', status: 500 });
    await show.stage.until(() => show.stage.caught.length > 0);
    const { error, hub } = await show.send('w', {});
    should(error.message).match(/500/);
    should(hub).match({ code: 'HUB_FAULT', operation: 'getProperty' });
    should(show.stage.out).have.length(1);
  });

  it('names its target in its error, and the missing one in its status', async () => {
    const named = (value: string | number, label: string) => ({ ...literal(value), label });
    const params = {
      engineId: named(1, 'Studio A'),
      nodePath: named('Nowhere', 'Overlay of the news'),
      propertyPath: named('Transform', 'Place'),
    };
    await show.open([watch('w', { params })]);
    await show.stage.until(() => show.stage.caught.length > 0);
    should(show.stage.caught[0]?.error.message).match(/› Place .*Overlay of the news.*Studio A/);
    await show.stage.until(() => /Overlay/.test(show.stage.status('w').text ?? ''));
  });

  it('sends its value again, although the flow has changed the one before “unknown”', async () => {
    await show.open([watch('w', { onLoss: 'unknown', path: '' })]);
    await show.arrived(2);
    const end = show.hub.trouble({ operation: 'getProperty', status: 500 });
    await show.arrived(3);
    show.stage.out[2]!.previous.Value = 'changed by the flow';
    end();
    await show.arrived(4);
    should(show.stage.out[3]?.payload).eql(show.stage.out[1]?.payload);
  });

  it('reports a later refusal separately', async () => {
    await show.open([watch('w')]);
    await show.arrived(1);
    show.hub.trouble({ operation: 'getProperty', hangUp: 'before', times: 2 });
    show.hub.trouble({ operation: 'getProperty', status: 404, body: 'no such node' });
    await show.stage.until(() => show.stage.caught.length === 2);
    should(show.stage.caught[1]).match({ hub: { code: 'HUB_NOT_FOUND', outcome: 'refused' }, payload: 'no such node' });
    await pause(2500);
    should(show.stage.caught).have.length(2);
    should(show.stage.status('w')).have.properties({ fill: 'red', shape: 'dot' });
    should(show.stage.status('w').text).match(timed('not found'));
  });

  it('reports only the first of several refusals, and a loss after them', async () => {
    await show.open([watch('w')]);
    await show.arrived(1);
    const end = show.hub.trouble({ operation: 'getProperty', status: 403 });
    const before = show.polls().length;
    await show.stage.until(() => show.polls().length > before + 4);
    should(show.stage.caught.map(({ hub }) => hub.outcome)).eql(['refused']);
    show.hub.trouble({ operation: 'getProperty', hangUp: 'before' });
    end();
    await show.stage.until(() => show.stage.caught.length > 1);
    should(show.stage.caught.map(({ hub }) => hub.outcome)).eql(['refused', 'unknown']);
  });

  it('sends the value at the first answer of the hub', async () => {
    show.hub.trouble({ operation: 'getProperty', status: 500, times: 2 });
    await show.open([watch('w')]);
    await show.arrived(1);
    should(show.stage.caught).have.length(1);
    should(show.polls().length).be.aboveOrEqual(3);
  });

  it('sends “unknown” once before the first answer of the hub', async () => {
    show.hub.trouble({ operation: 'getProperty', status: 500, times: 2 });
    await show.open([watch('w', { onLoss: 'unknown' })]);
    await show.arrived(2);
    should(show.stage.out.map(({ payload }) => payload)).eql(['unknown', 1]);
  });
});
