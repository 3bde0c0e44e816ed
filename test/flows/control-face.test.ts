import should from 'should';
import type { Cue } from '../../dist/cues/list.js';
import { get, post } from '../nodes/endpoints/endpoints.js';
import { useTimeLapse } from '../time-lapse.js';
import { ControlStage, control, EARLIEST_MS, playItem, sets, stops, takesOut } from './control-stage.js';
import { CueStage, cueOf, set } from './cue-stage.js';
import { pause, setOpacity } from './event-stage.js';
import { LookStage } from './look-stage.js';
import { key, note } from './panel-stage.js';
import { handPause, literal, type Message, type NodeOf } from './stage.js';

const RED = [255, 0, 0];
const DIM = [64, 0, 0];
const UNKNOWN = [128, 128, 128];
/** The colours of a rehearsed state. */
const BLUE = [0, 96, 255];
const DIM_BLUE = [0, 24, 80];

/** What the deck shows: the last message of each key without its command. */
function faceOf(stage: { out: Message[] }, index = 0): Message {
  const { command: _, ...face } = stage.out.findLast(({ topic }) => topic === index)?.payload ?? {};
  return face;
}

const rehearse = (on: boolean) => post('rehearsal/config', { on });

describe('a key of a Stream Deck', () => {
  useTimeLapse();
  const show = ControlStage.forEach();
  const face = (index?: number) => faceOf(show.stage, index);
  const isShown = (expected: object, index?: number) =>
    show.stage
      .until(() => JSON.stringify(face(index)) === JSON.stringify(expected))
      .catch(() => should(face(index)).eql(expected));
  const onPage = async () => (await get('controls')).body.controls[0];
  async function tap(): Promise<void> {
    await show.send(key(0, 1));
    await show.send(key(0, 0));
    await handPause();
  }

  const READY = { value: DIM, text: 'Headlines', state: 'available' };
  const ON_AIR = { value: RED, text: 'Headlines', state: 'on air' };

  it('shows its text and its state, and the page of keys shows the same', async () => {
    await show.open([control(), control({ id: 'free', control: 'key 1', text: 'Übergabe 日本語' })]);
    await isShown(READY);
    await isShown({ ...READY, text: 'Übergabe 日本語' }, 1);
    should(await onPage()).match({ text: 'Headlines', state: 'available', colour: DIM });
    await tap();
    await isShown(ON_AIR);
  });

  it('shows the sign of a command that waits, and none if it ends at once', async () => {
    await show.open([control()]);
    await isShown(READY);
    await tap();
    await isShown(ON_AIR);
    should(show.stage.out.map(({ payload }) => payload.sign).filter(Boolean)).be.empty();
    show.hub.trouble({ operation: 'playItem', times: 1, delay: 2000 });
    show.receive(key(0, 1), key(0, 0));
    await isShown({ ...ON_AIR, sign: 'waiting' });
    await isShown(ON_AIR);
  });

  it('shows the sign of a failure for a minute, or until the next press', async () => {
    await show.open([control()]);
    await isShown(READY);
    show.hub.trouble({ operation: 'playItem', times: 2, status: 409 });
    await tap();
    await isShown({ ...READY, sign: 'failed' });
    await pause(50_000);
    should(face()).eql({ ...READY, sign: 'failed' });
    await pause(15_000);
    should(face()).eql(READY);
    await tap();
    await isShown({ ...READY, sign: 'failed' });
    await tap();
    await isShown(ON_AIR);
  });

  it('shows the sign of a second press that is awaited', async () => {
    await show.open([control({ actions: [stops(101)] })]);
    await show.stage.until(() => face().state !== undefined);
    await tap();
    await show.stage.until(() => face().sign === 'armed');
    should(face()).match({ state: 'second press' });
    await pause(10_000);
    should(face().sign).be.undefined();
  });

  it('answers in rehearsal as on air, in blue, and sends nothing', async () => {
    await show.open([control({ toggle: true })]);
    await isShown(READY);
    await rehearse(true);
    await tap();
    await isShown({ value: BLUE, text: 'Headlines', state: 'on air', sign: 'rehearsal' });
    should(await onPage()).match({ state: 'program', colour: BLUE, note: 'rehearsal' });
    await show.stage.until(() => show.stage.status('control').fill === 'blue');
    // The state stays with its sign, also while the hub is read.
    await pause(5000);
    should(face()).eql({ value: BLUE, text: 'Headlines', state: 'on air', sign: 'rehearsal' });
    await tap();
    await isShown({ value: DIM_BLUE, text: 'Headlines', state: 'available', sign: 'rehearsal' });
    await tap();
    await pause(5000);
    should(face().value).eql(BLUE);
    await rehearse(false);
    await isShown(READY);
    should(show.commands()).be.empty();
    await tap();
    await isShown(ON_AIR);
  });

  it('shows in rehearsal what is really on air, and no state while the hub is lost', async () => {
    await show.open([control({ toggle: true })]);
    await isShown(READY);
    await rehearse(true);
    await tap();
    await show.stage.until(() => JSON.stringify(face().value) === JSON.stringify(BLUE));
    await show.put('/lino/rundown/101/play/2012/0');
    await show.stage.until(() => JSON.stringify(face().value) === JSON.stringify(RED));
    // A rehearsed command does not take it out.
    await tap();
    await pause(1000);
    should(face().value).eql(RED);
    await show.hub.close();
    await show.stage.until(() =>
      show
        .colours()
        .slice(-2)
        .some((colour) => String(colour) === String(UNKNOWN)),
    );
    should(show.colours().slice(-2)).not.containEql(BLUE);
  });

  it('shows in rehearsal also what its other gestures would have left', async () => {
    await show.open([control({ actions: [playItem, takesOut({ on: 'hold' })] })]);
    await isShown(READY);
    await rehearse(true);
    // With a hold, the press acts on its release.
    show.receive(key(0, 1), key(0, 0));
    await show.stage.until(() => face().state === 'on air');
    await handPause();
    show.receive(key(0, 1));
    await pause(2000);
    show.receive(key(0, 0));
    await show.stage.until(() => face().state === 'available');
    should(face().value).eql(DIM_BLUE);
  });

  it('agrees in rehearsal with the other keys of its thing, and with other nodes that command it', async () => {
    const camera = (name: string) => [sets('Channels//ProgramChannel/0', name)];
    await show.open([
      control({ actions: camera('Übergabe') }),
      control({ id: 'second', control: 'key 1', actions: camera('カメラ 2') }),
      control({ id: 'in', control: 'key 2' }),
      control({ id: 'takeOut', control: 'key 3', actions: [takesOut()] }),
      { id: 'node', type: 'hub-linear-play', operation: 'playItem', params: playItem.params },
      {
        id: 'all',
        type: 'hub-linear-play',
        operation: 'takeOut',
        params: { engineId: literal(101), preview: literal('program') },
      },
    ]);
    const states = () => [0, 1, 2, 3].map((index) => face(index).state);
    await show.stage.until(() => states().every((state) => state && state !== 'unknown'));
    await rehearse(true);
    const send = (id: string, msg: Message) => show.stage.send(id, { _msgid: `to ${id}`, ...msg });
    await send('control', key(0, 1));
    await show.stage.until(() => String(states()) === 'on air,off,available,available');
    await send('second', key(1, 1));
    await show.stage.until(() => String(states()) === 'off,on air,available,available');
    await send('node', { payload: 1 });
    // The hub has no state for a key that only takes out.
    await show.stage.until(() => String(states()) === 'off,on air,on air,available');
    await send('takeOut', key(3, 1));
    await show.stage.until(() => String(states()) === 'off,on air,available,available');
    await send('node', { payload: 1 });
    await show.stage.until(() => face(2).state === 'on air');
    await send('all', { payload: 1 });
    await show.stage.until(() => String(states()) === 'off,on air,available,available');
    should(show.commands()).be.empty();
  });

  it('is live again at once, also if a rehearsed command ends later', async () => {
    await show.open([control({ toggle: true }), control({ id: 'plays', control: 'key 1' })]);
    await isShown(READY);
    await show.stage.send('plays', { _msgid: 'real', ...key(1, 1) });
    await isShown(ON_AIR);
    show.hub.trouble({ operation: 'takeItemOut', times: 1, delay: 1500 });
    show.receive(key(0, 1), key(0, 0));
    await pause(600);
    // It waits for the first one when the rehearsal begins and ends.
    show.receive(key(0, 1), key(0, 0));
    await rehearse(true);
    await pause(200);
    await rehearse(false);
    await pause(10_000);
    should(face()).eql(READY);
    await tap();
    await isShown(ON_AIR);
  });

  it('sends nothing for a press that began in rehearsal, and does not let it confirm a second one', async () => {
    await show.open([
      control({ actions: [playItem, takesOut({ on: 'hold' })] }),
      control({ id: 'stop', control: 'key 1', actions: [stops(101)] }),
    ]);
    await isShown(READY);
    const stop = () => show.stage.send('stop', { _msgid: `s${show.stage.completed.length}`, ...key(1, 1) });
    await rehearse(true);
    show.receive(key(0, 1));
    await stop();
    await rehearse(false);
    await pause(700);
    show.receive(key(0, 0));
    show.stage.node('stop').receive({ _msgid: 'up', ...key(1, 0) });
    await handPause();
    await stop();
    await pause(3000);
    should(show.commands()).be.empty();
    show.receive(key(0, 1), key(0, 0));
    await isShown(ON_AIR);
  });

  it('goes in and out in rehearsal also if its state is not read', async () => {
    await show.open([control({ toggle: true, interval: '0' })]);
    await show.stage.until(() => face().state === 'unknown');
    await rehearse(true);
    // In an unknown state, the first press asks.
    await tap();
    await pause(EARLIEST_MS);
    await tap();
    await tap();
    const { rows } = (await get('journal/config')).body;
    should(rows.map(({ operation }: Message) => operation)).eql(['playItem', 'takeItemOut']);
    should(show.commands()).be.empty();
  });

  it('keeps its rehearsed state after the flash of another action', async () => {
    await show.open([control({ actions: [playItem, sets('Overlay//Opacity/0', 0.5, { on: 'hold' })] })]);
    await isShown(READY);
    await rehearse(true);
    show.receive(key(0, 1));
    await show.stage.until(() => String(face().value) === String(BLUE));
    show.receive(key(0, 0));
    await handPause();
    show.receive(key(0, 1), key(0, 0));
    await show.stage.until(() => face().state === 'on air');
    await pause(3000);
    should(face().value).eql(BLUE);
  });

  it('flashes blue in rehearsal if the hub has no state for it', async () => {
    await show.open([control({ interval: '0', actions: [{ ...playItem, operation: 'playNext' }] })]);
    await show.stage.until(() => face().state === 'available');
    await rehearse(true);
    const before = show.stage.out.length;
    await tap();
    await pause(5000);
    const shown = show.stage.out.slice(before).map(({ payload: { value, state } }) => [value, state]);
    should(shown).containEql([BLUE, 'available']);
    should(face().value).eql(DIM);
    should(show.commands()).be.empty();
  });

  it('leaves a light that has no blue as it is', async () => {
    const light = (id: string, surface: string, name: string) =>
      control({
        id,
        surface,
        control: name,
        toggle: true,
        wires: [[id === 'control' ? 'out' : 'others'], ['answers']],
      });
    await show.open([light('control', 'midi', 'note 1/60'), { id: 'others', type: 'helper' }]);
    await show.stage.until(() => show.stage.status('control').text === 'available');
    await rehearse(true);
    const before = show.stage.out.length;
    await show.send(note(60, 127));
    await pause(3000);
    should(show.stage.out.slice(before)).be.empty();
    should(await onPage()).match({ state: 'available', colour: DIM });
  });

  it('shows the value of a dial on the display above it', async () => {
    const dial = control({
      ...{ control: 'dial 0', kind: 'encoder', step: '0.1', text: 'Schärfe 日本' },
      actions: [sets('Overlay//Opacity/0', undefined)],
    });
    await show.open([dial]);
    const shown = () => show.stage.out.at(-1);
    await show.stage.until(() => shown()?.payload.bar !== undefined);
    should(shown()).match({
      topic: 'dial 0',
      payload: { command: 'fillDial', text: 'Schärfe 日本', state: '1', bar: 1 },
    });
    await show.send({ topic: 'dial 0', payload: { type: 'encoder', index: 0, event: 'rotate', amount: -3 } });
    await show.stage.until(() => shown()?.payload.state === '0.7');
    should(shown()?.payload.bar).be.approximately(0.7, 1e-6);
    await show.hub.close();
    await show.stage.until(() => shown()?.payload.state === '?');
    should(shown()?.payload).eql({ command: 'fillDial', text: 'Schärfe 日本', state: '?' });
  });
});

describe('a key of a look', () => {
  useTimeLapse();
  const show = LookStage.forEach();

  it('shows the progress of its fade, and in rehearsal a blue moment', async () => {
    const recall = { on: 'press', does: 'look', look: 'Abend 日本', lookOperation: 'recall' };
    const answers: NodeOf = { id: 'answers', type: 'helper', wires: [] };
    await show.open([control({ actions: [recall] }), show.look('looks', ['opacity'], { fade: '4' }), answers]);
    await show.send('looks', { operation: 'store', look: 'Abend 日本' });
    const face = () => faceOf(show.stage);
    await show.stage.until(() => face().state === 'look on');
    await setOpacity(show.hub, 0);
    await show.stage.until(() => face().state === 'look changed');
    await rehearse(true);
    await show.send('control', key(0, 1));
    await show.send('control', key(0, 0));
    await show.stage.until(() => String(face().value) === String(BLUE));
    await show.stage.until(() => face().state === 'look changed' && !face().sign);
    await rehearse(false);
    await handPause();
    const before = show.stage.out.length;
    show.stage.node('control').receive({ _msgid: 'fade', ...key(0, 1) });
    await show.stage.until(() => face().state === 'look on');
    const bars: number[] = show.stage.out
      .slice(before)
      .flatMap(({ payload: { bar } }) => (bar === undefined ? [] : [bar]));
    should(bars.length).be.above(3);
    should(bars).eql([...bars].sort((one, other) => one - other));
    should(bars[0]).be.below(0.5);
    should(face().bar).be.undefined();
  });
});

describe('a key of a cue list', () => {
  useTimeLapse();
  const show = CueStage.forEach();
  const LIST: Record<string, Cue> = { 10: cueOf('Anfang', [set(0.1)]), 20: cueOf('終わり', [set(0.2)]) };

  it('moves in rehearsal, in blue', async () => {
    const go = control({
      actions: [{ on: 'press', does: 'cue', cueOperation: 'go' }],
      wires: [['lights'], ['answers']],
    });
    const helpers = ['lights', 'answers'].map((id): NodeOf => ({ id, type: 'helper' }));
    await show.open(LIST, {}, [go, ...helpers]);
    const face = () => faceOf({ out: show.stage.received('lights') });
    await show.stage.until(() => face().text === '10 Anfang');
    const before = face().value;
    await rehearse(true);
    await show.stage.until(() => String(face().value) === String(BLUE));
    show.stage.node('control').receive({ _msgid: 'go', ...key(0, 1) });
    await show.stage.until(() => face().text === '20 終わり');
    should(face().value).eql(BLUE);
    should(show.values).be.empty();
    await rehearse(false);
    await show.stage.until(() => face().text === '10 Anfang');
    should(face().value).eql(before);
  });
});
