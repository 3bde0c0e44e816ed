import should from 'should';
import { useTimeLapse } from '../time-lapse.js';
import { fader, PropertyStage } from './engine-property-stage.js';
import { property } from './event-stage.js';
import { fromMessage, literal, type NodeOf, timed } from './stage.js';

/** The status of a success, with a name or a value of at most ten characters. */
const success = (text: string) => timed(`✓ ${text}`);

const press: NodeOf = {
  id: 'press',
  type: 'hub-playout-item',
  operation: 'pressItemButton',
  params: { rundownId: literal(51), itemId: literal(512), buttonKey: { ...literal('In'), label: 'In' } },
};

describe('a node shows', () => {
  useTimeLapse();
  const studio = PropertyStage.forSuite();

  it('a success and its time until the next message', async () => {
    const show = await studio.open(press);
    await show.send('press', { _msgid: '1', payload: true });
    await show.until(() => success('In').test(show.status('press').text ?? ''));
    should(show.status('press')).have.properties({ fill: 'green', shape: 'dot' });
    studio.hub.trouble({ operation: 'pressItemButton', delay: 1500, times: 1 });
    show.node('press').receive({ _msgid: '2', payload: true });
    await show.until(() => show.status('press').text === 'sending');
    await show.until(() => success('In').test(show.status('press').text ?? ''));
  });

  it('the item of a success, not the engine or the output', async () => {
    const params = {
      engineId: { ...literal(101), label: 'Evening' },
      itemId: { ...literal(2011), label: 'Anchor' },
      preview: literal('program'),
    };
    const show = await studio.open({ id: 'play', type: 'hub-linear-play', operation: 'playItem', params });
    await show.send('play', { _msgid: '1', payload: true });
    await show.until(() => success('Anchor').test(show.status('play').text ?? ''));
  });

  it('the value of a success and its time, and one that is far outside the earlier ones with a mark', async () => {
    const show = await studio.open(fader);
    for (const [payload, text] of [
      [1 / 3, '✓ 0\\.333'],
      [1763899999999, '! 1\\.76e\\+12'],
      [5000, '! 5000'],
      [0.7, '✓ 0\\.7'],
    ] as const) {
      await show.send('fader', { _msgid: String(payload), payload });
      await show.until(() => timed(text).test(show.status('fader').text ?? ''));
    }
  });

  it('the number of values of one movement, and starts again with the next', async () => {
    const show = await studio.open(fader);
    for (const [movement, count] of [
      ['a', 12],
      ['b', 7],
    ] as const) {
      // The status changes at most every 200 ms.
      studio.hub.trouble({ operation: 'setProperty', delay: 1500, times: 1 });
      for (let value = 1; value <= count; value += 1)
        show.node('fader').receive({ _msgid: `${movement}${value}`, payload: value / count });
      await show.until(() => show.status('fader').text === `newest of ${count}`);
      should(show.status('fader').fill).equal('blue');
      await show.until(() => success('1').test(show.status('fader').text ?? ''));
      // A movement ends after 1 s.
      await new Promise((resolve) => setTimeout(resolve, 1100));
    }
  });

  it('a failure and its time until another node succeeds at the same target', async () => {
    const out = { ...press, id: 'takeOut', params: { ...(press.params as object), buttonKey: literal('Out') } };
    const show = await studio.open(press, { ...press, id: 'same' }, out);
    studio.hub.trouble({ operation: 'pressItemButton', hangUp: 'before', times: 1 });
    await show.send('press', { _msgid: '1', payload: true });
    await show.until(() => timed('disconnected').test(show.status('press').text ?? ''));
    await show.send('takeOut', { _msgid: '2', payload: true });
    await show.until(() => success('Out').test(show.status('takeOut').text ?? ''));
    should(show.status('press').text).match(timed('disconnected'));
    await show.send('same', { _msgid: '3', payload: true });
    await show.until(() => show.status('press').text === 'connected');
  });

  it('a wrong field until the next success, of any target', async () => {
    const params = { ...(press.params as object), itemId: fromMessage('item') };
    const show = await studio.open({ ...press, params, actOn: 'every' });
    await show.send('press', { _msgid: '1', item: 'first' });
    await show.until(() => timed('bad input').test(show.status('press').text ?? ''));
    await show.send('press', { _msgid: '2', item: 512 });
    await show.until(() => success('In').test(show.status('press').text ?? ''));
  });

  it('the value of a watch and its time', async () => {
    const watch = { id: 'watch', type: 'hub-watch', operation: 'getProperty', params: property, interval: '0.1' };
    const show = await studio.open(watch, fader);
    await show.until(() => timed('1').test(show.status('watch').text ?? ''));
    await show.send('fader', { _msgid: '1', payload: 0.25 });
    await show.until(() => timed('0\\.25').test(show.status('watch').text ?? ''));
    should(show.status('watch')).have.properties({ fill: 'green', shape: 'dot' });
  });

  it('the missing thing and its place by the names from the picker', async () => {
    const params = {
      engineId: { ...literal(1), label: 'Studio A' },
      nodePath: { ...literal('Mixer_0'), label: 'Mixer' },
      propertyPath: literal('Nonsense'),
      Value: fromMessage('payload'),
    };
    const show = await studio.open({ ...fader, params });
    const { error } = await show.send('fader', { _msgid: '1', payload: 1 });
    should(error.message).containEql('Property Nonsense does not exist on Node Mixer, Engine Studio A.');
    should(error.message).not.match(/[{}]|engineId|\/engines/);
    await show.until(() => show.status('fader').text === 'no property Nonsense');
    should(show.status('fader')).match({ fill: 'red', shape: 'dot' });
  });

  it('different texts for a wrong value, a missing permission and a refusal', async () => {
    const show = await studio.open(fader);
    for (const [status, text] of [
      [422, 'wrong value'],
      [403, 'forbidden'],
      [400, 'wrong value'],
      [409, 'not accepted'],
      [401, 'wrong key'],
    ] as const) {
      studio.hub.trouble({ operation: 'setProperty', status, times: 1 });
      await show.send('fader', { _msgid: `${status}`, payload: 1 });
      await show.until(() => timed(text).test(show.status('fader').text ?? ''));
    }
  });
});
