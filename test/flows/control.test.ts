import should from 'should';
import { get, post } from '../nodes/endpoints/endpoints.js';
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
import { controller, key } from './panel-stage.js';
import { literal, logOf } from './stage.js';

const RED = [255, 0, 0];
const DIM = [64, 0, 0];
const WHITE = [255, 255, 255];

const PLAY_OTHER = 'PUT /lino/rundown/101/play/2014/0';

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
    // Its light is sent again when it is asked.
    const { length } = show.stage.out;
    await show.send({ reset: true });
    should(show.colours().slice(length)).eql([RED]);
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

  it('acts once in its lockout and without releases, each time if this is set, and inverted', async () => {
    for (const [fields, presses, expected] of [
      [{ lockout: '60' }, [1, 0, 1, 0], [PLAY]],
      [{ eachPress: false }, [1, 1], [PLAY]],
      [{ eachPress: true }, [1, 1], [PLAY, PLAY]],
      [{ inverted: true }, [1, 1, 0], [PLAY]],
    ] as const) {
      await show.open([control(fields)]);
      const before = show.commands().length;
      for (const pressed of presses) await show.send(key(0, pressed));
      should([fields, show.commands().slice(before)]).eql([fields, expected]);
      await show.stage.close();
    }
  });

  describe('with several gestures', () => {
    it('acts on a press at once, and on a release', async () => {
      await show.open([control({ actions: [playItem, takesOut({ on: 'release' })] })]);
      await show.send(key(0, 1));
      should(show.commands()).eql([PLAY]);
      await show.send(key(0, 0));
      should(show.commands()).eql([PLAY, OUT]);
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

  it('has the name of an item with its button, and the words of its states', async () => {
    const press = { ...playItem, operation: 'pressLinearButton' };
    const button = { ...press, params: { ...playItem.params, buttonKey: literal('in') } };
    const live = [{ state: 'program', value: 'LIVE' }];
    await show.open([control({ states: live }), control({ id: 'button', control: 'key 1', actions: [button] })]);
    const textOf = (index: number) => show.stage.out.findLast(({ topic }) => topic === index)?.payload.text;
    await show.stage.until(() => textOf(0) === 'Headlines' && textOf(1) === 'Headlines\nin');
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

  it('shows its gestures to the dialog, also of other keys', async () => {
    await show.open([control()]);
    show.receive(key(3, 1));
    const report = async () => (await get('control/control')).body.report;
    should(await report()).match({ count: 1, gesture: { control: 'key 3', source: 'streamdeck' }, message: '3 1' });
    await show.send(key(0, 1));
    should(await report()).match({ count: 2, gesture: { control: 'key 0' }, out: true, did: 'press' });
  });

  it('with a wrong setting names the field and its value, reports its messages, and reads nothing', async () => {
    const WRONG = [
      [{ surface: 'deck' }, 'no surface'],
      [{ page: 'weg' }, 'Page', 'weg'],
      [{ actions: [{ on: 'press', does: 'page', pageTurn: 'goto', toPage: '消えた' }] }, 'Page', '消えた'],
      [{ actions: [playItem, { on: 'hold', does: 'page', pageTurn: 'goto', toPage: 'weg' }] }, 'Page', 'weg'],
      [{ kind: 'knob' }, 'Kind', 'knob', 'encoder'],
      [{ lockout: 'long' }, 'Lockout', 'long', 'above 0'],
      [{ actions: [{ ...playItem, on: 'tap' }] }, 'tap', 'press'],
      [{ actions: [playItem, playItem] }, 'Actions', 'playItem', 'a gesture that no other action has'],
      [{ actions: [{ ...playItem, operation: 'dance' }] }, 'dance'],
      [{ actions: [{ on: 'press', does: 'look', look: '' }] }, 'Look'],
      [{ light: 'left' }, 'Light', 'left'],
      [{ toggle: true, actions: [{ ...playItem, operation: 'continueItem' }] }, 'Toggle', 'true', 'false'],
      [{ interval: '0.01' }, 'Interval', '0.01', '0.1'],
    ] as const;
    await show.open(WRONG.map(([fields], index) => control({ ...fields, id: `wrong ${index}` })));
    for (const [index, [, ...parts]] of WRONG.entries()) {
      const id = `wrong ${index}`;
      const { hub } = await show.stage.send(id, { _msgid: id, ...key(0, 1) });
      should(hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
      for (const part of parts) should(logOf(id).join()).containEql(part);
    }
    should([...show.commands(), ...show.reads(), ...show.stage.out]).be.empty();
  });
});

describe('the results of the actions of a control', () => {
  const FAILED = [255, 0, 255];

  /** The key in the sidebar. */
  const report = async () => (await get('controls')).body.controls[0];

  useTimeLapse();
  const show = ControlStage.forEach();

  it('show a failure of another thing, and leave its own state and the toggle as they are', async () => {
    const other = sets('Übergabe', 0.5, { on: 'release', timeout: '0.3' });
    await show.open([control({ toggle: true, actions: [playItem, other], interval: '3600' })]);
    await show.isColoured(...DIM);
    await show.send(key(0, 1));
    await show.isColoured(...RED);
    show.hub.trouble({ operation: 'setProperty', times: 1, delay: 20_000 });
    show.receive(key(0, 0));
    await show.isColoured(...FAILED);
    await show.stage.until(() => show.stage.caught.length === 1);
    should(show.stage.caught[0]).match({ hub: { outcome: 'unknown' } });
    await show.isColoured(...RED);
    await show.send(key(0, 1));
    const item = show.commands().filter((command) => command.includes('2012'));
    should(item).eql([PLAY, OUT]);
  });

  it('do not count as the value of a fader if the hub did not get them', async () => {
    const opacity = sets('Overlay//Opacity/0', undefined, { timeout: '0.3' });
    await show.open([
      control({ surface: 'midi', control: 'cc 1/7', kind: 'fader', actions: [opacity], interval: '3600' }),
    ]);
    await show.send(controller(7, 64));
    const { value } = await report();
    should(value).be.approximately(0.5, 0.01);
    show.hub.trouble({ operation: 'setProperty', times: 1, delay: 20_000 });
    await show.send(controller(7, 32));
    should(show.stage.caught).match([{ hub: { outcome: 'unknown' } }]);
    should(await report()).match({ value, note: 'failed' });
  });

  it('are a rehearsal only if the hub would have got the command', async () => {
    await show.open([control({ actions: [stops(101)] })]);
    await post('rehearsal/config', { on: true });
    await show.send(key(0, 1));
    await show.send(key(0, 0));
    should((await report()).note).be.undefined();
    await pause(EARLIEST_MS);
    await show.send(key(0, 1));
    should((await report()).note).equal('rehearsal');
    should(show.commands()).be.empty();
  });
});

describe('controls and their hub', () => {
  const GREY = [128, 128, 128];

  useTimeLapse();
  const show = ControlStage.forEach();

  it('are unknown while the hub is lost, and show the state that is read after it', async () => {
    await show.open([control()]);
    await show.isColoured(...DIM);
    await show.send(key(0, 1));
    await show.isColoured(...RED);

    const { port } = new URL(show.hub.url);
    await show.hub.close();
    await show.isColoured(...GREY);
    // The light blinks, so that it cannot be taken for another state.
    await show.isColoured(0, 0, 0);
    await show.restart({ port: Number(port) });
    await show.isColoured(...DIM);
    should(show.reads()).containEql('/lino/rundown/101/201/items');
  });

  it('are unknown until the hub answers and while it is lost, also for a command without a readable state', async () => {
    const answer = show.hub.trouble({ operation: 'listEngines', never: true });
    await show.open([control({ actions: [{ ...playItem, operation: 'playNext' }] })]);
    await show.isColoured(...GREY);
    should(show.colours()).not.containEql(DIM);
    answer();
    await show.isColoured(...DIM);
    const { port } = new URL(show.hub.url);
    await show.hub.close();
    await show.isColoured(...GREY);
    await show.restart({ port: Number(port) });
    await show.isColoured(...DIM);
  });

  it('read one rundown once for all their items, and one property once', async () => {
    const opacity = sets('Overlay//Opacity/0', 1);
    const keys = Array.from({ length: 4 }, (_, index) =>
      control({ id: `item ${index}`, control: `key ${index}`, actions: [plays(2011 + index)], interval: '1' }),
    );
    const faders = Array.from({ length: 4 }, (_, index) =>
      control({ id: `value ${index}`, control: `key ${4 + index}`, actions: [opacity], interval: '1' }),
    );
    await show.open([...keys, ...faders]);
    await show.stage.until(
      () => show.stage.out.filter(({ payload }) => payload.value.join() !== GREY.join()).length >= 8,
    );
    const started = show.reads().length;
    await pause(3000);
    const reads = show.reads().slice(started);
    const count = (part: string) => reads.filter((path) => path.includes(part)).length;
    should(count('/items')).be.within(2, 4);
    should(count('/properties')).be.within(2, 4);
    should(reads).have.length(count('/items') + count('/properties'));
  });

  it('show a refused read, and report it once', async () => {
    await show.open([control({ actions: [sets('Missing', 1)] })]);
    await show.stage.until(() => show.stage.caught.length === 1);
    should(show.stage.caught[0]).match({
      topic: 'getProperty',
      error: { source: { id: 'control', type: 'hub-control' } },
      hub: { operation: 'getProperty', code: 'HUB_NOT_FOUND' },
    });
    await show.stage.until(() => /·|no property/.test(show.stage.status('control').text ?? ''));
    should(show.stage.status('control')).match({ fill: 'red', shape: 'dot' });
    await pause(500);
    should(show.stage.caught).have.length(1);
    should(show.colours()).not.containEql(RED);
  });

  it('end with their node, and begin again at the next deploy', async () => {
    await show.open([control(), control({ id: 'other', control: 'key 1' })]);
    const dims = () => show.colours().filter((colour) => JSON.stringify(colour) === JSON.stringify(DIM));
    await show.stage.until(() => dims().length === 2);
    await show.stage.node('control').close(true);
    const before = show.stage.out.length;
    show.receive(key(0, 1));
    await show.stage.node('other').close(true);
    const { length } = show.reads();
    await pause(1500);
    should(show.commands()).be.empty();
    should(show.reads()).have.length(length);
    should(show.stage.out).have.length(before);

    await show.stage.close();
    await show.open([control()]);
    await show.isColoured(...DIM);
  });
});
