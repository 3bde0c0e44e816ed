import should from 'should';
import { pause } from './event-stage.js';
import { lamp, lampOn, OTHERS } from './lamp-stage.js';
import { perform, type Stage } from './stage.js';

/** Before that, in ms, nothing is sent: whoever is behind the lamp may not listen yet. */
const STARTING = 300;

describe('hub-lamp', () => {
  let stage: Stage;
  afterEach(() => stage.close());
  const { out, says, tell } = lampOn(() => stage);

  describe('for a fader with a motor', () => {
    const openFader = async (fields: object = {}) => {
      const fader = { surface: 'midiFader', control: 'cc 1/7', touch: 'note 1/104', mode: 'rest' };
      stage = await perform(undefined, [lamp({ ...fader, ...fields })]);
      await pause(STARTING);
    };
    const hubSays = (payload: unknown) => tell({ payload, hub: { operation: 'getProperty', params: {}, at: 1 } });
    const moves = (value: number) =>
      tell({
        payload: [7, value],
        midi: { channel: 1, type: 'controlchange', data: [7, value], raw: [0xb0, 7, value] },
      });
    const touches = (on: boolean) =>
      tell({ payload: [104, on ? 127 : 0], midi: { channel: 1, type: 'noteon', data: [104, on ? 127 : 0] } });

    it("moves it to the hub's value, within its range", async () => {
      await openFader({ low: '-10', high: '10' });
      await says('no value yet');
      await hubSays(0);
      await hubSays({ Value: 10 });
      await hubSays(10);
      await hubSays(99);
      await hubSays(-99);
      should(out().map(({ payload }) => payload)).eql([
        [0xb0, 7, 64],
        [0xb0, 7, 127],
        [0xb0, 7, 0],
      ]);
      await says('follows the hub');
    });

    it('leaves it where it is when nobody knows the value', async () => {
      await openFader();
      await hubSays(0.5);
      await hubSays('unknown');
      should(out()).have.length(1);
      should(stage.caught).be.empty();
    });

    it('never while a hand is on it, and then to the newest value', async () => {
      await openFader();
      await touches(true);
      await says('touched');
      for (const payload of [0.1, 0.2, 1]) await hubSays(payload);
      await moves(64);
      await pause(700);
      should(stage.out).be.empty();
      await touches(false);
      await stage.until(() => stage.out.length > 0);
      should(out()).eql([{ payload: [0xb0, 7, 127] }]);
    });

    it('after rest, or at once where it needs that', async () => {
      await openFader();
      await moves(64);
      await hubSays(1);
      should(stage.out).be.empty();
      await stage.until(() => stage.out.length === 1);
      await stage.close();
      await openFader({ mode: 'echo', surface: 'oscFader', control: '/1/fader1' });
      await tell({ topic: '/1/fader1', payload: 0.5 });
      await hubSays(0.25);
      should(out()).eql([{ topic: '/1/fader1', payload: 0.25 }]);
    });

    for (const mode of ['rest', 'echo'])
      it(`of 14 bits by a pair of controllers, the upper half first (${mode})`, async () => {
        await openFader({ mode, surface: 'midiPair', control: 'cc 1/7', touch: '' });
        const lower = (value: number) =>
          tell({ payload: [39, value], midi: { channel: 1, type: 'controlchange', data: [39, value] } });
        await hubSays(1);
        await moves(127);
        await lower(126);
        await hubSays(8193 / 16383);
        if (mode === 'rest') should(stage.out).have.length(2);
        await stage.until(() => stage.out.length >= 4);
        const last = out().slice(-2);
        should(last).eql([{ payload: [0xb0, 7, 64] }, { payload: [0xb0, 39, 1] }]);
      });

    it('listens to no other control, and to nothing that is no number', async () => {
      await openFader();
      await tell({ payload: [8, 1], midi: { channel: 1, type: 'controlchange', data: [8, 1] } });
      should(stage.out).be.empty();
      // What hub-panel has made of the fader's own move.
      await tell({ payload: 3.5, gesture: { source: 'midi', control: 'cc 1/7', kind: 'fader', value: 0.35 } });
      should(stage.out).be.empty();
      const { error } = await hubSays('loud');
      should(error.message).match(/"loud".*a number/);
      await hubSays(1);
      await stage.until(() => stage.out.length === 1);
      await tell({ reset: true });
      should(out().map(({ payload }) => payload[2])).eql([127, 127]);
    });

    it('is not moved by packets of other controls, and blames none of them', async () => {
      await openFader({ surface: 'oscFader', control: '/1/fader1', touch: '/1/fader1/z' });
      await hubSays(0.5);
      for (const msg of OTHERS) await tell(msg);
      await tell({ topic: '/1/fader2', payload: 0.9 });
      await hubSays('unknown');
      should(out()).eql([{ topic: '/1/fader1', payload: 0.5 }]);
      should(stage.caught).be.empty();
      for (const payload of [{ foo: 1 }, 'loud', [1, 2, 3], undefined])
        should((await tell({ payload })).error.message).match(/a number/);
      should(stage.caught).have.length(4);
    });

    it('is sent there again at the chosen pace, but not while a hand is on it or nobody knows the value', async () => {
      await openFader({ repeat: '1' });
      await hubSays(1);
      await stage.until(() => stage.out.length >= 2);
      await touches(true);
      const touched = stage.out.length;
      await pause(1200);
      should(stage.out).have.length(touched);
      await touches(false);
      await stage.until(() => stage.out.length >= touched + 2);
      await hubSays('unknown');
      await says('no value yet');
      const lost = stage.out.length;
      await pause(1200);
      should(stage.out).have.length(lost);
      await hubSays(1);
      should(out()).matchEach({ payload: [0xb0, 7, 127] });
      should(stage.out).have.length(lost + 1);
    });

    it('sends nothing after its end', async () => {
      await openFader();
      await moves(64);
      await hubSays(1);
      await stage.node('lamp').close();
      await pause(700);
      should(stage.out).be.empty();
    });
  });
});
