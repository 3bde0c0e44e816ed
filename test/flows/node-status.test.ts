import should from 'should';
import { startSimulator } from '../../dist/simulator/index.js';
import { useTimeLapse } from '../time-lapse.js';
import { fader, KEY, PropertyStage } from './engine-property-stage.js';
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

  it('the operation of a success on a whole engine, and shortens long names', async () => {
    const show = await studio.open({ ...press, id: 'list', operation: 'listRundowns', params: {} });
    await show.send('list', { _msgid: '1' });
    await show.until(() => success('List rund…').test(show.status('list').text ?? ''));
    should(show.status('list').text).have.length(20);
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

  it('for 3 s that a press needs a second one, and that a release does nothing', async () => {
    const stop = { operation: 'stopLaunch', secondPress: true, params: { configID: literal(61) } };
    const show = await studio.open({ id: 'stop', type: 'hub-launcher', ...stop });
    await show.until(() => show.status('stop').text === 'connected');
    await show.send('stop', { _msgid: '1', payload: true });
    await show.until(() => show.status('stop').text === 'press again');
    should(show.status('stop')).eql({ fill: 'yellow', shape: 'ring', text: 'press again', armed: true });
    await show.until(() => show.status('stop').text === 'connected');
    await show.send('stop', { _msgid: '2', payload: false });
    await show.until(() => show.status('stop').text === 'release ignored');
    should(show.status('stop')).eql({ fill: 'yellow', shape: 'ring', text: 'release ignored' });
    await show.until(() => show.status('stop').text === 'connected');
    should(studio.commands()).be.empty();
  });

  for (const [payload, text, fill] of [
    [0.5, '✓ 0\\.5', 'green'],
    [1 / 3, '✓ 0\\.333', 'green'],
    [1763899999999, '! 1\\.76e\\+12', 'yellow'],
  ] as const)
    it(`the value of a success and its time: ${payload}`, async () => {
      const show = await studio.open(fader);
      await show.send('fader', { _msgid: '1', payload });
      await show.until(() => timed(text).test(show.status('fader').text ?? ''));
      should(show.status('fader').fill).equal(fill);
      should((show.status('fader').text ?? '').length).be.belowOrEqual(20);
    });

  it('a value that is far outside the earlier ones with a mark', async () => {
    const show = await studio.open(fader);
    for (const [payload, text] of [
      [0.5, '✓ 0\\.5'],
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

  it('a failure of one target until this target succeeds, although others do', async () => {
    const chosen = {
      ...press,
      params: { ...(press.params as object), buttonKey: fromMessage('payload') },
      actOn: 'every',
    };
    const show = await studio.open(chosen);
    studio.hub.trouble({ operation: 'pressItemButton', hangUp: 'before', times: 1 });
    await show.send('press', { _msgid: '1', payload: 'In' });
    await show.until(() => timed('disconnected').test(show.status('press').text ?? ''));
    await show.send('press', { _msgid: '2', payload: 'Out' });
    await new Promise((resolve) => setTimeout(resolve, 600));
    should(show.status('press').text).match(timed('disconnected'));
    await show.send('press', { _msgid: '3', payload: 'In' });
    await show.until(() => success('In').test(show.status('press').text ?? ''));
  });

  it('a failed read until the same target is read', async () => {
    const read = {
      ...fader,
      id: 'read',
      operation: 'getProperty',
      params: { ...property, propertyPath: fromMessage('path') },
    };
    const show = await studio.open(read);
    const { value } = property.propertyPath;
    const end = studio.hub.trouble({ operation: 'getProperty', status: 500 });
    await show.send('read', { _msgid: '1', path: value });
    end();
    await show.until(() => timed('hub fault').test(show.status('read').text ?? ''));
    await show.send('read', { _msgid: '2', path: 'Overlay//Tint/0' });
    await new Promise((resolve) => setTimeout(resolve, 600));
    should(show.completed).have.length(1);
    should(show.status('read').text).match(timed('hub fault'));
    await show.send('read', { _msgid: '3', path: value });
    await show.until(() => show.status('read').fill === 'green');
  });

  it('a wrong field until the next success, of any target', async () => {
    const params = { ...(press.params as object), itemId: fromMessage('item') };
    const show = await studio.open({ ...press, params, actOn: 'every' });
    await show.send('press', { _msgid: '1', item: 'first' });
    await show.until(() => timed('bad input').test(show.status('press').text ?? ''));
    await show.send('press', { _msgid: '2', item: 512 });
    await show.until(() => success('In').test(show.status('press').text ?? ''));
  });

  it('a failure until the hub is back', async () => {
    const show = await studio.open(press);
    studio.hub.trouble({ operation: 'pressItemButton', hangUp: 'before', times: 1 });
    await show.send('press', { _msgid: '1', payload: true });
    await show.until(() => timed('disconnected').test(show.status('press').text ?? ''));
    const { port } = new URL(studio.hub.url);
    await studio.hub.close();
    await show.until(() => show.status('press').text === 'hub offline');
    studio.hub = await startSimulator({ apiKey: KEY, port: Number(port) });
    await show.until(() => show.status('press').text === 'connected');
  });

  it('the value of a watch and its time', async () => {
    const watch = { id: 'watch', type: 'hub-watch', operation: 'getProperty', params: property, interval: '0.1' };
    const show = await studio.open(watch, fader);
    await show.until(() => timed('1').test(show.status('watch').text ?? ''));
    await show.send('fader', { _msgid: '1', payload: 0.25 });
    await show.until(() => timed('0\\.25').test(show.status('watch').text ?? ''));
    should(show.status('watch')).have.properties({ fill: 'green', shape: 'dot' });
  });

  it('no success while a fader moves', async () => {
    const show = await studio.open(fader);
    const texts = new Set<string>();
    const sampling = setInterval(() => texts.add(show.status('fader').text ?? ''), 5);
    for (let value = 0; value < 40; value += 1) {
      show.node('fader').receive({ _msgid: `${value}`, payload: value / 40 });
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await show.until(() => [...texts].some((text) => text.startsWith('✓')));
    clearInterval(sampling);
    // One when the fader stops, and another one if a busy machine paused.
    should([...texts].filter((text) => text.startsWith('✓')).length).be.belowOrEqual(2);
  });

  it('no success after a failure', async () => {
    const show = await studio.open({ ...press, params: { ...(press.params as object), buttonKey: literal('Wave') } });
    const texts = new Set<string>();
    const sampling = setInterval(() => texts.add(show.status('press').text ?? ''), 5);
    await show.send('press', { _msgid: '1', payload: true });
    await new Promise((resolve) => setTimeout(resolve, 600));
    clearInterval(sampling);
    should([...texts].join()).not.match(/✓/);
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

  it('the value of a message instead of a name from the picker', async () => {
    const params = {
      engineId: { type: 'msg', value: 'engine', label: 'Studio A' },
      nodePath: literal('Mixer_0'),
      propertyPath: literal('Nonsense'),
      Value: fromMessage('payload'),
    };
    const show = await studio.open({ ...fader, params });
    const { error } = await show.send('fader', { _msgid: '1', payload: 1, engine: 2 });
    should(error.message).containEql('Property Nonsense does not exist on Node Mixer_0, Engine 2.');
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
