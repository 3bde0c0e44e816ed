import should from 'should';
import { controller, note, PanelStage, watched } from './panel-stage.js';
import type { Message } from './stage.js';

const osc = (payload: unknown): Message => ({ topic: '/1/encoder1', payload });

/** As dcdp-server publishes it. P.I. Engineering, "X-keys Jog & Shuttle Pro Data Report": a shuttle is -7 … 7, at rest 0. */
const xkeys = (control: string, value: number): Message => ({
  topic: `dcdp/server/${control}_event/1062/3/0`,
  payload: { device: 'XK12JS', vendor_id: 1523, product_id: 1062, unit_id: 3, control_id: 0, value },
});

const nrpn = (value: number) => [controller(99, 2), controller(98, 44), controller(6, value), controller(38, 1)];

describe('a panel node of a MIDI controller', function () {
  this.timeout(120_000);
  const show = PanelStage.forSuite();
  const has = (count: number) => show.stage.until(() => show.stage.out.length >= count);
  const controls = () => show.stage.out.map(({ gesture }) => gesture.control);

  it('reads NRPN as one control, and its number as 14 bits', async () => {
    await show.open({ from: '0', to: '16383', low: '0', high: '16383' });
    await show.send(controller(99, 2), controller(98, 44), controller(6, 64), controller(38, 1));
    await has(1);
    should(show.values()).eql([8193]);
    should(controls()).eql(['nrpn 1/300']);
    should(show.stage.out[0]).match({ topic: 'Fader bank', gesture: { kind: 'fader', raw: 8193 } });
  });

  it('moves one NRPN, and no other', async () => {
    await show.open({ control: 'nrpn 1/300' });
    await show.send(controller(99, 2), controller(98, 45), controller(6, 64), controller(38, 1));
    await show.send(controller(98, 44), controller(6, 127), controller(38, 127));
    await has(1);
    should(show.values()).eql([1]);
  });

  it('keeps two NRPN on one channel apart if their selectors are slow', async () => {
    await show.open({});
    for (const lower of [44, 45, 44])
      for (const [number, value] of [
        [99, 2],
        [98, lower],
        [6, lower],
      ] as const) {
        await show.send(controller(number, value));
        // Selectors that arrive within 40 ms are one burst.
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
    const faders = () => controls().filter((control) => !/^cc 1\/9[89]$/.test(control));
    await show.stage.until(() => faders().length >= 3);
    should(faders()).eql(['nrpn 1/300', 'nrpn 1/301', 'nrpn 1/300']);
  });

  it('turns by the increments of an NRPN', async () => {
    await show.open({ kind: 'encoder', low: '0', high: '10', step: '1' });
    const select = [controller(99, 80), controller(98, 0)];
    await show.send(...select, controller(96, 0), controller(96, 0), ...select, controller(97, 0));
    await has(3);
    should(show.values()).eql([1, 2, 1]);
  });

  for (const number of [98, 99])
    it(`is the fader of CC ${number} if its settings name this selector`, async () => {
      await show.open({ control: `cc 1/${number}`, from: '0', to: '127', low: '0', high: '127' });
      await show.send(controller(99, 2), controller(98, 44), controller(6, 64), controller(38, 1));
      const wanted = { 99: 2, 98: 44 }[number];
      should(show.values()).eql([wanted]);
      await show.send(controller(number, 5));
      should(show.values()).eql([wanted, 5]);
    });

  for (const number of [6, 38])
    it(`is the fader of CC ${number} if its settings name it, and no parameter is selected`, async () => {
      await show.open({ control: `cc 1/${number}`, from: '0', to: '127', low: '0', high: '127' });
      await show.send(controller(number, 5));
      for (const value of [64, 65]) await show.send(...nrpn(value));
      await show.send(controller(number, 7));
      should(show.values()).eql([5]);
      // 127 and 127 end the selection.
      await show.send(controller(101, 127), controller(100, 127), controller(number, 8));
      should(show.values()).eql([5, 8]);
    });

  it('joins 14 bits with the lower half first', async () => {
    await show.open({ pair: true, control: 'cc 1/7', from: '0', to: '16383', low: '0', high: '16383' });
    await show.send(controller(39, 127), controller(7, 0), controller(39, 0), controller(7, 1));
    await has(2);
    should(show.values()).eql([127, 128]);
  });

  it('joins 14 bits if one half arrives alone', async () => {
    await show.open({ pair: true, control: 'cc 1/7', from: '0', to: '16383', low: '0', high: '16383' });
    await show.send(controller(7, 1), controller(39, 5), controller(7, 127));
    await has(2);
    await show.send(controller(39, 127));
    await has(3);
    should(show.values()).eql([133, 16261, 16383]);
  });

  it('sends nothing after it is closed', async () => {
    await show.open({ pair: true });
    const node = show.stage.node('panel');
    // In one turn, so that no half can wait to its end before the node is closed.
    for (const msg of [controller(7, 1), controller(99, 1)]) node.receive(msg);
    await node.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    should(show.values()).be.empty();
  });
});

describe('a panel node of an encoder', function () {
  this.timeout(120_000);
  const show = PanelStage.forSuite();
  const ten = { kind: 'encoder', low: '0', high: '10', step: '1' };

  it('turns by -1 and 1 from OSC, without a setting', async () => {
    await show.open({ ...ten, source: 'osc' });
    await show.send(watched(5), osc(1), osc(1), osc(-1), osc([-1]), osc({ type: 'i', value: -1 }));
    should(show.values()).eql([6, 7, 6, 5, 4]);
  });

  it('turns by 1 and 0 from OSC, as numbers or as true and false', async () => {
    await show.open({ ...ten, coding: 'oneZero' });
    await show.send(watched(5), osc(1), osc(1), osc(0), osc(true), osc(false), osc(0));
    should(show.values()).eql([6, 7, 6, 7, 6, 5]);
  });

  it('turns by 65 and 1 from an X-Touch One in MIDI mode', async () => {
    // Behringer, "X-TOUCH ONE MIDI Mode Implementation": increment 65, decrement 1.
    await show.open({ ...ten, coding: 'signedBit2' });
    await show.send(watched(5), controller(80, 65), controller(80, 66), controller(80, 1));
    should(show.values()).eql([6, 8, 7]);
  });

  it('turns by each jog of X-keys', async () => {
    await show.open(ten);
    await show.send(watched(5), xkeys('jog', 1), xkeys('jog', 1), xkeys('jog', -3));
    should(show.values()).eql([6, 7, 4]);
  });

  it('does not turn by a retained message, notes or other numbers', async () => {
    await show.open({ ...ten, source: 'mqtt' });
    const mqtt = (payload: unknown, retain: boolean) => ({ topic: 'desk/knob', payload, qos: 0, retain });
    await show.send(watched(5), mqtt(1, true), note(60, 1), mqtt(0.5, false), mqtt(1000, false), mqtt(1, false));
    should(show.values()).eql([6]);
  });
});

describe('a panel node of an X-keys shuttle', function () {
  this.timeout(120_000);
  const show = PanelStage.forSuite();

  it('reaches both ends, and its middle at rest', async () => {
    await show.open({ low: '-70', high: '70', step: '1' });
    await show.send(...[0, 7, 1, 0, -7, 0].map((value) => xkeys('shuttle', value)));
    should(show.values()).eql([0, 70, 10, 0, -70, 0]);
  });

  it('keeps ranges that were entered', async () => {
    await show.open({ from: '-14', to: '14', low: '0', high: '28' });
    await show.send(...[14, 7, -14].map((value) => xkeys('shuttle', value)));
    should(show.values()).eql([28, 21, 0]);
  });
});
