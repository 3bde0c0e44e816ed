import { setTimeout as sleep } from 'node:timers/promises';
import should from 'should';
import { is07, LATER, taiOf } from '../panels/messages.js';
import { controller, key, note, PanelStage, watched } from './panel-stage.js';
import type { Message } from './stage.js';

const mqtt = (payload: unknown, retain = false): Message => ({ topic: 'studio/button', payload, qos: 0, retain });

describe('a panel node of an encoder', function () {
  this.timeout(120_000);
  const show = PanelStage.forSuite();

  for (const [coding, clockwise, counterclockwise] of [
    ['twosComplement', 2, 127],
    ['binaryOffset', 66, 63],
    ['signMagnitude', 2, 65],
  ] as const)
    it(`counts in ${coding}`, async () => {
      await show.open({ kind: 'encoder', coding, low: '0', high: '10', step: '1' });
      await show.send(controller(16, clockwise), controller(16, clockwise), controller(16, counterclockwise));
      should(show.values()).eql([2, 4, 3]);
    });

  it('stops at its ends, or wraps around', async () => {
    await show.open({ kind: 'encoder', low: '0', high: '4', step: '3' });
    await show.send(controller(16, 1), controller(16, 1), controller(16, 127), controller(16, 127));
    should(show.values()).eql([3, 4, 1, 0]);
    await show.stage.close();
    await show.open({ kind: 'encoder', low: '0', high: '360', step: '90', wrap: true });
    await show.send(controller(16, 127), controller(16, 1));
    should(show.values()).eql([270, 360]);
  });

  it('starts at its first end and turns up to the right, with a hundred steps, also if that end is the upper one', async () => {
    await show.open({ kind: 'encoder', low: '10', high: '0' });
    await show.send(controller(16, 1), controller(16, 127), controller(16, 126), controller(16, 1));
    should(show.values()).eql([10, 9.9, 9.7, 9.8]);
  });

  it('starts from the present value, inverted', async () => {
    await show.open({ kind: 'encoder', low: '0', high: '1', step: '0.1', inverted: true });
    await show.send(watched(0.5), controller(16, 1), controller(16, 1));
    should(show.values()).eql([0.4, 0.3]);
  });

  it('turns with an X-keys jog wheel', async () => {
    await show.open({ kind: 'encoder', low: '-10', high: '10', step: '1' });
    const ids = { device: 'XK-12', product_id: 1062, unit_id: 0, vendor_id: 1523, control_id: 'jog' };
    await show.send(watched(0), { topic: 'dcdp/jog', payload: { ...ids, value: -2 } });
    should(show.values()).eql([-2]);
  });
});

describe('a panel node of a button', function () {
  this.timeout(120_000);
  const show = PanelStage.forSuite();

  it('sends each press once, and no release', async () => {
    await show.open({ kind: 'button', control: 'note 1/60' });
    await show.send(note(60, 99), note(60, 99), note(60, 0), note(60, 0), note(60, 1), note(61, 9));
    should(show.did()).eql([
      ['press', true],
      ['press', true],
    ]);
    should(show.stage.completed).have.length(6);
  });

  it('sends a release with the fields of its own message', async () => {
    await show.open({ kind: 'button', release: true });
    await show.send({ ...key(0, 1), mine: 'kept' }, { ...key(0, 0), mine: 'too' });
    should(show.stage.out).match([
      { topic: 0, payload: true, mine: 'kept', gesture: { source: 'streamdeck', control: 'key 0', did: 'press' } },
      { topic: 0, payload: false, mine: 'too', gesture: { did: 'release' } },
    ]);
  });

  it('sends a hold while the button is held, and none for a short press', async () => {
    await show.open({ kind: 'button', press: false, hold: true, holdTime: '0.5' });
    // Without waiting, so that the press is short on a slow machine.
    for (const msg of [key(0, 1), key(0, 0)]) show.stage.node('panel').receive(msg);
    await sleep(700);
    should(show.did()).be.empty();
    await show.send(key(0, 1));
    await show.stage.until(() => show.stage.out.length === 1);
    should(show.did()).eql([['hold', true]]);
  });

  it('sends no hold if its device is lost meanwhile', async () => {
    await show.open({ kind: 'button', hold: true, holdTime: '0.5', release: true });
    const lost = { status: { fill: 'red', shape: 'ring', text: 'lost', source: { id: 'deck', type: 'function' } } };
    for (const msg of [key(0, 1), key(1, 1), lost]) show.stage.node('panel').receive(msg);
    await sleep(700);
    // The surface was lost, so its keys count as released, without a release.
    await show.send(key(0, 0), key(0, 1), key(0, 0));
    should(show.did()).eql([
      ['press', true],
      ['press', true],
      ['press', true],
      ['release', false],
    ]);
  });

  it('sends no release of a hold or a double press that it does not send', async () => {
    const zigbee = (action: string): Message => ({
      topic: 'zigbee2mqtt/desk',
      payload: { action },
      qos: 0,
      retain: false,
    });
    const all = ['hold', 'release', 'double', 'single'].map(zigbee);
    for (const [fields, did] of [
      [{ release: true }, ['press', 'release']],
      [{ press: false, release: true }, ['release']],
      [{ release: true, hold: true }, ['hold', 'release', 'press', 'release']],
      [{ release: true, double: true }, ['double', 'release', 'press', 'release']],
    ] as const) {
      await show.open({ kind: 'button', ...fields });
      await show.send(...all);
      should(show.did().map(([event]) => event)).eql(did);
      await show.stage.close();
    }
    // A press that is sent has its release, also if it is held.
    await show.open({ kind: 'button', release: true });
    await show.send(...['off_press', 'off_hold', 'off_hold_release'].map(zigbee));
    should(show.did().map(([event]) => event)).eql(['press', 'release']);
    // It changes no toggle.
    await show.stage.close();
    await show.open({ kind: 'button', toggle: true });
    await show.press(...['single', 'double', 'single'].map(zigbee));
    should(show.values()).eql([true, false]);
  });

  it('sends nothing after it is closed', async () => {
    await show.open({ kind: 'button', hold: true, holdTime: '0.5' });
    await show.send(key(0, 1));
    await show.stage.node('panel').close();
    await sleep(700);
    should(show.did()).eql([['press', true]]);
  });

  it('sends a double press instead of the second press', async () => {
    await show.open({ kind: 'button', double: true, doubleTime: '5' });
    await show.send(key(0, 1), key(0, 0), key(0, 1), key(0, 0), key(0, 1));
    should(show.did()).eql([
      ['press', true],
      ['double', true],
      ['press', true],
    ]);
  });

  it('switches between true and false', async () => {
    await show.open({ kind: 'button', toggle: true });
    await show.send(key(0, 1), key(0, 0), key(0, 1), key(0, 0), key(0, 1));
    should(show.values()).eql([true, false, true]);
  });

  it('ignores presses in the lockout', async () => {
    await show.open({ kind: 'button', lockout: '60' });
    await show.send(key(0, 1), key(0, 0), key(0, 1), key(0, 0));
    should(show.values()).eql([true]);
  });

  it('sends a press when an inverted contact opens', async () => {
    await show.open({ kind: 'button', inverted: true, ignoreFirst: true });
    const pin = (payload: number) => ({ topic: 'gpio/17', payload });
    await show.send(pin(1), pin(0), pin(1), pin(0));
    should(show.did()).eql([
      ['press', true],
      ['press', true],
    ]);
  });

  it('ignores the first state of a GPIO pin after a deploy, and a repeated IS-07 state', async () => {
    await show.open({ kind: 'button' });
    const pin = (payload: number) => ({ topic: 'gpio/17', payload });
    await show.send(pin(1));
    await show.shows('retained, ignored');
    await show.send(pin(0), pin(1));
    should(show.values()).eql([true]);
    const state = (value: boolean, seconds: number) => ({
      payload: {
        identity: { source_id: '6a3f' },
        // TAI is 37 s ahead of UTC.
        timing: { creation_timestamp: `${Math.floor(Date.now() / 1000) + 37 + seconds}:0` },
        payload: { value },
        message_type: 'state',
      },
    });
    await show.send(state(true, 0), state(true, 0), state(true, 1), state(false, 2), state(true, 3));
    should(show.values()).eql([true, true, true]);
    should(show.logged()).be.empty();
  });

  it('presses once while a number of IS-07 is not 0, and a fader follows each number', async () => {
    const numbers = (source: string) =>
      [0.5, 0.25, 0.25, 0, 1].map((value, second) => is07(value, taiOf(LATER + second * 1000), source));
    await show.open({ kind: 'button', release: true });
    await show.send(...numbers('Taste'));
    should(show.values()).eql([true, false, true]);
    await show.stage.close();
    await show.open({});
    await show.send(...numbers('Regler'));
    should(show.stage.out.map(({ payload, gesture }) => [payload, gesture.retained])).eql([
      ...[[0.5, undefined] as const, [0.25, undefined] as const, [0.25, true] as const],
      ...[[0, undefined] as const, [1, undefined] as const],
    ]);
  });

  it('ignores a retained MQTT message', async () => {
    await show.open({ kind: 'button' });
    await show.send(mqtt('ON', true), mqtt('OFF'), mqtt(Buffer.from('ON')));
    should(show.values()).eql([true]);
  });

  it('has a separate state for each button', async () => {
    await show.open({ kind: 'button' });
    await show.send(key(0, 1), key(1, 1), key(0, 1), key(1, 0), key(1, 1));
    should(show.stage.out.map(({ gesture }) => gesture.control)).eql(['key 0', 'key 1', 'key 1']);
  });
});
