import should from 'should';
import { get } from '../nodes/endpoints/endpoints.js';
import { useTimeLapse } from '../time-lapse.js';
import {
  ControlStage,
  control,
  EARLIEST_MS,
  OUT,
  PLAY,
  playItem,
  plays,
  STOP,
  sets,
  stops,
  takesOut,
} from './control-stage.js';
import { pause } from './event-stage.js';
import { key } from './panel-stage.js';
import { literal, logOf } from './stage.js';

const RED = [255, 0, 0];
const DIM = [64, 0, 0];
const WHITE = [255, 255, 255];

const PLAY_OTHER = 'PUT /lino/rundown/101/play/2014/0';

/** A message of a button of a dashboard, from a browser. */
const pointer = (way: 'down' | 'up', socketId = 'a') => ({
  topic: 'desk',
  payload: '',
  _event: { type: `pointer${way}` },
  _client: { socketId },
});

describe('a control', () => {
  useTimeLapse();
  const show = ControlStage.forEach();
  const isReady = () => show.isColoured(...DIM);

  it('plays its item when its key is pressed, and lights the key while the item is on program', async () => {
    await show.open([control()]);
    await isReady();
    should(show.light).match({ topic: 0, payload: { command: 'fillColor', text: 'Headlines' } });
    await show.shows('available');

    show.receive(key(0, 1), key(0, 0));
    await show.isColoured(...RED);
    await show.shows('on air');
    should(show.commands()).eql([PLAY]);
    should(show.answers).have.length(1);
    should(show.answers[0]).match({ topic: 0, statusCode: 204, hub: { operation: 'playItem', outcome: 'done' } });
    should(show.stage.caught).be.empty();
  });

  it('does not light after an answer 200 with “success”: false', async () => {
    await show.open([control()]);
    await isReady();
    const body = JSON.stringify({ success: false, message: 'Übergabe läuft' });
    show.hub.trouble({ operation: 'playItem', body, contentType: 'application/json', times: 1 });
    should(await show.send(key(0, 1))).match({
      hub: { outcome: 'refused' },
      error: { message: /: refused – .*Übergabe läuft/ },
    });
    should(show.answers).be.empty();
    should(show.colours()).not.containEql(RED);
    show.receive(key(0, 0), key(0, 1));
    await show.isColoured(...RED);
  });

  it('ignores the messages of other keys and devices, without a warning', async () => {
    await show.open([control()]);
    await isReady();
    const others = [key(1, 1), key(1, 0), { topic: 'desk/button', payload: 'ON', qos: 0, retain: false }];
    show.receive(...others, { topic: '/1/push1', payload: 1 }, { topic: 'note', payload: { text: 'Hello' } });
    should(await show.send(key(0, 1))).match({ statusCode: 204, hub: { operation: 'playItem', outcome: 'done' } });
    should(show.commands()).eql([PLAY]);
    // Only its own message completes.
    should(show.stage.completed.map(({ topic }) => topic)).eql([0]);
    should(show.stage.caught).be.empty();
    should(logOf('control')).be.empty();
  });

  describe('with several gestures', () => {
    it('acts on a press at once, and on a release', async () => {
      await show.open([control({ actions: [playItem, takesOut({ on: 'release' })] })]);
      await show.send(key(0, 1));
      should(show.commands()).eql([PLAY]);
      await show.send(key(0, 0));
      should(show.commands()).eql([PLAY, OUT]);
    });

    it('acts on the release after a hold that its device reports', async () => {
      const button = { surface: 'mqtt', control: 'zigbee2mqtt/desk', light: '-' };
      await show.open([control({ ...button, actions: [takesOut({ on: 'release' })] })]);
      const action = (name: string) =>
        show.send({ topic: 'zigbee2mqtt/desk', payload: { action: name }, qos: 0, retain: false });
      await action('hold');
      should(show.commands()).be.empty();
      await action('release');
      should(show.commands()).eql([OUT]);
    });

    it('acts on a short press at its release, if a hold does something else', async () => {
      await show.open([control({ actions: [playItem, takesOut({ on: 'hold' })], holdTime: '0.3' })]);
      show.receive(key(0, 1));
      await show.send({ reset: true });
      should(show.commands()).be.empty();
      show.receive(key(0, 0));
      await show.commanded(1);
      await show.stage.until(() => show.stage.completed.length === 3);
      should(show.commands()).eql([PLAY]);

      show.receive(key(0, 1));
      await show.commanded(2);
      await show.stage.until(() => show.stage.completed.length === 4);
      await show.send(key(0, 0));
      should(show.commands()).eql([PLAY, OUT]);
      // Each message ends once, also the one whose hold acts later.
      should(show.stage.completed).have.length(5);
    });

    it('does not take the release of a double press for a short press', async () => {
      const actions = [playItem, takesOut({ on: 'hold' }), plays(2014, { on: 'double' })];
      await show.open([control({ actions, holdTime: '5', doubleTime: '5' })]);
      show.receive(key(0, 1), key(0, 0));
      await show.commanded(1);
      show.receive(key(0, 1), key(0, 0));
      await show.commanded(2);
      await show.stage.until(() => show.stage.completed.length === 4);
      should(show.commands()).eql([PLAY, PLAY_OTHER]);
    });

    it('does not light for the item of another gesture', async () => {
      await show.open([control({ actions: [playItem, plays(2014, { on: 'hold' })], holdTime: '0.3' })]);
      await isReady();
      show.receive(key(0, 1));
      await show.commanded(1);
      should(show.commands()).eql([PLAY_OTHER]);
      await pause(500);
      should(show.colours().at(-1)).eql(DIM);
      should(show.colours()).not.containEql(RED);
    });

    it('does both at a short press if a release acts too, and fails with the first command', async () => {
      const actions = [sets('Overlay//Opacity/0', undefined), takesOut({ on: 'hold' }), plays(2014, { on: 'release' })];
      await show.open([control({ actions, holdTime: '5' })]);
      show.receive(key(0, 1), key(0, 0));
      await show.stage.until(() => show.answers.length === 1);
      should(show.answers[0]?.hub).match({ outcome: 'done', params: { itemId: 2014 } });
      await show.stage.until(() => show.stage.caught.length === 1);
      should(show.commands()).eql([PLAY_OTHER]);
      await show.send({ reset: true });
      // The press and the reset. A message with a failed command does not complete.
      should(show.stage.completed).have.length(2);
    });

    it('keeps the presses of two keys apart', async () => {
      await show.open([control({ control: '*', actions: [playItem, takesOut({ on: 'hold' })], holdTime: '5' })]);
      show.receive(key(0, 1), key(1, 1), key(0, 0), key(1, 0));
      await show.commanded(2);
      await show.stage.until(() => show.stage.completed.length === 4);
      should(show.commands()).eql([PLAY, PLAY]);
      // Every message is one of this control, also without a gesture.
      await show.send({ topic: 'note', payload: { text: 'Hello' } });
      should(show.stage.completed.map(({ topic }) => String(topic)).sort()).eql(['0', '0', '1', '1', 'note']);
    });

    it('keeps the presses of two browsers apart, but not of more than a thousand', async () => {
      const button = { surface: 'dashboard', control: 'desk', light: '-', holdTime: '600' };
      await show.open([control({ ...button, actions: [playItem, takesOut({ on: 'hold' })] })]);
      for (const [way, client] of [['down'], ['down', 'b'], ['up'], ['up', 'b']] as const)
        show.receive(pointer(way, client));
      await show.commanded(2);
      await show.stage.until(() => show.stage.completed.length === 4);
      // A flow that invents browsers must not fill the memory.
      for (let client = 1; client <= 1000; client += 1) show.receive(pointer('down', `${client}`));
      show.receive(pointer('down', 'last'), pointer('up', '1'));
      await show.stage.until(() => show.stage.completed.length === 6);
      should(show.commands()).eql([PLAY, PLAY]);
      show.receive(pointer('up', 'last'));
      await show.commanded(3);
      should(show.commands()).eql([PLAY, PLAY, PLAY]);
    });

    it('lights for the failure of another gesture', async () => {
      await show.open([control({ actions: [playItem, plays(2999, { on: 'release' })] })]);
      await show.send(key(0, 1));
      await show.isColoured(...RED);
      show.receive(key(0, 0));
      await show.isColoured(255, 0, 255);
      await show.stage.until(() => show.stage.caught.length === 1);
      should(show.stage.caught[0]).match({ statusCode: 404, hub: { code: 'HUB_NOT_FOUND', outcome: 'refused' } });
    });

    it('does not light for the same item of another show', async () => {
      const [news, match] = show.hub.state.linear.engines;
      Object.assign(match ?? {}, { running: true, loaded: news?.loaded });
      const other = { ...playItem, params: { ...playItem.params, engineId: literal(102) } };
      await show.open([control({ actions: [plays(2012, { on: 'hold' }), other], holdTime: '5', interval: '3600' })]);
      await isReady();
      show.receive(key(0, 1), key(0, 0));
      await show.stage.until(() => show.answers.length > 0);
      should(show.commands()).eql(['PUT /lino/rundown/102/play/2012/0']);
      should(show.answers).have.length(1);
      should(show.colours()).not.containEql(RED);
    });

    it('ignores presses in the lockout', async () => {
      await show.open([control({ lockout: '60' })]);
      for (const pressed of [1, 0, 1, 0] as const) await show.send(key(0, pressed));
      should(show.commands()).eql([PLAY]);
    });

    for (const [eachPress, expected] of [
      [false, [PLAY]],
      [true, [PLAY, PLAY]],
    ] as const)
      it(`acts ${eachPress ? 'each time' : 'once'} for a source without releases`, async () => {
        await show.open([control({ eachPress })]);
        for (const pressed of [1, 1] as const) await show.send(key(0, pressed));
        should(show.commands()).eql(expected);
      });

    it('acts on the release of an inverted contact', async () => {
      await show.open([control({ inverted: true })]);
      await show.send(key(0, 1));
      should(show.commands()).be.empty();
      await show.send(key(0, 0));
      should(show.commands()).eql([PLAY]);
    });
  });

  it('asks for a second press before a command that stops a show, if this is chosen', async () => {
    await show.open([control({ actions: [stops(101)] })]);
    await show.send(key(0, 1));
    await show.send(key(0, 0));
    await show.shows('press again');
    await show.isColoured(255, 160, 0);
    await pause(EARLIEST_MS);
    await show.send(key(0, 1));
    should(show.commands()).eql([STOP]);
  });

  it('asks for a second press as long as one of its actions does', async () => {
    await show.open([control({ actions: [stops(101), stops(102, { on: 'release' })] })]);
    await show.send(key(0, 1));
    await show.send(key(0, 0));
    await show.isColoured(255, 160, 0);
    await pause(EARLIEST_MS);
    await show.send(key(0, 1));
    await show.stage.until(() => show.answers.length === 1);
    should(show.commands()).eql([STOP]);
    // The release still asks. After it, the light shows the state again.
    await isReady();
    should(show.colours()).not.containEql(WHITE);
  });

  it('shows a command without a readable state white for a moment', async () => {
    const next = { ...playItem, operation: 'playNext' };
    await show.open([control({ actions: [next], text: 'Next' })]);
    await isReady();
    await show.send(key(0, 1));
    await show.isColoured(...WHITE);
    await isReady();
    should(show.light?.payload.text).equal('Next');
    should(show.reads()).be.empty();
    const whites = () => show.colours().filter((colour) => String(colour) === String(WHITE)).length;
    show.hub.trouble({ operation: 'playNext', status: 409 });
    show.receive(key(0, 0), key(0, 1));
    await show.isColoured(255, 0, 255);
    should(whites()).equal(1);
  });

  it('lights while a property has its text or its list of numbers, and is unknown without the hub', async () => {
    const [text, vector] = [
      sets('Channels//ProgramChannel/0', 'CAM 2'),
      sets('Overlay//Position/0', { x: 3, y: 0, z: 0 }),
    ];
    await show.open([
      control({ actions: [text] }),
      control({ id: 'vector', control: 'key 1', actions: [vector], wires: [['out'], ['answers']] }),
    ]);
    const colours = () => [0, 1].map((index) => show.stage.out.findLast(({ topic }) => topic === index)?.payload.value);
    const are = (...wanted: number[][]) => show.stage.until(() => JSON.stringify(colours()) === JSON.stringify(wanted));
    await are([0, 0, 0], [0, 0, 0]);
    await show.send(key(0, 1));
    await show.stage.send('vector', { _msgid: 'v', ...key(1, 1) });
    await are(RED, RED);
    await show.hub.close();
    await are([128, 128, 128], [128, 128, 128]);
  });

  it('reads no state of an item that a message names', async () => {
    const params = { ...playItem.params, itemId: { type: 'jsonata', value: '2012' } };
    await show.open([control({ actions: [{ ...playItem, params }] })]);
    await isReady();
    await show.send(key(0, 1));
    await show.isColoured(...WHITE);
    should(show.commands()).eql([PLAY]);
    should(show.reads()).be.empty();
  });

  it('needs the value of a property, which a press does not have', async () => {
    await show.open([control({ actions: [sets('Overlay//Opacity/0', undefined)] })]);
    show.receive(key(0, 1));
    await show.stage.until(() => show.stage.caught.length === 1);
    should(show.stage.caught[0]?.hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
    should(show.commands()).be.empty();
  });

  it('has the name of an item with its button, and the words of its states', async () => {
    const press = { ...playItem, operation: 'pressLinearButton' };
    const button = { ...press, params: { ...playItem.params, buttonKey: literal('in') } };
    const live = [{ state: 'program', value: 'LIVE' }];
    await show.open([control({ states: live }), control({ id: 'button', control: 'key 1', actions: [button] })]);
    const textOf = (index: number) => show.stage.out.findLast(({ topic }) => topic === index)?.payload.text;
    await show.stage.until(() => textOf(0) === 'Headlines' && textOf(1) === 'Headlines in');
    await show.send(key(0, 1));
    await show.stage.until(() => textOf(0) === 'LIVE');
  });

  it('has its light on another key, and a GPIO pin needs no name for it', async () => {
    const pin = control({ id: 'pin', surface: 'gpio', control: '' });
    await show.open([control({ light: 'key 7' }), pin]);
    await show.put('/lino/rundown/101/play/2012/0');
    const last = (index?: number) => show.stage.out.findLast(({ topic }) => topic === index)?.payload;
    await show.stage.until(() => JSON.stringify(last(7)?.value) === JSON.stringify(RED) && last() === 1);
    should(last(0)).be.undefined();
  });

  it('reports a command that waited too long, and shows it on the key', async () => {
    await show.open([control({ actions: [{ ...playItem, expiry: '0.001' }], interval: '0' })]);
    await show.hub.close();
    show.receive(key(0, 1));
    await show.stage.until(() => show.stage.caught.length === 1);
    should(show.stage.caught[0]).match({
      topic: 0,
      error: { source: { id: 'control', type: 'hub-control' } },
      hub: { operation: 'playItem', outcome: 'not-sent' },
    });
    await show.isColoured(255, 0, 255);
    should(show.stage.completed).be.empty();
  });

  it('sends no command in rehearsal', async () => {
    await show.put('/lino/rundown/101/play/2014/0');
    const { length } = show.commands();
    await show.open([control({ actions: [plays(2014)] })], { rehearsal: true });
    await show.isColoured(...RED);
    await show.send(key(0, 1));
    // Also while its item is on air.
    await show.shows('rehearsal, 1');
    should(show.commands()).have.length(length);
    should(show.answers).be.empty();
  });

  it('shows no result that its message has brought along', async () => {
    await show.open([control({ interval: '0' })], { rehearsal: true });
    const hub = { operation: 'playItem', outcome: 'done', params: { engineId: 101, itemId: 2012, preview: 0 } };
    await show.send({ ...key(0, 1), hub });
    await show.shows('rehearsal, 1');
    await show.isColoured(128, 128, 128);
    should(show.colours()).not.containEql(RED);
  });

  it('fails for a message that cannot be copied', async () => {
    await show.open([control()]);
    let reads = 0;
    const copiedLater = {
      get note() {
        reads += 1;
        if (reads === 1) throw new TypeError('not yours');
        return reads;
      },
    };
    show.receive({ ...key(0, 1), copiedLater });
    await show.stage.until(() => show.stage.caught.length === 1);
    should(show.stage.caught[0]?.error).match({ message: /not yours/, source: { id: 'control' } });
    await show.send({ reset: true });
    should(show.stage.completed.map(({ reset }) => reset)).eql([true]);
    should(show.commands()).be.empty();
  });

  it('does nothing without an action', async () => {
    await show.open([control({ actions: [] })]);
    await show.send(key(0, 1));
    should(show.commands()).be.empty();
    should(logOf('control')).be.empty();
  });

  it('has a light of an own format only if it is named', async () => {
    const name = '{"key": 1}';
    const lit = { id: 'lit', light: '{"lamp": "{{state}}"}' };
    await show.open([lit, {}].map((fields) => control({ surface: 'template', control: name, ...fields })));
    await show.stage.until(() => show.light?.lamp === 'available');
    await show.send({ topic: name, payload: true });
    await show.stage.until(() => show.light?.lamp === 'program');
    should(show.commands()).eql([PLAY]);
    should(show.stage.out.filter(({ lamp }) => lamp === undefined)).be.empty();
  });

  it('sends its light again when it is asked', async () => {
    await show.open([control()]);
    await isReady();
    const { length } = show.stage.out;
    await show.send({ reset: true });
    should(show.stage.out).have.length(length + 1);
    should(show.light?.payload.value).eql(DIM);
  });

  it('shows its gestures to the dialog, also of other keys', async () => {
    await show.open([control()]);
    show.receive(key(3, 1));
    const report = async () => (await get('control/control')).body.report;
    should(await report()).match({ count: 1, gesture: { control: 'key 3', source: 'streamdeck' }, message: '3 1' });
    await show.send(key(0, 1));
    should(await report()).match({ count: 2, gesture: { control: 'key 0' }, out: true, did: 'press' });
  });

  describe('with a wrong setting', () => {
    for (const [fields, ...parts] of [
      [{ surface: 'deck' }, 'Surface', 'deck', 'streamdeck'],
      [{ kind: 'knob' }, 'Kind', 'knob', 'encoder'],
      [{ lockout: 'long' }, 'Lockout', 'long', 'above 0'],
      [{ actions: [{ ...playItem, on: 'tap' }] }, 'tap', 'press'],
      [{ actions: [playItem, playItem] }, 'Actions', 'playItem', 'a gesture that no other action has'],
      [{ actions: [{ ...playItem, operation: 'dance' }] }, 'dance'],
      [{ actions: [{ on: 'press', does: 'look', look: '' }] }, 'Look'],
      [{ light: 'left' }, 'Light', 'left'],
      [{ toggle: true, actions: [{ ...playItem, operation: 'continueItem' }] }, 'Toggle', 'true', 'false'],
      [{ interval: '0.01' }, 'Interval', '0.01', '0.1'],
    ] as const)
      it(`${JSON.stringify(fields).slice(0, 60)} names the field and its value`, async () => {
        await show.open([control(fields)]);
        const log = () => logOf('control').join();
        await show.stage.until(() => log() !== '');
        for (const part of parts) should(log()).containEql(part);
        show.receive(key(0, 1));
        await show.stage.until(() => show.stage.caught.length > 0);
        should(show.stage.caught.at(-1)?.hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
        should(show.commands()).be.empty();
      });
  });
});
