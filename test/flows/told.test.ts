import should from 'should';
import { fader, PropertyStage } from './engine-property-stage.js';
import { property } from './event-stage.js';
import { fromMessage, literal, type NodeOf } from './stage.js';

/** A tick, at most nine characters of what went well, and the time. */
const tick = (what: string) => new RegExp(`^✓ ${what} \\d\\d:\\d\\d:\\d\\d$`);

const press: NodeOf = {
  id: 'press',
  type: 'hub-playout-item',
  operation: 'pressItemButton',
  params: { rundownId: literal(51), itemId: literal(512), buttonKey: { ...literal('In'), label: 'In' } },
};

describe('a node tells', () => {
  const studio = PropertyStage.forSuite();

  it('what went well and when, for a while', async () => {
    const show = await studio.open(press);
    await show.send('press', { _msgid: '1', payload: true });
    await show.until(() => tick('In').test(show.status('press').text ?? ''));
    should(show.status('press')).have.properties({ fill: 'green', shape: 'dot' });
    await show.until(() => show.status('press').text === 'connected');
  });

  it('by the name of the operation where that acts on a whole engine, and cuts what is long', async () => {
    const list: NodeOf = { ...press, id: 'list', operation: 'listRundowns', params: {} };
    const long = { ...property.propertyPath, label: 'Overlay Opacity' };
    const show = await studio.open(list, { ...fader, params: { ...(fader.params as object), propertyPath: long } });
    await show.send('list', { _msgid: '1' });
    await show.until(() => tick('List run…').test(show.status('list').text ?? ''));
    await show.send('fader', { _msgid: '2', payload: 0.5 });
    await show.until(() => tick('Overlay …').test(show.status('fader').text ?? ''));
    should(show.status('fader').text).have.length(20);
  });

  it('nothing of that under a fader that moves', async () => {
    const show = await studio.open(fader);
    const seen = new Set<string>();
    const sampling = setInterval(() => seen.add(show.status('fader').text ?? ''), 5);
    for (let value = 0; value < 40; value += 1) {
      show.node('fader').receive({ _msgid: `${value}`, payload: value / 40 });
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await show.until(() => [...seen].some((text) => text.startsWith('✓')));
    clearInterval(sampling);
    // One where it came to rest; another is due to a machine that rested meanwhile.
    should([...seen].filter((text) => text.startsWith('✓')).length).be.belowOrEqual(2);
  });

  it('no tick where nothing went well', async () => {
    const show = await studio.open({ ...press, params: { ...(press.params as object), buttonKey: literal('Wave') } });
    const seen = new Set<string>();
    const sampling = setInterval(() => seen.add(show.status('press').text ?? ''), 5);
    await show.send('press', { _msgid: '1', payload: true });
    await new Promise((resolve) => setTimeout(resolve, 600));
    clearInterval(sampling);
    should([...seen].join()).not.match(/✓/);
  });

  it('what is not there, and where, by the names that the picker showed', async () => {
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

  it('the value itself where a message brings another than the picker showed', async () => {
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

  it('a wrong value, a lacking right and a refusal apart', async () => {
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
