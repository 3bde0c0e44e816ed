import should from 'should';
import { eventually } from './page.js';
import * as picking from './picking.js';
import { page, TAB, useStage } from './stage.js';

const params = {
  engineId: { type: 'num', value: '1', label: 'Studio A', alone: true },
  nodePath: { type: 'str', value: 'Mixer_0', label: 'Mixer' },
  propertyPath: { type: 'str', value: 'Overlay//Opacity/0', label: 'Overlay Opacity' },
};

const place = { z: TAB, x: 300, wires: [[]] };

/** A command, a watch and a hub event of the hub. */
const nodesOf = (hub: string, y: number) => [
  picking.setter(`${hub} set`, { hub, params: { ...params, Value: { type: 'num', value: '1' } }, y }),
  { id: `${hub} watch`, type: 'hub-watch', hub, version: 1, operation: 'getProperty', params, ...place, y: y + 40 },
  { id: `${hub} event`, type: 'hub-event', hub, version: 1, ...place, y: y + 80 },
];

describe('the labels on the canvas', () => {
  const stage = useStage();

  const labels = (...ids: readonly string[]) =>
    page().evaluate((all) => all.map((id) => window.RED.utils.getNodeLabel(window.RED.nodes.node(id))), ids);

  it('name the target and the watch, but not the only hub', async () => {
    await stage.deploy(picking.hubAt('http://127.0.0.1:9'), ...nodesOf('hub', 100));
    await eventually(async () =>
      should(await labels('hub set', 'hub watch', 'hub event')).eql([
        'Mixer › Overlay Opacity = 1',
        'Watch · Mixer › Overlay Opacity',
        'hub event',
      ]),
    );
  });

  it('name a button or a function with its parent, without a verb', async () => {
    const item = { rundownId: { type: 'num', value: '51' }, itemId: { type: 'num', value: '512', label: 'Übergabe' } };
    const button = { ...item, buttonKey: { type: 'str', value: 'in', label: 'In' } };
    const cut = { ...params, functionPath: { type: 'str', value: 'Cut' } };
    const node = (id: string, type: string, operation: string, own: object, y: number) => {
      return { id, type, hub: 'hub', version: 1, operation, params: own, ...place, y };
    };
    await stage.deploy(
      picking.hubAt('http://127.0.0.1:9'),
      node('press', 'hub-playout-item', 'pressItemButton', button, 100),
      node('read', 'hub-playout-item', 'getItem', item, 150),
      node('call', 'hub-engine-function', 'callFunction', cut, 200),
      node('describe', 'hub-engine-function', 'getFunction', cut, 250),
    );
    await eventually(async () =>
      should(await labels('press', 'read', 'call', 'describe')).eql([
        'Übergabe › In',
        'Get item · 51 › Übergabe',
        'Mixer › Cut',
        'Get function · Mixer › Cut',
      ]),
    );
  });

  it('name the thing of the first action of a control, and its key', async () => {
    const num = (value: string, label: string) => ({ type: 'num', value, label });
    const str = (value: string, label: string) => ({ type: 'str', value, label });
    const command = (operation: string, own: object) => [{ on: 'press', does: 'command', operation, params: own }];
    const item = { rundownId: num('51', 'Evening News'), itemId: num('512', 'Übergabe') };
    const linear = { engineId: num('101', 'News Show'), rundownId: num('201', 'News'), itemId: num('2011', '日本語') };
    const story = {
      ncsID: str('E', 'E'),
      roID: str('1', 'News'),
      storyID: str('2', 'Strike'),
      itemID: str('3', 'Übergabe'),
    };
    const texts: readonly (readonly [label: string, actions: readonly object[], fields?: object])[] = [
      ['In', command('playItem', linear), { text: 'In' }],
      ['Play item · 日本語', command('playItem', linear)],
      ['Mixer › Overlay Opacity', command('setProperty', { ...params, Value: { type: 'msg', value: 'payload' } })],
      ['Mixer › Overlay Opacity = 0', command('setProperty', { ...params, Value: num('0', '') })],
      ['Übergabe › In', command('pressItemButton', { ...item, buttonKey: str('in', 'In') })],
      ['日本語 › Goal', command('pressLinearButton', { ...linear, buttonKey: str('goal', 'Goal') })],
      ['Übergabe › Out', command('pressNewsroomButton', { ...story, buttonKey: str('out', 'Out') })],
      ['Mixer › Cut', command('callFunction', { ...params, functionPath: str('Cut', 'Cut') })],
      ['Press item button', command('pressItemButton', {})],
      ['Launch · Übergabe', command('launch', { configID: num('61', 'Übergabe') })],
      ['Update MOS object · Übergabe', command('updateMosObject', { objID: str('4', 'Übergabe') })],
      ['Recall · Übergabe', [{ on: 'press', does: 'look', look: 'Übergabe' }]],
      ['Go', [{ on: 'press', does: 'cue' }]],
      ['Go to 30 · cues 日本語', [{ on: 'press', does: 'cue', cuesNode: 'list', cueOperation: 'goto', cue: '30' }]],
    ];
    const control = { type: 'hub-control', hub: 'hub', version: 1, surface: 'streamdeck', kind: 'button', ...place };
    const controls = texts.map(([, actions, fields], index) => {
      return { ...control, id: `key ${index}`, control: `key ${index}`, actions, y: 100 + 40 * index, ...fields };
    });
    const list = { id: 'list', type: 'hub-cues', hub: 'hub', version: 1, name: '', list: '日本語', ...place, y: 900 };
    await stage.deploy(
      picking.hubAt('http://127.0.0.1:9'),
      list,
      ...controls.map((each) => ({ ...each, wires: [[], []] })),
    );
    await eventually(async () =>
      should(await labels(...controls.map(({ id }) => id))).eql(texts.map(([text], index) => `${text} · key ${index}`)),
    );
  });

  it('have a hub from the start if only one is possible on their flow, and is not disabled', async () => {
    await stage.deploy(
      picking.hubAt('http://127.0.0.1:9'),
      { id: 'tab2', type: 'tab', label: 'Second' },
      picking.hubAt('http://127.0.0.1:19', { id: 'inner', z: 'tab2' }),
      picking.hubAt('http://127.0.0.1:29', { id: 'off', d: true }),
    );
    const hubOf = (z: string, hub = '') =>
      page().evaluate(
        (node) => {
          const { onadd } = window.RED.nodes.getType('hub-look') as unknown as { onadd(): void };
          onadd.call(node);
          return node.hub;
        },
        { id: 'new', type: 'hub-look', z, hub },
      );
    should(await hubOf(TAB)).equal('hub');
    should(await hubOf('tab2')).equal('');
    should(await hubOf(TAB, 'off')).equal('off');
  });

  it('name the hub if the flows have several', async () => {
    const studio = picking.hubAt('http://127.0.0.1:9', { name: 'Studio hub' });
    const nameless = picking.hubAt('http://127.0.0.1:19/api', { id: 'other', name: '' });
    const named = { ...picking.setter('named', { hub: 'other', params, y: 400 }), name: 'Fader 1' };
    await stage.deploy(studio, nameless, ...nodesOf('hub', 100), ...nodesOf('other', 250), named);
    await eventually(async () =>
      should(await labels('hub set', 'hub watch', 'hub event', 'other set', 'other event', 'named')).eql([
        'Mixer › Overlay Opacity = 1 (Studio hub)',
        'Watch · Mixer › Overlay Opacity (Studio hub)',
        'hub event (Studio hub)',
        'Mixer › Overlay Opacity = 1 (127.0.0.1:19)',
        'hub event (127.0.0.1:19)',
        'Fader 1',
      ]),
    );
  });
});
