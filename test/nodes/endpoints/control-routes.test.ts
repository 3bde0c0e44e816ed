import should from 'should';
import { STATES } from '../../../dist/panels/lamp/state.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { type NodeOf, perform, type Stage } from '../../flows/stage.js';
import { get, post } from './endpoints.js';

const num = (value: number) => ({ type: 'num', value: String(value) });

const playReporter = {
  ...{ on: 'press', does: 'command', operation: 'playItem' },
  params: { engineId: num(101), rundownId: num(201), itemId: num(2013), preview: num(0) },
};

const control = (id: string, fields: object): NodeOf => ({
  ...{ id, type: 'hub-control', surface: 'streamdeck', kind: 'button', actions: [playReporter] },
  ...fields,
});

describe('the endpoints of controls', function () {
  this.timeout(60_000);
  let hub: Simulator;
  let stage: Stage;

  beforeEach(async () => {
    hub = await startSimulator();
    stage = await perform({ baseUrl: hub.url, auth: 'none' }, [
      control('key', { control: 'key 3', text: 'Reporter' }),
      control('dial', { control: 'dial 0', kind: 'encoder', text: '<b>Speed</b>' }),
    ]);
  });
  afterEach(async () => {
    await stage.close();
    await hub.close();
  });

  const played = () => hub.journal.filter(({ operation }) => operation === 'playItem').map(({ path }) => path);

  it('list each deployed control with its present light', async () => {
    const { status, body } = await get('controls');
    should(status).equal(200);
    const { surfaces, controls } = body;
    should(surfaces).match([{ id: 'surface-streamdeck', name: '', device: 'streamdeck', size: '15', pages: [] }]);
    should(controls).have.length(2);
    should(controls[0]).match({
      id: 'key',
      hub: 'config',
      surface: 'surface-streamdeck',
      control: 'key 3',
      kind: 'button',
    });
    should(controls[0].text).equal('Reporter');
    should(controls[1]).match({ id: 'dial', control: 'dial 0', kind: 'encoder', text: '<b>Speed</b>' });
    for (const { state, colour, blink } of controls) {
      should(STATES).containEql(state);
      should(colour).have.length(3);
      should(blink).be.a.Boolean();
    }
    await stage.node('key').close();
    should((await get('controls')).body.controls.map(({ id }: { readonly id: string }) => id)).eql(['dial']);
  });

  const act = (id: string, does: string, hand = 'a') => post(`controls/${id}/press`, { hand, act: does });

  it('press a key once, and return its light: a slow hub does not hold the answer back', async () => {
    hub.trouble({ operation: 'playItem', delay: 3000 });
    let listed = await get('controls');
    while (listed.body.controls[0].state !== 'available') listed = await get('controls');
    const pressed = await act('key', 'press');
    should(pressed.status).equal(200);
    // The fields of the list, as they are after the press.
    const { at, ...before } = listed.body.controls[0];
    should(pressed.body).match({ ...before, note: 'waiting' });
    should(Object.keys(pressed.body).sort()).eql([...Object.keys(listed.body.controls[0]), 'note'].sort());
    should((await act('key', 'release')).body).match({ id: 'key', note: 'waiting' });
    while ((await get('controls')).body.controls[0].note) await new Promise(setImmediate);
    should(played()).match([/\/linear\/rundown\/101\/play\/2013\/0$/]);
  });

  it('have their order in each answer, however late it arrives', async () => {
    const answers = [
      await get('controls'),
      await act('key', 'press'),
      await act('key', 'release'),
      await get('controls'),
    ];
    const orders: number[] = answers.map(({ body }) => (body.controls?.[0] ?? body).at);
    for (const [index, order] of orders.entries()) should(order).be.above(orders[index - 1] ?? 0);
    // After a new start of Node-RED, the times are larger than before.
    should(Math.abs(orders[0]! - Date.now())).be.below(3_600_000);
  });

  it('send nothing in rehearsal', async () => {
    await post('rehearsal/config', { on: true });
    should((await act('key', 'press')).status).equal(200);
    const rows = async () => (await get('journal/config')).body.rows;
    while ((await rows()).length === 0) await new Promise(setImmediate);
    should(await rows()).match([{ node: 'key', outcome: 'rehearsal' }]);
    should((await get('controls')).body.controls[0]).match({ note: 'rehearsal' });
    should(played()).eql([]);
  });

  it('take nothing but the node, the act and the hand from a request', async () => {
    const statusOf = async (id: string, type?: string) =>
      (await post(`controls/${id}/press`, type ? 'hand=a&act=press' : { hand: 'a', act: 'press' }, type)).status;
    const wrong = [{}, { hand: 'a' }, { hand: 'a', act: 'gone' }, { act: 'press' }, { hand: 'a b', act: 'press' }];
    for (const body of [...wrong, { hand: 'a'.repeat(65), act: 'press' }, { hand: ['a'], act: 'press' }])
      should((await post('controls/key/press', body)).status).equal(400);
    should(await statusOf('dial')).equal(400);
    should(await statusOf('key', 'application/x-www-form-urlencoded')).equal(400);
    for (const id of ['gone', 'config', '__proto__', 'constructor']) should(await statusOf(id)).equal(404);
    await stage.node('key').close();
    should(await statusOf('key')).equal(404);
    should(played()).eql([]);
  });
});
