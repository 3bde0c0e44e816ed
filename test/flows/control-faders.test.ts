import { createRequire } from 'node:module';
import should from 'should';
import { nodeRedMain } from '../runtime.js';
import { useTimeLapse } from '../time-lapse.js';
import { ControlStage, control, OUT, PLAY, playItem, plays, sets, takesOut } from './control-stage.js';
import { pause, setOpacity as setByOthers } from './event-stage.js';
import { controller, key, note, panel, surface } from './panel-stage.js';
import { fromMessage, logOf, type Message, perform } from './stage.js';

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
  useTimeLapse();
  const show = ControlStage.forEach();

  const values = () => show.hub.journal.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []));
  const setOpacity = (Value: number) => setByOthers(show.hub, Value);
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

  it('uses its curve, its ends and its range', async () => {
    await show.open([fader({ from: '0', to: '100', low: '-10', high: '10', curve: 'linear', step: '5' })]);
    for (const value of [0, 50, 100]) await show.send(controller(7, value));
    should(values()).eql([{ Value: -10 }, { Value: 0 }, { Value: 10 }]);
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

    // A surface that was away has lost the end of the touch, its positions and its texts.
    await show.send(touch(105, 127));
    await setOpacity(0.5);
    const before = sent().length;
    await show.send({ reset: true });
    await show.stage.until(() => last(0xe1)?.[2] === 64);
    await show.stage.until(() => JSON.stringify(sent().slice(before)).includes(JSON.stringify(text(7, 'Overlay'))));
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
});

describe('the ends of the messages of a control', () => {
  /** Called at each `done`. */
  type OnComplete = (ended: { node: { id: string }; msg: Message; error?: unknown }) => void;
  const { hooks } = createRequire(nodeRedMain)('@node-red/util') as {
    hooks: { add(name: string, hook: OnComplete): void; remove(name: string): void };
  };

  describe('a message of a control', () => {
    useTimeLapse();
    const show = ControlStage.forEach();
    /** The calls of `done` of the controls, in their order. The ids of the Catch and Complete nodes begin with `on`. */
    let ends: { readonly id: string; readonly msg: string; readonly error: string }[];

    beforeEach(() => {
      ends = [];
      hooks.add('onComplete.ends', ({ node: { id }, msg: { _msgid }, error }) => {
        if (!id.startsWith('on')) ends.push({ id, msg: String(_msgid), error: error ? String(error) : '' });
      });
    });
    afterEach(() => hooks.remove('*.ends'));

    const failed = () => ends.filter(({ error }) => error !== '').map(({ msg }) => msg);
    const ended = () => ends.map(({ msg }) => msg).sort();
    const caught = () => show.stage.caught.map(({ _msgid }) => _msgid);
    const named = (_msgid: string, msg: Message) => ({ ...msg, _msgid });

    describe('ends once', () => {
      it('with the error of its command', async () => {
        await show.open([control({ name: 'Übergabe', actions: [plays(9999)] })]);
        show.receive(named('down', key(0, 1)), named('up', key(0, 0)));
        await show.stage.until(() => ends.length === 2 && show.stage.caught.length === 1);
        should(ended()).eql(['down', 'up']);
        should(failed()).eql(['down']);
        should(show.stage.caught[0]).match({ _msgid: 'down', hub: { operation: 'playItem', outcome: 'refused' } });
        should(show.stage.caught[0]?.error.message).match(/9999.*\[Übergabe\]$/);
        should(show.stage.completed.map(({ _msgid }) => _msgid)).eql(['up']);
      });

      it('with the first error if both its commands failed', async () => {
        const actions = [plays(9998), plays(9999, { on: 'release' }), takesOut({ on: 'hold' })];
        await show.open([control({ actions, holdTime: '60' })]);
        show.receive(named('down', key(0, 1)), named('up', key(0, 0)));
        // The hub refuses both, one after the other.
        await show.commanded(2);
        await show.stage.until(() => ends.length === 2 && show.stage.caught.length === 1);
        await show.send({ reset: true });
        should(failed()).eql(['up']);
        should(caught()).eql(['up']);
        should(show.stage.caught[0]?.error.message).match(/9998/);
      });

      it('with the error of its hold', async () => {
        await show.open([control({ actions: [playItem, plays(9999, { on: 'hold' })], holdTime: '0.3' })]);
        show.receive(named('down', key(0, 1)));
        await show.send({ _msgid: 'reset', reset: true });
        should(ended()).eql(['reset']);
        await show.stage.until(() => show.stage.caught.length === 1);
        should(show.stage.caught[0]).match({ _msgid: 'down', hub: { operation: 'playItem', outcome: 'refused' } });
        should(failed()).eql(['down']);
        show.receive(named('up', key(0, 0)));
        await show.stage.until(() => ended().includes('up'));
        should(ended()).eql(['down', 'reset', 'up']);
        should(failed()).eql(['down']);
      });

      it('without an error if a press that may become a hold is a short one, a double one, or lost', async () => {
        const actions = [playItem, plays(9999, { on: 'hold' }), takesOut({ on: 'double' })];
        await show.open([control({ actions, holdTime: '0.3', doubleTime: '0.2' })]);
        show.receive(named('down', key(0, 1)), named('up', key(0, 0)));
        await show.stage.until(() => ends.length === 2);
        show.receive(named('second', key(0, 1)), named('end', key(0, 0)));
        await show.stage.until(() => ends.length === 4);
        await show.commanded(2);
        await pause(500);
        show.receive(named('lost', key(0, 1)), surface('red'));
        await show.stage.until(() => ended().includes('lost'));
        await pause(500);
        should(ended().filter((id) => ['down', 'up', 'second', 'end', 'lost'].includes(id))).have.length(5);
        should(failed()).be.empty();
        should(show.commands()).eql([PLAY, OUT]);
      });
    });

    describe('reaches a control that cannot start', () => {
      it('which reports its own messages, and not those of others', async () => {
        const broken: Readonly<Record<string, object>> = {
          'a wrong setting': { kind: 'knob' },
          'no hub': { hub: 'gone' },
          'fields of a newer version': { version: 99 },
        };
        const names = Object.keys(broken);
        const nodes = names.map((id) => control({ id, ...broken[id] }));
        await show.open([...nodes, control({ id: 'healthy', control: 'key 1' })]);
        const others = Array.from({ length: 50 }, (_, index) => [key(2 + (index % 30), 1), controller(7, index)]);
        for (const id of names) {
          should(logOf(id)).have.length(1);
          for (const msg of [...others.flat(), { topic: 'note', payload: '日本語' }])
            show.stage.node(id).receive({ ...msg });
          show.stage.node(id).receive(named(`own ${id}`, key(0, 1)));
        }
        await show.stage.until(() => show.stage.caught.length === names.length);
        // A press of a control that runs, behind all of them.
        await show.stage.send('healthy', { _msgid: 'last', ...key(1, 1) });
        should(ends.map(({ id, msg }) => [id, msg])).eql([
          ...names.map((id) => [id, `own ${id}`]),
          ['healthy', 'last'],
        ]);
        for (const id of names) should(show.stage.status(id)).match({ fill: 'red', shape: 'ring' });
        should(show.stage.caught.map(({ hub }) => hub.outcome)).eql(names.map(() => 'not-sent'));
      });
    });
  });

  describe('a message of a device reaches a panel that cannot start', () => {
    it('which reports those of its own control, and lets the others pass', async () => {
      const parts = [panel({ control: 'note 1/60', kind: 'knob' }), panel({ id: 'every', kind: 'knob' })];
      const stage = await perform(undefined, parts);
      try {
        for (let index = 0; index < 30; index += 1)
          await stage.send('panel', {
            _msgid: `other ${index}`,
            ...(index % 2 ? controller(7, index) : note(61, 127)),
          });
        await stage.send('panel', { _msgid: 'own', ...note(60, 127) });
        should(stage.caught.map(({ _msgid }) => _msgid)).eql(['own']);
        should(stage.completed).have.length(30);
        // Without a name, it takes every control.
        await stage.send('every', { _msgid: 'any', ...note(61, 127) });
        should(stage.caught.map(({ _msgid }) => _msgid)).eql(['own', 'any']);
      } finally {
        await stage.close();
      }
    });
  });
});
