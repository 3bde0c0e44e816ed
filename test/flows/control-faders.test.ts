import should from 'should';
import { ControlStage, control, PLAY, playItem, sets } from './control-stage.js';
import { pause } from './event-stage.js';
import { controller, surface } from './panel-stage.js';
import { fromMessage, logOf } from './stage.js';

/** A lamp sends nothing in this time after its start, in ms. */
const STARTING_MS = 300;

const OPACITY = 'Overlay//Opacity/0';

/** A motor fader on controller 7. */
const fader = (fields: object = {}) =>
  control({ surface: 'midi', control: 'cc 1/7', kind: 'fader', actions: [sets(OPACITY, undefined)], ...fields });

/** Raw bytes of a surface, as node-red-contrib-midi sends them. */
const bend = (channel: number, value: number) => ({
  payload: [value & 127, value >> 7],
  midi: { channel, type: 'pitchbend', data: [value & 127, value >> 7], raw: [0xdf + channel, value & 127, value >> 7] },
});
const touch = (note: number, velocity: number) => ({
  payload: [note, velocity],
  midi: { channel: 1, type: 'noteon', data: [note, velocity], raw: [0x90, note, velocity] },
});

describe('a control with a value', () => {
  const show = ControlStage.forEach();

  const values = () => show.hub.journal.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []));
  const setOpacity = (Value: number) =>
    fetch(`${show.hub.url}/api/rest/v1/engines/1/nodes/Mixer_0/properties/${encodeURIComponent(OPACITY)}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Value }),
    });
  const sent = () => show.stage.out.map(({ payload }) => payload as number[]);
  const last = (first: number) => sent().findLast(([byte]) => byte === first);
  const shows = (text: string | RegExp) =>
    show.stage.until(() => new RegExp(text).test(show.stage.status('control').text ?? ''));

  it('sends the positions of a fader, and moves its motor to the value of the hub', async () => {
    await setOpacity(1);
    await show.open([fader()]);
    await show.stage.until(() => sent().length === 1);
    should(sent()).eql([[0xb0, 7, 127]]);

    await show.send(controller(7, 0));
    should(values().slice(1)).eql([{ Value: 0 }]);
    // The result of the hand comes before the value of the watch.
    await shows('^✓ 0 · ');
    await setOpacity(0.5);
    await show.stage.until(() => last(0xb0)?.[2] === 64);
    should(show.stage.caught).be.empty();
  });

  it('ends a message once that another node has marked with a hub', async () => {
    await show.open([fader()]);
    await show.stage.until(() => sent().length === 1);
    await show.send({ ...controller(7, 27), hub: {} });
    should(show.stage.completed).have.length(1);
    should(show.stage.caught).be.empty();
  });

  it('is neither moved nor pressed by an NRPN fader on the channel of its controller 6', async () => {
    const button = control({ id: 'Taste', surface: 'midi', control: 'cc 1/6', light: '-' });
    await show.open([fader({ control: 'cc 1/6', light: '-', interval: '0' }), button]);
    const receive = (number: number, value: number) => {
      for (const id of ['control', 'Taste']) show.stage.node(id).receive(controller(number, value));
    };
    const end = () => [receive(101, 127), receive(100, 127)];
    for (let movement = 0; movement < 40; movement += 1) {
      // A device selects its parameter with each value, with the first one, or sends only the half that differs.
      if (movement % 8 === 0) receive(99, movement % 3);
      if (movement % 8 === 0 || movement % 4 === 2) receive(98, movement);
      receive(6, movement % 2 ? 0 : movement + 30);
      receive(38, 127);
      // Each value that is taken for its own is sent.
      await pause(5);
      // Its own message is a press.
      if (movement % 10 === 9) {
        end();
        receive(6, 127);
        receive(6, 0);
        receive(99, 1);
        receive(98, 1);
      }
    }
    const plays = () => show.commands().filter((path) => path === PLAY).length;
    await show.stage.until(() => plays() >= 4);
    await pause(100);
    should(plays()).equal(4);
    // The newest value wins.
    const sentValues = values().map((body) => (body as { Value: number }).Value);
    should(sentValues.filter((value) => value !== 0 && value !== 1)).be.empty();
    should(sentValues.at(-1)).equal(0);
    should(show.stage.caught).be.empty();
  });

  for (const pair of [false, true])
    it(`moves on after a press of a button with number 98 beside its controller 6${pair ? ', with 14 bits' : ''}`, async () => {
      const button = control({ id: 'Übergabe', surface: 'midi', control: 'cc 1/98', light: '-' });
      await show.open([fader({ control: 'cc 1/6', pair, light: '-', interval: '0' }), button]);
      const receive = (number: number, value: number) => {
        for (const id of ['control', 'Übergabe']) show.stage.node(id).receive(controller(number, value));
        if (pair && number === 6) show.stage.node('control').receive(controller(38, 0));
      };
      receive(6, 10);
      receive(98, 127);
      // The fader moves at the same time.
      receive(6, 20);
      receive(98, 0);
      for (const value of [60, 100]) receive(6, value);
      receive(6, 127);
      const end = pair ? (127 << 7) / 16383 : 1;
      await show.stage.until(() => (values().at(-1) as { Value: number } | undefined)?.Value === end);
      await show.stage.until(() => show.commands().includes(PLAY));
      should(show.commands().filter((path) => path === PLAY)).have.length(1);
    });

  it('moves after its surface was lost, also if an NRPN was selected before', async () => {
    await show.open([fader({ control: 'cc 1/6', light: '-', interval: '0' })]);
    show.receive(controller(99, 2), controller(98, 3), controller(6, 10), surface('red'), surface('green'));
    // The first message after a reconnection is a state.
    show.receive(controller(6, 20), controller(6, 127));
    await show.stage.until(() => (values().at(-1) as { Value: number } | undefined)?.Value === 1);
  });

  it('moves its motor again if its surface was lost while a hand was on it', async () => {
    await setOpacity(0.5);
    await show.open([fader({ touch: 'note 1/104' })]);
    await show.stage.until(() => sent().length === 1);
    await show.send(touch(104, 127));
    show.receive(surface('red'), surface('green'));
    await setOpacity(0.25);
    await show.stage.until(() => last(0xb0)?.[2] === 32);
    should(show.stage.caught).be.empty();
  });

  it('uses its curve, its ends and its range', async () => {
    await show.open([fader({ from: '0', to: '100', low: '-10', high: '10', curve: 'linear', step: '5' })]);
    for (const value of [0, 50, 100]) await show.send(controller(7, value));
    should(values()).eql([{ Value: -10 }, { Value: 0 }, { Value: 10 }]);
  });

  it('does not move the motor while a hand is on it', async () => {
    await show.open([fader({ touch: 'note 1/104' })]);
    await pause(STARTING_MS);
    await show.stage.until(() => sent().length === 1);
    await show.send(touch(104, 127));
    await setOpacity(0.25);
    await pause(700);
    should(sent()).have.length(1);
    await show.send(touch(104, 0));
    await show.stage.until(() => sent().length === 2);
    should(sent()[1]).eql([0xb0, 7, 32]);
    should(values()).have.length(1);
  });

  it('does not move the motor while a hand is on it, also if it touches two faders at once', async () => {
    await setOpacity(0);
    const osc = { surface: 'osc', control: '/1/fader1', touch: '/1/fader1/z' };
    await show.open([fader(osc)]);
    await show.stage.until(() => show.light?.payload === 0);
    const both = (Value: number) => ['/1/fader1/z', '/1/fader2/z'].map((address) => ({ address, args: [Value] }));
    await show.send({ topic: 'bundle', payload: both(1) });
    await setOpacity(0.25);
    await pause(700);
    should(sent()).eql([0]);
    await show.send({ topic: 'bundle', payload: both(0) });
    await show.stage.until(() => show.light?.payload === 0.25);
  });

  it('moves the motor of another controller', async () => {
    await setOpacity(0);
    await show.open([fader({ light: 'cc 1/8' })]);
    await show.stage.until(() => last(0xb0)?.[1] === 8);
    // A message of the device may have the answer of an earlier node.
    await show.send({ ...controller(7, 127), hub: { operation: 'getProperty', outcome: 'done' } });
    await show.stage.until(() => last(0xb0)?.[2] === 127);
    should(sent()).eql([
      [0xb0, 8, 0],
      [0xb0, 8, 127],
    ]);
    should(show.stage.caught).be.empty();
  });

  it('moves an X-Touch, respects its own touch sensors, and writes the name and the value above the fader', async () => {
    await setOpacity(0);
    await show.open([fader({ surface: 'mcu', control: 'fader 2', text: 'Overlay' })]);
    const text = (place: number, characters: string) => [
      ...[0xf0, 0, 0, 0x66, 0x14, 0x12, place],
      ...Array.from(characters, (each) => each.charCodeAt(0)),
      0xf7,
    ];
    await show.stage.until(() => JSON.stringify(last(0xe1)) === JSON.stringify([0xe1, 0, 0]));
    await show.stage.until(() => JSON.stringify(sent()).includes(JSON.stringify(text(7, 'Overlay'))));
    await show.stage.until(() => JSON.stringify(sent()).includes(JSON.stringify(text(63, '0      '))));

    await show.send(touch(105, 127));
    await show.send(bend(2, 16383));
    should(values().slice(1)).eql([{ Value: 1 }]);
    await setOpacity(0.5);
    await pause(700);
    should(last(0xe1)).eql([0xe1, 0, 0]);
    await show.send(touch(105, 0));
    await show.stage.until(() => last(0xe1)?.[2] === 64);
    // The touch of another fader.
    show.receive(touch(104, 127));
    await setOpacity(1);
    await show.stage.until(() => last(0xe1)?.[2] === 127);
  });

  it('waits until a fader has reached the value of the hub, if it takes over', async () => {
    await setOpacity(0.5);
    await show.open([fader({ takeover: 'pickUp' })]);
    await show.stage.until(() => sent().length === 1);
    await show.send(controller(7, 0));
    await shows('^↑ 0.5');
    should(values()).have.length(1);
    for (const value of [40, 64, 80]) await show.send(controller(7, value));
    should(values().length).be.above(1);
    should(values().at(-1)).match({ Value: 80 / 127 });
  });

  it('turns an encoder from the value of the hub, and its ring follows at once', async () => {
    await setOpacity(0.5);
    await show.open([fader({ surface: 'mcu', control: 'vpot 1', kind: 'encoder', step: '0.1', interval: '3600' })]);
    await show.stage.until(() => last(0xb0)?.[2] === 0x20 + 6);
    const right = { payload: [16, 1], midi: { channel: 1, type: 'controlchange', data: [16, 1], raw: [0xb0, 16, 1] } };
    await show.send(right);
    should(values().slice(1)).eql([{ Value: 0.6 }]);
    should(last(0xb0)).eql([0xb0, 48, 0x20 + 7]);
  });

  it('plays on the output of its position, also at 0', async () => {
    const params = { ...playItem.params, preview: fromMessage('payload') };
    await show.open([fader({ actions: [{ ...playItem, params }] })]);
    for (const value of [127, 0]) await show.send(controller(7, value));
    should(show.commands()).eql(['PUT /lino/rundown/101/play/2012/1', 'PUT /lino/rundown/101/play/2012/0']);
  });

  it('takes the last value of many', async () => {
    await show.open([fader({ actions: [sets(OPACITY, undefined, { expiry: '5' })] })]);
    for (let value = 0; value <= 127; value += 1) show.receive(controller(7, value));
    await show.stage.until(() => (values().at(-1) as { Value: number } | undefined)?.Value === 1);
    should(values().length).be.below(128);
    should(show.stage.caught).be.empty();
  });

  it('does not act for another controller', async () => {
    const action = sets(OPACITY, undefined);
    const explicit = { ...action, params: { ...action.params, Value: fromMessage('payload') } };
    await show.open([fader({ actions: [explicit] })]);
    show.receive(controller(8, 64), touch(7, 127));
    await show.send(controller(7, 127));
    should(values()).eql([{ Value: 1 }]);
    should(logOf('control')).be.empty();
  });
});
