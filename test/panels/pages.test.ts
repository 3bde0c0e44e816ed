import should from 'should';
import type { Source } from '../../dist/panels/gesture/gesture.js';
import { recogniseAll } from '../../dist/panels/recognise/index.js';
import { type ControlUse, newPageState, Pages } from '../../dist/panels/surface/pages.js';
import { canBeFrom } from '../../dist/panels/surface/unit.js';
import { FakeClock } from '../hub/fake-clock.js';

const KEY: ControlUse = { isButton: true, inverted: false, eachPress: false, touches: [] };

/** The message of a key of a Stream Deck. */
const key = (index: number, payload: 0 | 1) => ({ topic: index, payload });
const midi = (number: number, level: number) => ({
  midi: { channel: 1, type: 'controlchange', data: [number, level], raw: [0xb0, number, level] },
  payload: [number, level],
});

describe('the pages of a surface', () => {
  let clock: FakeClock;
  let uses: Record<string, ControlUse>;
  let pages: Pages;
  let state = newPageState();
  let count = 0;

  /** The lockout of all keys of the page *Haupt*, in ms. */
  let lockout = 0;
  const open = (...ids: string[]) => {
    const lockoutOf = (_: string, page: string) => (page === 'Haupt' ? lockout : 0);
    pages = new Pages(ids, state, clock, (control) => uses[control], lockoutOf);
  };
  /** The page of the first gesture of a new message. */
  const pageOf = (message: object, source: Source = 'streamdeck') => {
    const gestures = recogniseAll(message, source);
    count += 1;
    const arrival = pages.arrive(String(count), gestures);
    const [first] = gestures;
    return first && arrival.pageOf(first);
  };

  beforeEach(() => {
    clock = new FakeClock();
    uses = { 'key 0': KEY };
    state = newPageState();
    open('Haupt', 'Übergabe', '日本語');
  });
  const pass = (ms: number) => clock.advance(ms, async () => {});

  it('begin with the first one, and go round', () => {
    should(pages.present).equal('Haupt');
    should(pages.turnTo(pages.beside(-1))).be.true();
    should(pages.present).equal('日本語');
    pages.turnTo(pages.beside(1));
    should(pages.present).equal('Haupt');
    should(pages.turnTo('Haupt')).be.false();
  });

  it('go back to the last one, again and again', () => {
    pages.turnTo('日本語');
    pages.turnTo(pages.before);
    should(pages.present).equal('Haupt');
    pages.turnTo(pages.before);
    should(pages.present).equal('日本語');
  });

  it('stay over a deploy, unless the deploy removes them', () => {
    pages.turnTo('Übergabe');
    open('Haupt', 'Übergabe');
    should(pages.present).equal('Übergabe');
    should(pages.before).equal('Haupt');
    open('Neu', 'Haupt');
    should([pages.present, pages.before]).eql(['Neu', 'Haupt']);
    open();
    should([pages.present, pages.beside(1), pages.beside(-1)]).eql(['', '', '']);
  });

  it('own a press until its release, wherever it arrives', async () => {
    should(pageOf(key(0, 1))).equal('Haupt');
    pages.turnTo('Übergabe');
    should(pageOf(key(1, 1))).equal('Übergabe');
    should(pageOf(key(0, 0))).equal('Haupt');
    should(pageOf(key(0, 0))).equal('Übergabe');
    await pass(50);
    should(pageOf(key(0, 1))).equal('Übergabe');
  });

  it('own a press over a deploy', () => {
    pageOf(key(0, 1));
    pages.turnTo('Übergabe');
    open('Haupt', 'Übergabe');
    should(pageOf(key(0, 0))).equal('Haupt');
  });

  it('take a second press without a release as a new one, but not a bounce', async () => {
    pageOf(key(0, 1));
    pages.turnTo('Übergabe');
    await pass(299);
    should(pageOf(key(0, 1))).equal('Haupt');
    await pass(1);
    should(pageOf(key(0, 1))).equal('Übergabe');
  });

  it('take a bounce, and a second tap within the lockout, as those of the page of the first press', async () => {
    for (const [ms, page] of [
      [49, 'Haupt'],
      [50, 'Übergabe'],
    ] as const) {
      state = newPageState();
      open('Haupt', 'Übergabe');
      pageOf(key(0, 1));
      pages.turnTo('Übergabe');
      pageOf(key(0, 0));
      await pass(ms);
      should(pageOf(key(0, 1))).equal(page);
      should(pageOf(key(0, 0))).equal(page);
    }
    lockout = 1000;
    state = newPageState();
    open('Haupt', 'Übergabe');
    pageOf(key(0, 1));
    pages.turnTo('Übergabe');
    pageOf(key(0, 0));
    // An ignored press does not start the time again.
    for (const [ms, page] of [
      [400, 'Haupt'],
      [400, 'Haupt'],
      [200, 'Übergabe'],
    ] as const) {
      await pass(ms);
      should(pageOf(key(0, 1))).equal(page);
      pageOf(key(0, 0));
    }
    lockout = 0;
  });

  it('keep the state that a contact repeats on the page of its press', async () => {
    uses = { 'pin 17': KEY };
    const pin = (payload: number) => ({ topic: 'gpio/17', payload });
    should(pageOf(pin(1), 'gpio')).equal('Haupt');
    pages.turnTo('Übergabe');
    await pass(60_000);
    should(pageOf(pin(1), 'gpio')).equal('Haupt');
    should(pageOf(pin(0), 'gpio')).equal('Haupt');
    should(pageOf(pin(1), 'gpio')).equal('Übergabe');
  });

  it('take the release of an inverted contact as its press', () => {
    uses = { 'pin 17': { ...KEY, inverted: true } };
    const pin = (payload: number) => ({ topic: 'gpio/17', payload });
    should(pageOf(pin(0), 'gpio')).equal('Haupt');
    pages.turnTo('Übergabe');
    should(pageOf(pin(0), 'gpio')).equal('Haupt');
    should(pageOf(pin(1), 'gpio')).equal('Haupt');
    should(pageOf(pin(1), 'gpio')).equal('Übergabe');
  });

  it('hold no press that has no release', async () => {
    uses = { 'key 0': { ...KEY, eachPress: true } };
    pageOf(key(0, 1));
    pages.turnTo('Übergabe');
    await pass(50);
    should(pageOf(key(0, 1))).equal('Übergabe');
  });

  it('do not take the end of a fader as a press, unless it is used as a button', () => {
    should(pageOf(midi(7, 127), 'midi')).equal('Haupt');
    pages.turnTo('Übergabe');
    should(pageOf(midi(7, 126), 'midi')).equal('Übergabe');
    uses = { 'cc 1/7': KEY };
    should(pageOf(midi(7, 127), 'midi')).equal('Übergabe');
    pages.turnTo('Haupt');
    should(pageOf(midi(7, 0), 'midi')).equal('Übergabe');
  });

  it('keep a fader on the page of its touch', () => {
    uses = { 'cc 1/7': { ...KEY, isButton: false, touches: ['note 1/104'] } };
    const touch = (level: number) => ({
      midi: {
        channel: 1,
        type: level ? 'noteon' : 'noteoff',
        data: [104, level],
        raw: [level ? 0x90 : 0x80, 104, level],
      },
      payload: [104, level],
    });
    should(pageOf(touch(127), 'midi')).equal('Haupt');
    pages.turnTo('Übergabe');
    should(pageOf(midi(7, 60), 'midi')).equal('Haupt');
    should(pageOf(touch(0), 'midi')).equal('Haupt');
    should(pageOf(midi(7, 61), 'midi')).equal('Übergabe');
  });

  it('keep a pad with pressure on the page of its press', async () => {
    uses = { '/1/pad': KEY };
    const pad = (payload: number) => ({ topic: '/1/pad', payload });
    should(pageOf(pad(0.3), 'osc')).equal('Haupt');
    pages.turnTo('Übergabe');
    for (const level of [0.4, 0.5, 0.6, 0.7]) {
      await pass(250);
      should(pageOf(pad(level), 'osc')).equal('Haupt');
    }
    // The same number again: the release was lost.
    await pass(300);
    should(pageOf(pad(0.7), 'osc')).equal('Übergabe');
    should(pageOf(pad(0), 'osc')).equal('Übergabe');
  });

  it('take a hold that a device reports as a new one if its release was lost', async () => {
    const hold = (action: string) => ({ topic: 'zigbee2mqtt/rem', payload: { action }, qos: 0 });
    should(pageOf(hold('hold'), 'mqtt')).equal('Haupt');
    pages.turnTo('Übergabe');
    // A Hue dimmer repeats it every 800 ms.
    for (let count = 0; count < 5; count++) {
      await pass(800);
      should(pageOf(hold('hold'), 'mqtt')).equal('Haupt');
    }
    await pass(1000);
    should(pageOf(hold('hold'), 'mqtt')).equal('Übergabe');
    should(pageOf(hold('release'), 'mqtt')).equal('Übergabe');
  });

  it('forget what was held on a device that is lost', () => {
    pageOf(key(0, 1));
    pages.turnTo('Übergabe');
    pages.deviceLost();
    should(pageOf(key(0, 0))).equal('Übergabe');
  });

  it('give all copies of a message the page of the first one', async () => {
    const gestures = recogniseAll(key(0, 1), 'streamdeck');
    const first = pages.arrive('a', gestures);
    should(first.concerns('Haupt')).be.true();
    should(first.concerns('Übergabe')).be.false();
    pages.turnTo('Übergabe');
    should(pages.arrive('a', gestures)).equal(first);
    should(pages.arrive('a', recogniseAll(key(0, 0), 'streamdeck'))).not.equal(first);
    // A flow may use an id again.
    await pass(1);
    await pass(20);
    const again = pages.arrive('a', recogniseAll(key(1, 1), 'streamdeck'));
    should(again.concerns('Übergabe')).be.true();
  });

  it('are all concerned by a message without a gesture', () => {
    const arrival = pages.arrive('report', []);
    should(['Haupt', 'Übergabe', '日本語'].every(arrival.concerns)).be.true();
  });
});

describe('the unit of a message', () => {
  it('is the name that its device sends', () => {
    const messages: [unit: string, message: object, isFrom: boolean][] = [
      ['', key(0, 1), true],
      ['AL12', { ...key(0, 1), serialNumber: 'AL12' }, true],
      ['AL12', { ...key(0, 1), serialNumber: 'AL13' }, false],
      ['X-Touch', { ...midi(7, 1), topic: 'X-Touch' }, true],
      ['X-Touch', { ...midi(7, 1), topic: 'nanoKONTROL' }, false],
      ['3', { payload: { product_id: 1, unit_id: 3 } }, true],
      ['3', { payload: { product_id: 1, unit_id: 4 } }, false],
      ['10.0.0.7', { topic: '/1/push1', payload: 1, ip: '10.0.0.7' }, true],
      ['10.0.0.7', { topic: '/1/push1', payload: 1, ip: '10.0.0.8' }, false],
      ['pult/links', { topic: 'pult/links/take', payload: 'ON', qos: 0 }, true],
      ['pult/links', { topic: 'pult/links2/take', payload: 'ON', qos: 0 }, false],
      ['pult/links/', { topic: 'pult/links/take', payload: 'ON', qos: 0 }, true],
    ];
    for (const [unit, message, isFrom] of messages)
      should(canBeFrom(message, unit)).equal(isFrom, JSON.stringify([unit, message]));
  });

  it('can be any, if the message names none or cannot be read', () => {
    should(canBeFrom(key(0, 1), 'AL12')).be.true();
    const hostile = new Proxy({}, { get: () => assertNever() });
    should(canBeFrom(hostile, 'AL12')).be.true();
  });
});

function assertNever(): never {
  throw new Error('not readable');
}
