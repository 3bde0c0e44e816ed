import { createRequire } from 'node:module';
import should from 'should';
import { nodeRedMain } from '../runtime.js';
import { useTimeLapse } from '../time-lapse.js';
import { ControlStage, control, OUT, PLAY, playItem, plays, sets, takesOut } from './control-stage.js';
import { pause } from './event-stage.js';
import { controller, key, note, panel, surface } from './panel-stage.js';
import { logOf, type Message, perform } from './stage.js';

/** Called at each `done`. */
type OnComplete = (ended: { node: { id: string }; msg: Message; error?: unknown }) => void;
const { hooks } = createRequire(nodeRedMain)('@node-red/util') as {
  hooks: { add(name: string, hook: OnComplete): void; remove(name: string): void };
};

/** A fader that sets a property. */
const fader = (id: string, name: string, fields: object = {}) =>
  control({
    id,
    surface: 'midi',
    control: name,
    kind: 'fader',
    actions: [sets('Overlay//Opacity/0', undefined, fields)],
    ...fields,
  });

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

    it('without an error if its device reports the hold by a message of its own', async () => {
      const fields = { surface: 'mqtt', control: 'Übergabe/ends', light: '-', holdTime: '0.3' };
      await show.open([control({ ...fields, actions: [playItem, takesOut({ on: 'hold' })] })]);
      const action = (_msgid: string, payload: string) =>
        show.receive(named(_msgid, { topic: 'Übergabe/ends', payload, qos: 0, retain: false }));
      action('press', 'initial_press');
      await pause(100);
      action('hold', 'long_press');
      await show.stage.until(() => ended().length === 2);
      await pause(500);
      should(ended()).eql(['hold', 'press']);
      should(show.commands()).eql([OUT]);
      should(failed()).be.empty();
    });

    it('if newer values replace it, and if the node closes before the answer', async () => {
      await show.open([fader('control', 'cc 1/7', { expiry: '600', timeout: '600' })]);
      show.hub.trouble({ operation: 'setProperty', delay: 600_000 });
      show.receive(named('first', controller(7, 10)));
      await show.commanded(1);
      show.receive(named('second', controller(7, 20)), named('third', controller(7, 30)));
      await show.stage.until(() => ends.length === 1);
      should(ends).match([{ msg: 'second', error: '' }]);
      await show.stage.node('control').close();
      await show.stage.until(() => ends.length === 3);
      should(ended()).eql(['first', 'second', 'third']);
      should(failed().sort()).eql(['first', 'third']);
    });
  });

  describe('reaches a control that cannot start', () => {
    const BROKEN = {
      'a wrong setting': { kind: 'knob' },
      'no hub': { hub: 'gone' },
      'fields of a newer version': { version: 99 },
    };
    for (const [cause, fields] of Object.entries(BROKEN))
      it(`for ${cause}: it reports its own messages, and not those of others`, async () => {
        await show.open([control(fields), control({ id: 'healthy', control: 'key 1' })]);
        should(logOf('control')).have.length(1);
        const others = Array.from({ length: 50 }, (_, index) => [key(2 + (index % 30), 1), controller(7, index)]);
        show.receive(...others.flat(), { topic: 'note', payload: '日本語' });
        show.receive(named('own', key(0, 1)));
        await show.stage.until(() => show.stage.caught.length > 0);
        // A press of a control that runs, behind all of them.
        await show.stage.send('healthy', { _msgid: 'last', ...key(1, 1) });
        should(caught()).eql(['own']);
        should(ends.map(({ id, msg }) => [id, msg])).eql([
          ['control', 'own'],
          ['healthy', 'last'],
        ]);
        should(show.stage.caught[0]?.hub).match({ outcome: 'not-sent' });
        should(show.stage.status('control')).match({ fill: 'red', shape: 'ring' });
      });

    it('only at the start, if the name of its control is unreadable or blank', async () => {
      await show.open([control({ control: { key: 0 } }), control({ id: 'blank', control: '', kind: 'knob' })]);
      show.receive(key(0, 1), key(1, 1));
      show.stage.node('blank').receive({ _msgid: 'b', ...key(0, 1) });
      await show.send(named('reset', { reset: true }));
      should(caught()).eql(['reset']);
      should([...logOf('control'), ...logOf('blank')]).have.length(2);
    });

    it('once for each value of its own fader, of forty on a wire', async () => {
      const names = Array.from({ length: 38 }, (_, index) => `cc 1/${40 + index}`);
      const own = [fader('pair', 'cc 1/7', { pair: true }), fader('parameter', 'nrpn 1/300')];
      const faders = [...own, ...names.map((name) => fader(name, name))].map((each) => ({ ...each, hub: 'gone' }));
      await show.open(faders);
      const receive = (msg: Message) => {
        for (const { id } of faders) show.stage.node(id).receive({ ...msg });
      };
      for (let value = 0; value < 100; value += 1) receive(controller(41, value));
      for (const [upper, lower] of [
        [1, 0],
        [2, 64],
      ] as const) {
        receive(controller(7, upper));
        receive(controller(39, lower));
      }
      for (const [number, bits] of [
        [99, 2],
        [98, 44],
        [6, 64],
        [38, 1],
      ] as const)
        receive(controller(number, bits));
      await show.stage.until(() => show.stage.caught.length >= 103);
      await show.stage.send('pair', { _msgid: 'reset', reset: true });
      const count = (name: string) => ends.filter(({ id }) => id === name).length;
      should([count('cc 1/41'), count('pair'), count('parameter')]).eql([100, 3, 1]);
      should(ends).have.length(104);
    });
  });
});

describe('a message of a device reaches a panel that cannot start', () => {
  it('which reports those of its own control, and lets the others pass', async () => {
    const parts = [panel({ control: 'note 1/60', kind: 'knob' }), panel({ id: 'every', kind: 'knob' })];
    const stage = await perform(undefined, parts);
    try {
      for (let index = 0; index < 30; index += 1)
        await stage.send('panel', { _msgid: `other ${index}`, ...(index % 2 ? controller(7, index) : note(61, 127)) });
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
