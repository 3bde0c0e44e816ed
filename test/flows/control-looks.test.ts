import should from 'should';
import { get } from '../nodes/endpoints/endpoints.js';
import { control } from './control-stage.js';
import { LookStage } from './look-stage.js';
import { key } from './panel-stage.js';
import type { NodeOf } from './stage.js';

const WHITE = [255, 255, 255];
const EMPTY = [112, 88, 64];
const CHANGED = [0, 64, 96];
const UNKNOWN = [128, 128, 128];

const evening = (on: string, fields: object = {}) => ({ on, does: 'look', look: 'Evening', ...fields });
const answers = { id: 'answers', type: 'helper', wires: [] };

describe('a control of a look', () => {
  const show = LookStage.forEach();

  /** The last messages to the keys, by key. */
  const colourOf = (index: number) =>
    show.stage.out.filter(({ topic, payload }) => topic === index && payload.command).at(-1)?.payload;
  const isColoured = (wanted: readonly number[], index = 0) =>
    show.stage.until(() => JSON.stringify(colourOf(index)?.value) === JSON.stringify(wanted));
  const setOpacity = (value: number) =>
    fetch(
      `${show.hub.url}/api/rest/v1/engines/1/nodes/Mixer_0/properties/${encodeURIComponent('Overlay//Opacity/0')}`,
      {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ Value: value }),
      },
    );

  it('stores at a hold, recalls at a short press, and shows the state of the look', async () => {
    const actions = [evening('press'), evening('hold', { lookOperation: 'store' })];
    await show.open([control({ actions, holdTime: '0.3' }), show.look('looks', ['opacity']), answers]);
    await isColoured(EMPTY);
    should(colourOf(0)?.text).equal('Evening');
    await setOpacity(0.75);
    show.stage.node('control').receive(key(0, 1));
    await isColoured(WHITE);
    await show.send('control', key(0, 0));
    await setOpacity(0.25);
    await isColoured(CHANGED);

    // Both in one turn, so that it is not a hold on a busy machine.
    show.stage.node('control').receive(key(0, 1));
    await show.send('control', key(0, 0));
    await isColoured(WHITE);
    should(show.value('opacity')).equal(0.75);
    await show.stage.until(() => show.stage.status('control').text === 'look on');
    should(show.stage.caught).be.empty();
  });

  it('finds the only node of its hub, and asks for one of several', async () => {
    const second = show.look('second', ['zoom'], { file: `${show.file}.2` });
    const first = show.look('first', ['opacity'], { operation: 'store' });
    const chosen = control({ id: 'chosen', control: 'key 1', actions: [evening('press', { lookNode: 'first' })] });
    await show.open([control({ actions: [evening('press')] }), chosen, first, second, answers]);
    await show.send('first', { look: 'Evening', payload: true });
    await isColoured(WHITE, 1);
    await isColoured(UNKNOWN, 0);
    await show.send('chosen', key(1, 1));
    should(show.stage.caught).be.empty();
    await show.send('control', key(0, 1));
    should(show.stage.caught).have.length(1);
    should(show.stage.caught[0]).match({
      error: { message: /no hub look\. Choose one\./, source: { id: 'control' } },
      hub: { code: 'BAD_INPUT', outcome: 'not-sent', config: 'config' },
    });
    await show.stage.until(() => show.stage.status('control').text?.startsWith('bad input') ?? false);
    const { rows } = (await get('journal/config')).body;
    should(rows.at(-1)).match({
      ...{ node: 'control', failed: true, outcome: 'not-sent', failure: { facts: { sentence: 'noLookNode' } } },
      group: { does: 'recall', name: 'Evening', count: 0 },
    });
  });

  it('shows the look of the only node as soon as the other one has closed', async () => {
    const other = show.look('other', ['zoom'], { file: `${show.file}.2` });
    const action = { ...evening('press'), look: 'Übergabe' };
    await show.open([control({ actions: [action] }), show.look('looks', ['opacity']), other, answers]);
    await show.send('looks', { operation: 'store', look: 'Übergabe' });
    await isColoured(UNKNOWN);
    await show.stage.node('other').close();
    await isColoured(WHITE);
  });

  it('is unknown again as soon as there are two nodes, and after a deploy of one of them', async () => {
    const other = show.look('other', ['zoom'], { file: `${show.file}.2` });
    await show.open([control({ actions: [evening('press')] }), show.look('looks', ['opacity']), answers]);
    await show.send('looks', { operation: 'store', look: 'Evening' });
    await isColoured(WHITE);
    await show.stage.deploy((flow) => [...flow, { ...other, z: 'flow', hub: 'config' }], 'nodes');
    await isColoured(UNKNOWN);
    const sent = show.stage.out.length;
    const renamed = (flow: readonly NodeOf[]) =>
      flow.map((each) => (each.id === 'looks' ? { ...each, name: '夜' } : each));
    await show.stage.deploy(renamed, 'nodes');
    await show.send('looks', { operation: 'list' });
    await isColoured(UNKNOWN);
    // Between both, the other node is the only one, and has no look of this name.
    should(show.stage.out.slice(sent).map(({ payload }) => payload.value)).not.containEql(WHITE);
  });

  it('sends nothing after its close, and does not call a recall that was sent not sent', async () => {
    await show.open([control({ actions: [evening('press')] }), show.look('looks', ['opacity']), answers]);
    await show.send('looks', { operation: 'store', look: 'Evening' });
    await setOpacity(0.5);
    await isColoured(CHANGED);
    show.hub.trouble({ operation: 'setProperty', times: 1, delay: 1000 });
    show.stage.node('control').receive({ _msgid: 'last', ...key(0, 1) });
    const writes = () => show.hub.journal.filter(({ method }) => method === 'PATCH').length;
    await show.stage.until(() => writes() === 2);
    const sent = show.stage.out.length;
    await show.stage.node('control').close();
    await show.stage.until(() => show.stage.caught.length === 1);
    should(show.stage.caught).match([{ _msgid: 'last', hub: { code: 'CLOSED', outcome: 'unknown' } }]);
    should(show.stage.out.slice(sent)).be.empty();
  });

  it('is unknown while the hub or the node of the looks is lost', async () => {
    await show.open([control({ actions: [evening('press')] }), show.look('looks', ['opacity']), answers]);
    await show.send('looks', { operation: 'store', look: 'Evening' });
    await isColoured(WHITE);
    await show.stage.node('looks').close();
    await isColoured(UNKNOWN);
  });

  it('blends the look by a fader', async () => {
    const fader = control({ surface: 'osc', control: '/1/fader1', kind: 'fader', light: '-', actions: [evening('')] });
    const wide = { ...fader, id: 'wide', control: '/1/fader2', low: '-1', high: '2' };
    await show.open([fader, wide, show.look('looks', ['opacity']), answers]);
    await setOpacity(1);
    await show.send('looks', { operation: 'store', look: 'Evening' });
    await setOpacity(0);
    for (const payload of [0.25, 0.5]) await show.send('control', { topic: '/1/fader1', payload });
    should(show.received('opacity').slice(2)).match([{ Value: 0.25 }, { Value: 0.5 }]);
    should(show.stage.caught).be.empty();
    for (const payload of [0, 1]) await show.send('wide', { topic: '/1/fader2', payload });
    should(show.stage.caught.map(({ error }) => error.message)).match([/Blend .*-1/, /Blend .*2/]);
  });
});
