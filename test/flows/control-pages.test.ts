import should from 'should';
import { surface } from '../surfaces.js';
import { useTimeLapse } from '../time-lapse.js';
import { OUT, PLAY, playItem, plays, sets, takesOut } from './control-stage.js';
import { pause } from './event-stage.js';
import { PAGES, PagesStage, turn } from './pages-stage.js';
import { key } from './panel-stage.js';
import type { Message } from './stage.js';

const OPACITY = 'Overlay//Opacity/0';
const RED = [255, 0, 0];
const DIM = [64, 0, 0];
const DARK = [0, 0, 0];
const GREY = [128, 128, 128];

describe('the pages of a surface', () => {
  useTimeLapse();
  const show = PagesStage.forEach();
  const { desk, on, openDesk: open, fromDesk: send, tap } = show;
  const present = (id: string) => show.stage.status(id).text;
  /** The last colour of a key. */
  const colour = (index: number) => show.stage.out.findLast(({ topic }) => topic === index)?.payload.value;
  const isColoured = (index: number, ...value: number[]) =>
    show.stage.until(() => JSON.stringify(colour(index)) === JSON.stringify(value));

  it('show their own keys, and make keys without a control dark', async () => {
    await open(
      desk(),
      on('', 'next', { control: 'key 4', actions: [turn('next')] }),
      on('one', 'play', { actions: [playItem] }),
      on('one', 'gone', { control: 'key 1', actions: [playItem] }),
      on('two', 'weg', { actions: [takesOut()], text: 'Weg' }),
    );
    await isColoured(0, ...DIM);
    await isColoured(1, ...DIM);
    show.stage.out.length = 0;
    await tap(4);
    await isColoured(0, ...DIM);
    should(colour(1)).eql(DARK);
    // The key with a control on both pages is not dark between.
    should(show.stage.out.filter(({ topic }) => topic === 0).map(({ payload }) => payload.value)).not.containEql(DARK);
    should(show.stage.out.find(({ topic }) => topic === 0)?.payload.text).equal('Weg');
    await tap(0);
    should(show.commands()).eql([OUT]);
    await tap(4);
    await tap(4);
    await tap(0);
    should(show.commands()).eql([OUT, PLAY]);
  });

  it('are shown by a message, by name or by number, and an unknown one names those that exist', async () => {
    await open(desk(), on('one', 'play'), on('two', 'weg', { actions: [takesOut()] }));
    await send({ page: 'übergabe' });
    should(String(show.stage.caught[0]?.error.message)).match(/Msg\.page.*Haupt, Übergabe, 日本語/s);
    await send({ page: ' Übergabe '.normalize('NFD') });
    await tap(0);
    should(show.commands()).eql([OUT]);
    await send({ page: 1 });
    await tap(0);
    should(show.commands()).eql([OUT, PLAY]);
    for (const page of [0, 4, 1.5, '', true, null]) {
      show.stage.caught.length = 0;
      await send({ page });
      should(show.stage.caught[0]?.hub).match({ code: 'BAD_INPUT', outcome: 'not-sent' });
    }
    await tap(0);
    should(show.commands()).eql([OUT, PLAY, PLAY]);
  });

  it('let the message of a press be about a page, too', async () => {
    await open(desk(), on('one', 'play'), on('two', 'weg', { actions: [takesOut()] }));
    await send({ ...key(0, 1), page: 'Übergabe' });
    should(show.commands()).eql([PLAY]);
  });

  it('go to a page, back to the last one, and to the one before', async () => {
    await open(
      desk(),
      on('', 'goto', { control: 'key 1', actions: [turn('goto', 'three')] }),
      on('', 'back', { control: 'key 2', actions: [turn('back')] }),
      on('', 'previous', { control: 'key 3', actions: [turn('previous')] }),
      on('three', 'play'),
    );
    const pages = () => show.answers.map(({ page }) => page);
    await tap(1);
    await tap(2);
    await tap(2);
    await tap(3);
    should(pages()).eql(['日本語', 'Haupt', '日本語', 'Übergabe']);
    // The key of the page that is shown is lit, and has its name.
    await send({ page: '日本語' });
    should(show.stage.out.findLast(({ topic }) => topic === 1)?.payload).match({ text: '日本語' });
    const lit = colour(1);
    await send({ page: 'Haupt' });
    should(colour(1)).not.eql(lit);
  });

  it('stay over a deploy, and begin with the first one', async () => {
    const parts = [desk(), on('one', 'play'), on('two', 'weg', { actions: [takesOut()] })];
    await open(...parts);
    await send({ page: 'Übergabe' });
    await show.stage.deploy(
      (flow) => flow.map((node) => (node.id === show.deskId ? { ...node, name: 'Neu' } : node)),
      'full',
    );
    await tap(0);
    should(show.commands()).eql([OUT]);
    const without = PAGES.filter(({ id }) => id !== 'two');
    await show.stage.deploy(
      (flow) => flow.map((node) => (node.id === show.deskId ? { ...node, pages: without } : node)),
      'nodes',
    );
    await tap(0);
    should(show.commands()).eql([OUT, PLAY]);
  });

  it('read no state of a hidden control, and read it at once when its page comes', async () => {
    await open(
      desk(),
      on('one', 'play', { interval: '1' }),
      on('two', 'opacity', { control: 'key 1', interval: '1', actions: [sets(OPACITY, 1)] }),
    );
    await isColoured(0, ...DIM);
    await pause(20_000);
    const ofOpacity = () => show.reads().filter((line) => line.includes('Opacity'));
    should(ofOpacity().length).be.belowOrEqual(2);
    const before = ofOpacity().length;
    const reads = show.reads().length;
    await send({ page: 'Übergabe' });
    await pause(300);
    should(ofOpacity().length).be.within(before + 1, before + 2);
    await pause(5000);
    // The other page is asleep now.
    const items = show
      .reads()
      .slice(reads)
      .filter((line) => line.includes('/items'));
    // The names for a press on a slow hub are also read then, and every 10 s.
    should(items.length).be.belowOrEqual(2);
  });

  it('never show an old state when their page comes: it is unknown until it is read', async () => {
    await open(desk(), on('one', 'play', { interval: '1', actions: [plays(2013)] }));
    await isColoured(0, ...DIM);
    await send({ page: 'Übergabe' });
    should(colour(0)).eql(DARK);
    should(present('play')).equal('Haupt');
    await show.put('/lino/rundown/101/play/2013/0');
    await pause(3000);
    show.hub.trouble({ operation: 'listLinearItems', delay: 1000 });
    show.hub.trouble({ operation: 'batch', delay: 1000 });
    await send({ page: 'Haupt' });
    // Another reader of the list may have an answer that is new enough.
    should([GREY, RED]).containEql(colour(0));
    await isColoured(0, ...RED);
  });

  it('keep the toggle of a key that is held while its page goes', async () => {
    await open(
      desk(),
      on('one', 'toggle', { toggle: true, actions: [playItem, { ...turn('next'), on: 'hold' }], holdTime: '1' }),
    );
    await isColoured(0, ...DIM);
    await send(key(0, 1));
    await send({ page: 'Übergabe' });
    await pause(200);
    await send(key(0, 0));
    should(show.commands()).eql([PLAY]);
  });

  it('do not ask for a second press on a key that is let go after its page went', async () => {
    // Node-RED reads JSON later than a number.
    const itemId = { type: 'json', value: '2012' };
    const play = { ...playItem, params: { ...playItem.params, itemId } };
    await open(desk(), on('one', 'toggle', { toggle: true, actions: [play, { ...turn('next'), on: 'hold' }] }));
    await isColoured(0, ...DIM);
    await send(key(0, 1), { page: 'Übergabe' }, key(0, 0));
    await show.commanded(1);
    should(show.commands()).eql([PLAY]);
  });

  it('do a hold that another page was shown in between, and no hold of a key that was let go', async () => {
    const hold = { ...takesOut(), on: 'hold' };
    await open(
      desk(),
      on('one', 'both', { actions: [playItem, hold], holdTime: '0.6' }),
      on('two', 'other', { actions: [plays(2013)] }),
    );
    await send(key(0, 1), { page: 2 });
    await pause(1000);
    await send(key(0, 0));
    should(show.commands()).eql([OUT]);
    await send({ page: 1 }, key(0, 1), { page: 2 }, key(0, 0));
    await pause(1000);
    should(show.commands()).eql([OUT, PLAY]);
  });

  it('take the lights of a control along that a deploy moves to another page', async () => {
    await open(desk(), on('one', 'play', { control: 'key 1' }), on('two', 'weg', { actions: [takesOut()] }));
    await isColoured(1, ...DIM);
    await show.stage.deploy(
      (flow) => flow.map((node) => (node.id === 'play' ? { ...node, page: 'two' } : node)),
      'nodes',
    );
    await isColoured(1, ...DARK);
    await send({ page: 'Übergabe' });
    await isColoured(1, ...DIM);
  });

  it('do not fire the key of the new page if the key that turns it bounces or is tapped twice', async () => {
    await open(
      desk(),
      on('one', 'next', { control: 'key 1', lockout: '0.3', actions: [turn('next')] }),
      on('two', 'play', { control: 'key 1', actions: [playItem] }),
    );
    await send(key(1, 1), key(1, 0), key(1, 1), key(1, 0));
    should(show.commands()).be.empty();
    await pause(400);
    await tap(1);
    should(show.commands()).eql([PLAY]);
  });

  it('take a press on a new page within the lockout that its key had on the old one', async () => {
    await open(
      desk(),
      on('one', 'weg', { lockout: '3', actions: [takesOut()] }),
      on('two', 'play', { actions: [playItem] }),
    );
    await tap(0);
    await send({ page: 'Übergabe' });
    await tap(0);
    should(show.commands()).eql([OUT, PLAY]);
  });

  it('switch off the contact of a hidden control, whose message names no pin', async () => {
    const lamp = (id: string) => ({ wires: [[id], []], interval: '0', actions: [sets(OPACITY, 1)] });
    const shown = (id: string) => ({ id, type: 'helper', wires: [] });
    await open(
      desk({}, 'gpio'),
      shown('lamp17'),
      shown('lamp18'),
      on('one', 'pin17', {
        control: 'pin 17',
        states: [{ state: 'unknown', colour: '#ffffff', blink: false }],
        ...lamp('lamp17'),
      }),
      on('two', 'pin18', {
        control: 'pin 18',
        states: [{ state: 'unknown', colour: '#ffffff', blink: false }],
        ...lamp('lamp18'),
      }),
    );
    const last = (id: string) => show.stage.received(id).at(-1)?.payload;
    await show.stage.until(() => last('lamp17') === 1);
    await send({ page: 'Übergabe' });
    should([last('lamp17'), last('lamp18')]).eql([0, 1]);
  });

  it('belong to the unit that the messages name', async () => {
    const left = desk({ id: 'left', unit: 'AL12' });
    const right = desk({ id: 'right', unit: 'AL13' });
    await open(
      left,
      right,
      on('one', 'play', { surface: 'left' }),
      on('one', 'weg', { surface: 'right', actions: [takesOut()] }),
    );
    await send({ ...key(0, 1), serialNumber: 'AL13' }, { ...key(0, 0), serialNumber: 'AL13' });
    should(show.commands()).eql([OUT]);
    await send({ ...key(0, 1), serialNumber: 'AL12' });
    should(show.commands()).eql([OUT, PLAY]);
    // A message that names none can be from each.
    await send(key(0, 0), key(0, 1));
    should(show.commands().length).equal(4);
  });

  it('are not shown by a message that names the other unit', async () => {
    const [left, right] = [`${show.deskId}-links`, `${show.deskId}-rechts`];
    await open(
      desk({ id: left, unit: 'AL12' }),
      desk({ id: right, unit: 'AL13' }),
      on('one', 'play', { surface: left }),
      on('two', 'weg', { surface: right, actions: [takesOut()] }),
    );
    await send({ page: 'Übergabe', serialNumber: 'AL13' });
    await send({ ...key(0, 1), serialNumber: 'AL12' }, { ...key(0, 1), serialNumber: 'AL13' });
    await show.commanded(2);
    should(show.commands()).eql([PLAY, OUT]);
    // A MIDI controller may turn the pages of both.
    await send({ page: '日本語', topic: 'nanoKONTROL', midi: {} });
    should([present('play'), present('weg')]).eql(['Haupt', 'Übergabe']);
  });

  it('are shown by a message with any payload that is no gesture of the device', async () => {
    await open(desk(), on('one', 'play'), on('two', 'weg', { actions: [takesOut()] }));
    // An inject node sends the time.
    await send({ page: 'Übergabe', topic: '', payload: 1_790_000_000_000 });
    await tap(0);
    should(show.commands()).eql([OUT]);
  });

  it('know a press and its release that a flow sends with one id', async () => {
    const own = { control: 'key', light: '-' };
    await open(
      surface('template', { id: show.deskId, pages: PAGES }),
      on('one', 'play', own),
      on('two', 'weg', { ...own, actions: [takesOut()] }),
    );
    const both = (_msgid: string) =>
      send({ _msgid, topic: 'key', payload: true }, { _msgid, topic: 'key', payload: false });
    await both('a');
    await send({ page: 2 });
    await both('b');
    should(show.commands()).eql([PLAY, OUT]);
  });

  it('lose no press of a message with the id of another release', async () => {
    await open(desk(), on('one', 'play'), on('two', 'weg', { control: 'key 1', actions: [takesOut()] }));
    await send(key(0, 1), { page: 2 });
    const deck = show.stage.node('deck') as unknown as { send(msg: Message): void };
    for (const msg of [key(0, 0), key(1, 1)]) deck.send({ ...msg, _msgid: 'parts' });
    await show.commanded(2);
    should(show.commands()).eql([PLAY, OUT]);
  });

  it('give a light of every page back when that of a page goes', async () => {
    await open(desk(), on('', 'all', { text: 'Alle' }), on('one', 'own', { actions: [plays(2013)], text: 'Eigen' }));
    await isColoured(0, ...DIM);
    await show.put('/lino/rundown/101/play/2013/0');
    await isColoured(0, ...RED);
    await send({ page: 2 });
    should(show.stage.out.findLast(({ topic }) => topic === 0)?.payload).match({ text: 'Alle', value: DIM });
  });

  it('do not take the first press of a contact on a new page as its state at the start', async () => {
    const pin = (payload: number) => ({ topic: 'gpio/17', payload });
    const own = { control: 'pin 17', light: '-' };
    await open(
      surface('gpio', { id: show.deskId, pages: PAGES }),
      on('one', 'play', own),
      on('two', 'weg', { ...own, actions: [takesOut()] }),
    );
    await send(pin(0), { page: 2 }, pin(1));
    should(show.commands()).eql([OUT]);
  });

  it('own the press of a number at a control that acts on all of them', async () => {
    const actions = [playItem, { ...takesOut(), on: 'release' }];
    await open(
      surface('osc', { id: show.deskId, pages: PAGES }),
      on('one', 'play', { control: '*', light: '-', actions }),
    );
    const push = (payload: number) => ({ topic: '/1/push1', payload });
    await send(push(1), { page: 2 }, push(0));
    should(show.commands()).eql([PLAY, OUT]);
  });

  it('make a lamp of MQTT dark with its own word for off', async () => {
    const states = [{ state: 'off', value: 'AUS' }];
    await open(surface('mqtt', { id: show.deskId, pages: PAGES }), on('one', 'lit', { light: 'lampe/1', states }));
    await show.stage.until(() => show.light !== undefined);
    await send({ page: 2 });
    should(show.light).match({ topic: 'lampe/1', payload: 'AUS' });
  });

  it('send all lights of a page with 32 keys at once', async () => {
    const keys = (page: string) =>
      Array.from({ length: 32 }, (_, index) =>
        on(page, `${page}-${index}`, { control: `key ${index}`, actions: [plays(2012)], text: `${page} ${index}` }),
      );
    await open(desk({ size: '32' }), ...keys('one'), ...keys('two'));
    await isColoured(31, ...DIM);
    show.stage.out.length = 0;
    show.stage.node('one-0').receive({ _msgid: 'page', page: 'Übergabe' });
    // In one turn of the event loop, whatever the machine does besides.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    const shown = new Set(
      show.stage.out.filter(({ payload }) => payload.text?.startsWith('two')).map(({ topic }) => topic),
    );
    should(shown.size).equal(32);
  });

  it('let a control that cannot start report the messages of its own key, also of a Mackie Control', async () => {
    const raw = [0x90, 16, 127];
    await open(desk({}, 'mcu'), on('nine', 'mute', { control: 'mute 1' }), on('nine', 'solo', { control: 'solo 1' }));
    show.stage.caught.length = 0;
    await send({ payload: raw.slice(1), midi: { raw, channel: 1, type: 'noteon', data: raw.slice(1) } });
    should(show.stage.caught.map(({ error }) => error.source.id)).eql(['mute']);
  });

  it('let a control that cannot start report nothing about the same key of another deck', async () => {
    const [left, right] = [`${show.deskId}-links`, `${show.deskId}-rechts`];
    await open(
      desk({ id: left, unit: 'AL12' }),
      desk({ id: right, unit: 'AL13' }),
      on('nine', 'play', { surface: left }),
      on('one', 'weg', { surface: right, actions: [takesOut()] }),
    );
    show.stage.caught.length = 0;
    await send({ ...key(0, 1), serialNumber: 'AL13' });
    should(show.stage.caught).be.empty();
    await send({ ...key(0, 1), serialNumber: 'AL12' });
    should(show.stage.caught.map(({ error }) => error.source.id)).eql(['play']);
  });

  it('stop a control on a page that its surface does not have', async () => {
    await open(desk(), on('nine', 'play'));
    should(present('play')).not.be.undefined();
    await send(key(0, 1));
    should(show.commands()).be.empty();
  });
});
