import should from 'should';
import { useTimeLapse } from '../time-lapse.js';
import { pause } from './event-stage.js';
import { lamp, lampOn, OTHERS } from './lamp-stage.js';
import { surface } from './panel-stage.js';
import { perform, type Stage } from './stage.js';

/** The lamp sends nothing in this time after its start, in ms. */
const STARTING_MS = 300;

describe('hub-lamp', () => {
  useTimeLapse();
  let stage: Stage;
  afterEach(() => stage.close());
  const { out, showsText, sendLamp } = lampOn(() => stage);

  describe('for a fader with a motor', () => {
    const openFader = async (fields: object = {}) => {
      const fader = { surface: 'midiFader', control: 'cc 1/7', touch: 'note 1/104', mode: 'rest' };
      stage = await perform(undefined, [lamp({ ...fader, ...fields })]);
      await pause(STARTING_MS);
    };
    const hubSays = (payload: unknown) => sendLamp({ payload, hub: { operation: 'getProperty', params: {}, at: 1 } });
    const moves = (value: number) =>
      sendLamp({
        payload: [7, value],
        midi: { channel: 1, type: 'controlchange', data: [7, value], raw: [0xb0, 7, value] },
      });
    const touches = (on: boolean) =>
      sendLamp({ payload: [104, on ? 127 : 0], midi: { channel: 1, type: 'noteon', data: [104, on ? 127 : 0] } });

    it("moves it to the hub's value, within its range", async () => {
      await openFader({ low: '-10', high: '10' });
      await showsText('no value yet');
      should(stage.status('lamp')).match({ fill: 'grey', shape: 'ring' });
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
      await showsText('follows the hub');
      should(stage.status('lamp')).match({ fill: 'green', shape: 'dot' });
    });

    it('does not move it if the value is unknown', async () => {
      await openFader();
      await hubSays(0.5);
      await hubSays('unknown');
      should(out()).have.length(1);
      should(stage.caught).be.empty();
    });

    it("forgets the value if the hub's next one is not a number", async () => {
      for (const payload of [null, {}, { Value: 'Übergabe' }]) {
        await openFader();
        await hubSays(0.5);
        await showsText('follows the hub');
        await hubSays(payload);
        await showsText('no value yet');
        should(out()).have.length(1);
        should(stage.caught).have.length(1);
        await stage.close();
      }
      await openFader();
    });

    it('does not move it while a hand is on it, and then moves it to the newest value', async () => {
      await openFader();
      await touches(true);
      await showsText('touched');
      should(stage.status('lamp')).match({ fill: 'green', shape: 'ring' });
      for (const payload of [0.1, 0.2, 1]) await hubSays(payload);
      await moves(64);
      await pause(700);
      should(stage.out).be.empty();
      await touches(false);
      await stage.until(() => stage.out.length > 0);
      should(out()).eql([{ payload: [0xb0, 7, 127] }]);
    });

    it('moves it again if its surface was lost while a hand was on it', async () => {
      await openFader();
      await hubSays(0.5);
      await touches(true);
      await showsText('touched');
      for (const fill of ['red', 'green'] as const) await sendLamp(surface(fill));
      await showsText('follows the hub');
      should(out()).have.length(1);
      // IS-07.
      await sendLamp({ payload: { message_type: 'connection_status', active: false } });
      await hubSays(1);
      should(out().map(({ payload }) => payload)).eql([
        [0xb0, 7, 64],
        [0xb0, 7, 127],
      ]);
      should(stage.caught).be.empty();
    });

    it('moves it after a rest, or at once in echo mode', async () => {
      await openFader();
      await moves(64);
      await hubSays(1);
      should(stage.out).be.empty();
      await stage.until(() => stage.out.length === 1);
      await stage.close();
      await openFader({ mode: 'echo', surface: 'oscFader', control: '/1/fader1' });
      await sendLamp({ topic: '/1/fader1', payload: 0.5 });
      await hubSays(0.25);
      should(out()).eql([{ topic: '/1/fader1', payload: 0.25 }]);
    });

    for (const mode of ['rest', 'echo'])
      it(`moves a 14 bit fader by a pair of controllers, the upper half first (${mode})`, async () => {
        await openFader({ mode, surface: 'midiPair', control: 'cc 1/7', touch: '' });
        const lower = (value: number) =>
          sendLamp({ payload: [39, value], midi: { channel: 1, type: 'controlchange', data: [39, value] } });
        await hubSays(1);
        await moves(127);
        await lower(126);
        await hubSays(8193 / 16383);
        if (mode === 'rest') should(stage.out).have.length(2);
        await stage.until(() => stage.out.length >= 4);
        const last = out().slice(-2);
        should(last).eql([{ payload: [0xb0, 7, 64] }, { payload: [0xb0, 39, 1] }]);
      });

    it('shows that no value is known after a hand touched it', async () => {
      await openFader();
      await touches(true);
      await showsText('touched');
      await touches(false);
      await showsText('no value yet');
      await hubSays(1);
      await showsText('follows the hub');
    });

    it('ignores other controls, and refuses values that are not numbers', async () => {
      await openFader();
      await sendLamp({ payload: [8, 1], midi: { channel: 1, type: 'controlchange', data: [8, 1] } });
      should(stage.out).be.empty();
      // The output of hub-panel for the fader's own move.
      await sendLamp({ payload: 3.5, gesture: { source: 'midi', control: 'cc 1/7', kind: 'fader', value: 0.35 } });
      should(stage.out).be.empty();
      const { error } = await hubSays('loud');
      should(error.message).match(/a number.*"loud"/);
      await hubSays(1);
      await stage.until(() => stage.out.length === 1);
      await sendLamp({ reset: true });
      should(out().map(({ payload }) => payload[2])).eql([127, 127]);
    });

    it('does not move it for packets of other controls, and accepts them', async () => {
      await openFader({ surface: 'oscFader', control: '/1/fader1', touch: '/1/fader1/z' });
      await hubSays(0.5);
      for (const msg of OTHERS) await sendLamp(msg);
      await sendLamp({ topic: '/1/fader2', payload: 0.9 });
      await hubSays('unknown');
      should(out()).eql([{ topic: '/1/fader1', payload: 0.5 }]);
      should(stage.caught).be.empty();
      for (const payload of [{ foo: 1 }, 'loud', [1, 2, 3], undefined])
        should((await sendLamp({ payload })).error.message).match(/a number/);
      should(stage.caught).have.length(4);
    });

    it('repeats its position at the configured interval, unless a hand is on it or the value is unknown', async () => {
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
      await showsText('no value yet');
      const lost = stage.out.length;
      await pause(1200);
      should(stage.out).have.length(lost);
      await hubSays(1);
      should(out()).matchEach({ payload: [0xb0, 7, 127] });
      should(stage.out).have.length(lost + 1);
    });

    it('sends nothing after it is closed', async () => {
      await openFader();
      await moves(64);
      await hubSays(1);
      await stage.node('lamp').close();
      await pause(700);
      should(stage.out).be.empty();
    });
  });
});
