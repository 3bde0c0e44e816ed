import should from 'should';
import { surface } from '../surfaces.js';
import { useTimeLapse } from '../time-lapse.js';
import { sets } from './control-stage.js';
import { pause, setOpacity as setByOthers } from './event-stage.js';
import { PAGES, PagesStage } from './pages-stage.js';
import { controller } from './panel-stage.js';

const OPACITY = 'Overlay//Opacity/0';

/** The touch sensor and the position of the first fader of a Mackie Control. */
const touch = (velocity: number) => ({
  payload: [104, velocity],
  midi: { channel: 1, type: 'noteon', data: [104, velocity], raw: [0x90, 104, velocity] },
});
const bend = (value: number) => ({
  payload: [value & 127, value >> 7],
  midi: { channel: 1, type: 'pitchbend', data: [value & 127, value >> 7], raw: [0xe0, value & 127, value >> 7] },
});

describe('faders and encoders on the pages of a surface', () => {
  useTimeLapse();
  const show = PagesStage.forEach();
  const { on, openDesk: open, fromDesk: send } = show;

  it('move a motor to the value of the new page, and not under a hand', async () => {
    await setByOthers(show.hub, 0.25);
    const fader = { control: 'fader 1', kind: 'fader', interval: '0.5' };
    await open(
      surface('mcu', { id: show.deskId, pages: PAGES }),
      on('one', 'opacity', { ...fader, actions: [sets(OPACITY, undefined)] }),
      on('two', 'blank', { ...fader, actions: [sets(OPACITY, undefined)], low: '0', high: '0.5' }),
    );
    const motor = () => show.stage.out.map(({ payload }) => payload as number[]).filter(([first]) => first === 0xe0);
    const position = () => {
      const [, low = 0, high = 0] = motor().at(-1) ?? [];
      return ((high << 7) + low) / 16383;
    };
    await show.stage.until(() => Math.abs(position() - 0.25) < 0.01);
    await send({ page: 2 });
    await show.stage.until(() => Math.abs(position() - 0.5) < 0.01);
    // The hand is on the fader while the page changes. Its movement is for the page of its touch.
    await send(touch(127));
    const before = motor().length;
    await send({ page: 1 }, bend(16383));
    await pause(1000);
    should(motor().length).equal(before);
    should(show.commands().length).equal(2);
    const set = () => show.hub.journal.filter(({ method }) => method === 'PATCH').at(-1)?.body;
    should(set()).eql({ Value: 0.5 });
    await send(touch(0));
    await show.stage.until(() => Math.abs(position() - 0.5) < 0.01 && motor().length > before);
  });

  it('let a fader without a motor take over again', async () => {
    await setByOthers(show.hub, 0.5);
    const fader = {
      control: 'cc 1/7',
      kind: 'fader',
      light: '-',
      interval: '0.5',
      actions: [sets(OPACITY, undefined)],
    };
    await open(
      surface('midi', { id: show.deskId, pages: PAGES }),
      on('one', 'opacity', fader),
      on('two', 'other', { ...fader, high: '2' }),
    );
    await pause(1500);
    const values = () => show.hub.journal.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : [])).slice(1);
    await send(controller(7, 60), controller(7, 64), controller(7, 66));
    should(values().length).be.above(0);
    const before = values().length;
    await send({ page: 2 });
    await pause(1500);
    // Its value is at a quarter of its way there, and the fader at a half.
    await send(controller(7, 70), controller(7, 80));
    should(values().length).equal(before);
    for (let at = 80; at >= 30; at -= 2) await send(controller(7, at));
    should(values().length).be.above(before);
  });

  it('do not let a motor fader jump that a hand moves without a touch sensor', async () => {
    await setByOthers(show.hub, 0.5);
    const fader = { control: '/1/fader1', kind: 'fader', interval: '0.5', actions: [sets(OPACITY, undefined)] };
    await open(
      surface('osc', { id: show.deskId, pages: PAGES }),
      on('one', 'opacity', fader),
      on('two', 'other', { ...fader, high: '2' }),
    );
    await pause(1500);
    const values = () => show.hub.journal.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : [])).slice(1);
    const move = (payload: number) => send({ topic: '/1/fader1', payload });
    for (const payload of [0.49, 0.5, 0.52, 0.55]) await move(payload);
    should(values().at(-1)).eql({ Value: 0.55 });
    const before = values().length;
    await send({ page: 2 });
    await pause(100);
    for (const payload of [0.58, 0.6]) await move(payload);
    should(values().length).equal(before);
    // After the hand has rested, the motor has moved to the value, and the hand begins there.
    await pause(2000);
    should(show.stage.out.findLast(({ topic }) => topic === '/1/fader1')?.payload).be.approximately(0.275, 0.01);
    for (const payload of [0.275, 0.3]) await move(payload);
    should(values().at(-1)).eql({ Value: 0.6 });
  });

  it('keep a fader on the page of its touch, also if the sensor is a controller', async () => {
    await setByOthers(show.hub, 0.25);
    const fader = { control: 'cc 1/7', kind: 'fader', touch: 'cc 1/110', actions: [sets(OPACITY, undefined)] };
    await open(
      surface('midi', { id: show.deskId, pages: PAGES }),
      on('one', 'opacity', fader),
      on('two', 'half', { ...fader, high: '0.5' }),
    );
    await pause(1500);
    await send(controller(110, 127), { page: 2 }, controller(7, 127));
    await show.commanded(2);
    should(show.hub.journal.findLast(({ method }) => method === 'PATCH')?.body).eql({ Value: 1 });
  });

  it('never turn an encoder from the value that it had before its page went', async () => {
    await setByOthers(show.hub, 0.2);
    const encoder = {
      control: 'cc 1/7',
      kind: 'encoder',
      light: '-',
      step: '0.01',
      actions: [sets(OPACITY, undefined)],
    };
    await open(surface('midi', { id: show.deskId, pages: PAGES }), on('one', 'opacity', encoder));
    const values = () => show.hub.journal.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []));
    await pause(1500);
    await send(controller(7, 1));
    await pause(1500);
    should(values().at(-1)).eql({ Value: 0.21 });
    await send({ page: 2 });
    await pause(2000);
    await setByOthers(show.hub, 0.9);
    show.hub.trouble({ operation: 'getProperty', delay: 1000 });
    show.hub.trouble({ operation: 'batch', delay: 1000 });
    await send({ page: 1 }, controller(7, 1));
    should(values().at(-1)).eql({ Value: 0.9 });
    await pause(3000);
    await send(controller(7, 1));
    await pause(500);
    should(values().at(-1)).eql({ Value: 0.91 });
  });

  it('let a fader whose value cannot be read take over its own last value', async () => {
    const { params, ...command } = sets(OPACITY, undefined);
    const action = { ...command, params: { ...params, nodePath: { type: 'msg', value: 'path' } } };
    const fader = { control: 'cc 1/7', kind: 'fader', light: '-', actions: [action] };
    await open(surface('midi', { id: show.deskId, pages: PAGES }), on('one', 'opacity', fader));
    const move = async (...positions: number[]) => {
      for (const at of positions) await send({ ...controller(7, at), path: 'Mixer_0' });
      return show.hub.journal.filter(({ method }) => method === 'PATCH').length;
    };
    const moved = await move(20, 30, 40);
    should(moved).equal(3);
    await send({ page: 2 });
    should(await move(50, 60, 80)).equal(moved);
    await send({ page: 1 });
    should(await move(81, 70, 60, 50)).equal(moved);
    should(await move(38, 36)).equal(moved + 2);
  });
});
