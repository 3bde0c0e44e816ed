import should from 'should';
import { running } from '../../dist/nodes/registry/registry.js';
import { surface } from '../surfaces.js';
import { SteppedNodes } from './stepped-nodes.js';

const literal = (value: unknown) => ({ type: 'json', value: JSON.stringify(value) });

const PLAY = {
  does: 'command',
  operation: 'playItem',
  params: { engineId: literal(101), rundownId: literal(201), itemId: literal(7), preview: literal(0) },
};
const OUT = { ...PLAY, on: 'hold', operation: 'takeItemOut' };
const FADE = {
  does: 'command',
  operation: 'setProperty',
  params: { engineId: literal(1), nodePath: literal('N'), propertyPath: literal('P') },
};

/** A press and a hold do different things. */
const BOTH = { actions: [{ ...PLAY, on: 'press' }, OUT], holdTime: '0.6' };

describe('a control on the page of keys', () => {
  let nodes: SteppedNodes;
  /** The state of the item, and the value of the property. */
  let program: string;
  let value: number;
  let isLost: boolean;

  beforeEach(() => {
    isLost = false;
    program = 'Available';
    value = 5;
    nodes = new SteppedNodes();
    nodes.onSend = (asked) => {
      const { line } = asked;
      if (isLost) {
        asked.fail('HUB_CONNECTION_LOST');
        return;
      }
      if (line.includes('/play/')) program = 'Playing';
      const item = { id: 7, status: { program, preview: 'Available', online: true } };
      asked.answer(line.includes('/items') ? [item] : line.includes('/properties') ? { Value: value } : []);
    };
    nodes.deployHub('config');
  });
  afterEach(() => nodes.end());

  const sent: unknown[] = [];
  const deploy = (fields: object) => {
    sent.length = 0;
    const saved = { id: 'key', type: 'hub-control', hub: 'config', surface: 'streamdeck', control: 'key 0' };
    nodes.deploy({ ...saved, actions: [{ ...PLAY, on: 'press' }], ...fields }, (msg) => sent.push(msg));
  };
  const control = () => running.controls.get('key');
  const press = (hand = 'a') => control()?.act(hand, 'press');
  const held = (hand = 'a') => control()?.act(hand, 'held');
  const release = (hand = 'a') => control()?.act(hand, 'release');
  const cancel = (hand = 'a') => control()?.act(hand, 'cancel');
  const tap = () => {
    press();
    release();
  };
  /** The commands of the hub: play 7 or out 7. */
  const commands = () => nodes.stage.lines('PUT').map((line) => /\/(play|out)\//.exec(line)?.[1]);

  it('has its text, colour and state, and is pressed as by its device', async () => {
    const actions = [{ ...PLAY, on: 'press' }, OUT];
    deploy({ actions, text: 'Anchor', light: '-', states: [{ state: 'program', colour: '#00ff00' }] });
    await nodes.advance(500);
    should(control()).match({ hub: 'config', surface: 'surface-streamdeck', control: 'key 0', kind: 'button' });
    const common = { blink: false, text: 'Anchor', value: undefined };
    should(control()?.present()).eql({ state: 'available', colour: [64, 0, 0], ...common });
    tap();
    await nodes.advance(500);
    should(control()?.present()).eql({ state: 'program', colour: [0, 255, 0], ...common });
    // Only the answer: it has no light.
    should(sent).have.length(1);
    const gesture = { source: 'streamdeck', control: 'key 0', kind: 'button', pressed: false, client: 'editor a' };
    should(sent[0]).match({ gesture, hub: { operation: 'playItem', outcome: 'done' } });
    should(nodes.errorsOf('key')).be.empty();
    should(nodes.stage.hub.snapshot).match({ state: 'connected' });
  });

  for (const [device, fields, topic] of [
    ['its device', {}, 0],
    ['a device of another format', { surface: 'template', control: 'desk' }, 'desk'],
  ] as const)
    it(`is locked out together with ${device}`, async () => {
      deploy({ lockout: '60', ...fields });
      await nodes.advance(500);
      nodes.receive('key', { topic, payload: 1 });
      nodes.receive('key', { topic, payload: 0 });
      await nodes.advance(100);
      should(nodes.stage.lines('PUT')).have.length(1);
      tap();
      await nodes.advance(100);
      should(nodes.stage.lines('PUT')).have.length(1);
    });

  describe('with another action for a hold', () => {
    beforeEach(async () => {
      deploy(BOTH);
      await nodes.advance(500);
    });

    it('holds if its hand is still on it, and plays at a short press', async () => {
      should(control()?.holdMs).equal(600);
      press();
      await nodes.advance(200);
      should(commands()).eql([]);
      release();
      await nodes.advance(100);
      should(commands()).eql(['play']);
      press();
      await nodes.advance(600);
      held();
      await nodes.advance(100);
      should(commands()).eql(['play', 'out']);
      // It holds once, and its release does not play.
      await nodes.advance(2000);
      held();
      release();
      await nodes.advance(10_000);
      should(commands()).eql(['play', 'out']);
      tap();
      await nodes.advance(100);
      should(commands()).eql(['play', 'out', 'play']);
    });

    it('does nothing if the browser or the network is lost, and the next press acts', async () => {
      press();
      await nodes.advance(60_000);
      // A release that arrives now is of an old press.
      release();
      held();
      await nodes.advance(100);
      should(commands()).eql([]);
      tap();
      await nodes.advance(100);
      should(commands()).eql(['play']);
    });

    it('does nothing if its page loses the hand before the hold', async () => {
      press();
      await nodes.advance(300);
      cancel();
      await nodes.advance(10_000);
      should(commands()).eql([]);
      // After the hold, the end of the hand has nothing more to do.
      press();
      held();
      cancel();
      await nodes.advance(100);
      should(commands()).eql(['out']);
    });
  });

  /** The key of the device. */
  const key = (payload: 0 | 1) => nodes.receive('key', { topic: 0, payload });

  it('holds after a time that is longer than a page may be silent', async () => {
    deploy({ ...BOTH, holdTime: '8' });
    await nodes.advance(500);
    press();
    await nodes.advance(8000);
    held();
    release();
    press();
    await nodes.advance(7000);
    release();
    await nodes.advance(100);
    should(commands()).eql(['out', 'play']);
    // Its page is silent.
    press();
    await nodes.advance(13_000);
    release();
    await nodes.advance(100);
    should(commands()).eql(['out', 'play']);
  });

  it('books a hold to the hand that holds, and a short press to the hand that taps', async () => {
    deploy(BOTH);
    await nodes.advance(500);
    key(1);
    await nodes.advance(200);
    press();
    await nodes.advance(100);
    release();
    await nodes.advance(100);
    should(commands()).eql(['play']);
    press();
    await nodes.advance(500);
    should(commands()).eql(['play', 'out']);
    key(0);
    await nodes.advance(1000);
    should(commands()).eql(['play', 'out']);
    release();
    await nodes.advance(100);
    should(commands()).eql(['play', 'out', 'play']);
    // The other way round.
    press();
    await nodes.advance(100);
    key(1);
    await nodes.advance(100);
    key(0);
    await nodes.advance(500);
    held();
    release();
    await nodes.advance(100);
    should(commands()).eql(['play', 'out', 'play', 'play', 'out']);
  });

  it('keeps the hands of pages if the surface of the device is lost, and only those', async () => {
    deploy(BOTH);
    await nodes.advance(500);
    const lose = () =>
      nodes.receive('key', { status: { fill: 'red', source: { id: 'Übergabe', type: 'streamdeck' } } });
    key(1);
    press();
    lose();
    await nodes.advance(1000);
    should(commands()).eql([]);
    release();
    key(0);
    await nodes.advance(100);
    should(commands()).eql(['play']);
    press();
    await nodes.advance(600);
    held();
    lose();
    release();
    await nodes.advance(100);
    should(commands()).eql(['play', 'out']);
  });

  it('holds nothing in the lockout', async () => {
    deploy({ ...BOTH, lockout: '5' });
    await nodes.advance(500);
    tap();
    await nodes.advance(100);
    press();
    await nodes.advance(700);
    held();
    release();
    await nodes.advance(100);
    should(commands()).eql(['play']);
  });

  it('acts on a release, also if its page loses the hand', async () => {
    deploy({
      actions: [
        { ...PLAY, on: 'press' },
        { ...OUT, on: 'release' },
      ],
    });
    await nodes.advance(500);
    press();
    await nodes.advance(100);
    should(commands()).eql(['play']);
    release();
    await nodes.advance(100);
    should(commands()).eql(['play', 'out']);
    press();
    cancel();
    await nodes.advance(100);
    should(commands()).eql(['play', 'out', 'play', 'out']);
  });

  it('acts as an inverted contact', async () => {
    deploy({ inverted: true });
    await nodes.advance(500);
    press();
    await nodes.advance(100);
    should(commands()).eql(['play']);
    release();
    await nodes.advance(100);
    should(commands()).eql(['play']);
  });

  it('shows that its command is in progress, and the sentence of its failure until the next press', async () => {
    deploy({});
    await nodes.advance(500);
    const { onSend } = nodes;
    let answerLater = () => {};
    nodes.onSend = (asked) => {
      if (asked.line.includes('/play/')) answerLater = () => asked.fail('HUB_TIMEOUT');
      else onSend(asked);
    };
    tap();
    await nodes.advance(100);
    should(control()?.present()).match({ note: 'waiting' });
    answerLater();
    await nodes.advance(100);
    should(control()?.present()).match({ note: 'failed', failure: /./ });
    nodes.onSend = onSend;
    tap();
    await nodes.advance(100);
    should(control()?.present()).not.have.property('note');
    should(commands()).eql(['play', 'play']);
  });

  it('shows that its command asks for a second press, until it comes', async () => {
    const stop = { does: 'command', operation: 'stopLaunch', params: { configID: literal(101) }, secondPress: true };
    deploy({ actions: [{ ...stop, on: 'press' }] });
    await nodes.advance(500);
    tap();
    await nodes.advance(600);
    should(control()?.present()).match({ note: 'armed' });
    should(nodes.stage.lines('PUT')).be.empty();
    tap();
    await nodes.advance(500);
    should(nodes.stage.lines('PUT')).have.length(1);
    should(control()?.present().note).not.equal('armed');
  });

  it('has no place as a button, also if its property is a number', async () => {
    deploy({ actions: [{ ...FADE, on: 'press', params: { ...FADE.params, Value: literal(5) } }] });
    await nodes.advance(500);
    should(control()?.present()).match({ state: 'program', value: undefined });
  });

  it('has the place of a fader in its range', async () => {
    deploy({ surface: 'midi', control: 'cc 1/7', kind: 'fader', low: '0', high: '20', actions: [FADE] });
    await nodes.advance(500);
    should(control()?.present()).match({ state: 'program', value: 0.25 });
    value = 0;
    await nodes.advance(1500);
    should(control()?.present()).match({ state: 'off', value: 0 });
  });

  it('has the last value of a fader that reads nothing, until the hub is lost', async () => {
    const fader = { surface: 'midi', control: 'cc 1/7', kind: 'fader', interval: '0' };
    deploy({ ...fader, actions: [FADE] });
    await nodes.advance(500);
    should(control()?.present()).match({ state: 'unknown', value: undefined });
    const midi = { channel: 1, type: 'controlchange', data: [7, 127], raw: [0xb0, 7, 127] };
    nodes.receive('key', { payload: [7, 127], midi });
    await nodes.advance(100);
    should(control()?.present()).match({ value: 1 });
    await nodes.advance(2000);
    // It jumps to its position, so it needs no present value.
    should(nodes.stage.lines('GET').filter((line) => line.includes('/properties/'))).be.empty();
    isLost = true;
    await nodes.advance(10_000);
    should(control()?.present()).match({ state: 'unknown', value: undefined });
  });

  it('flashes for a second after each press of a command without a state', async () => {
    deploy({ actions: [{ ...PLAY, operation: 'playNext', on: 'press' }] });
    await nodes.advance(500);
    should(control()?.present().state).equal('available');
    tap();
    await nodes.advance(700);
    tap();
    await nodes.advance(700);
    const white = [255, 255, 255];
    should(control()?.present()).match({ state: 'available', colour: white });
    await nodes.advance(400);
    should(control()?.present().colour).not.eql(white);
  });

  it('reads nothing more on a page that is not shown when its hand has left', async () => {
    const pages = ['one', 'two'].map((id) => ({ id, name: id }));
    nodes.deploy(surface('streamdeck', { id: 'pages', pages }), () => {});
    deploy({ surface: 'pages', page: 'one', interval: '1' });
    await nodes.advance(1000);
    let reads = 0;
    const answer = nodes.onSend;
    nodes.onSend = (asked) => {
      if (asked.line.includes('/items')) reads += 1;
      answer(asked);
    };
    press();
    nodes.receive('key', { page: 'two' });
    await nodes.advance(3000);
    should(reads).be.above(0);
    // The browser is closed, and its silence ends the press.
    await nodes.advance(4000);
    reads = 0;
    await nodes.advance(10_000);
    should(reads).equal(0);
  });

  it('is gone when its node closes', async () => {
    deploy({});
    await nodes.advance(500);
    nodes.close('key');
    await nodes.settle();
    should(control()).be.undefined();
  });
});
