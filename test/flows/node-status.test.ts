import should from 'should';
import { fader, PropertyStage } from './engine-property-stage.js';
import { property } from './event-stage.js';
import { fromMessage, literal, type NodeOf } from './stage.js';

/** A check mark, a name of at most nine characters, and the time. */
const success = (name: string) => new RegExp(`^✓ ${name} \\d\\d:\\d\\d:\\d\\d$`);

const press: NodeOf = {
  id: 'press',
  type: 'hub-playout-item',
  operation: 'pressItemButton',
  params: { rundownId: literal(51), itemId: literal(512), buttonKey: { ...literal('In'), label: 'In' } },
};

describe('a node shows', () => {
  const studio = PropertyStage.forSuite();

  it('a success and its time for a short time', async () => {
    const show = await studio.open(press);
    await show.send('press', { _msgid: '1', payload: true });
    await show.until(() => success('In').test(show.status('press').text ?? ''));
    should(show.status('press')).have.properties({ fill: 'green', shape: 'dot' });
    await show.until(() => show.status('press').text === 'connected');
  });

  it('the operation of a success on a whole engine, and shortens long names', async () => {
    const list: NodeOf = { ...press, id: 'list', operation: 'listRundowns', params: {} };
    const long = { ...property.propertyPath, label: 'Overlay Opacity' };
    const show = await studio.open(list, { ...fader, params: { ...(fader.params as object), propertyPath: long } });
    await show.send('list', { _msgid: '1' });
    await show.until(() => success('List run…').test(show.status('list').text ?? ''));
    await show.send('fader', { _msgid: '2', payload: 0.5 });
    await show.until(() => success('Overlay …').test(show.status('fader').text ?? ''));
    should(show.status('fader').text).have.length(20);
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
    should(error.message).startWith('Property Nonsense does not exist on Mixer, Studio A (404).');
    should(error.message).not.match(/[{}]|engineId|\/engines/);
    await show.until(() => show.status('fader').text === 'not found');
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
    should(error.message).startWith('Property Nonsense does not exist on Mixer_0, 2 (404).');
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
      await show.until(() => show.status('fader').text === text);
    }
  });
});
