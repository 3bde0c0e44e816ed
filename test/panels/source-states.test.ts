import should from 'should';
import {
  Button,
  connectionIn,
  isEmpty,
  recognise,
  reportIn,
  SourceStates,
  systemClock,
} from '../../dist/panels/index.js';
import { is07, LATER, mqtt, taiOf } from './messages.js';

/** The message of core's status node about an *mqtt in*. */
const status = (fill: string) => ({
  status: { fill, shape: 'dot', text: 'node-red:common.status', source: { id: 'in', type: 'mqtt in', name: '' } },
});
const is07Report = (message_type: string, more: object = {}) => ({
  payload: { identity: { source_id: '6a3f' }, timing: { creation_timestamp: '1:0' }, message_type, ...more },
});

describe('the states of a source', () => {
  let now: number;
  let states: SourceStates;

  beforeEach(() => {
    now = 0;
    states = new SourceStates({ ...systemClock, now: () => now });
  });

  /** True for each message that is a gesture and not only a state. */
  const gestures = (...messages: object[]) =>
    messages.map((msg) => {
      const report = connectionIn(msg) ?? reportIn(msg);
      if (report) return states.report(report) ?? 'report';
      return states.mark(recognise(msg)!).retained !== true;
    });

  it('are not gestures if IS-07 repeats a state, by its time or by its value', () => {
    const [first, second, third] = [1, 2, 3].map((second) => taiOf(Date.now() + second * 1000));
    should(gestures(is07(true, first), is07(true, first), is07(true, second))).eql([true, false, false]);
    should(gestures(is07(false, third), is07(false, third), is07(true, third))).eql([true, false, true]);
    should(gestures(is07(true, first), is07(false, first))).eql([false, true]);
  });

  it('are a press only once while an IS-07 number is not 0, and each other number is a value', () => {
    const read = (value: unknown, second: number) => {
      const { retained = false, continues = false } = states.mark(
        recognise(is07(value, taiOf(LATER + second * 1000)))!,
      );
      return [value, retained, continues];
    };
    should([0, 0.3, 0.5, 0.5, 0.3, 0, 0.5].map(read)).eql([
      [0, false, false],
      [0.3, false, false],
      [0.5, false, true],
      [0.5, true, false],
      [0.3, false, true],
      [0, false, false],
      [0.5, false, false],
    ]);
    // The first number after a restart is a state, and the next one is still the same press.
    states.report({ control: 'is07 6a3f' });
    should([0.2, 0.4].map((value, index) => read(value, 10 + index))).eql([
      [0.2, true, false],
      [0.4, false, true],
    ]);
    // So a button does not miss a release.
    const button = new Button({}, systemClock);
    const ignored = [0, 0.3, 0.5].map((value, index) =>
      button.handle(states.mark(recognise(is07(value, taiOf(LATER + (20 + index) * 1000)))!), () => {}),
    );
    should(ignored).eql([undefined, undefined, undefined]);
  });

  it('are not gestures if IS-07 retains a state and repeats it live', () => {
    const at = taiOf(Date.now());
    should(gestures({ ...is07(true, at), retain: true }, is07(true, at))).eql([false, false]);
    should(gestures(is07(true, taiOf(Date.now() + 1000)))).eql([true]);
  });

  it('are the next message after the restart of an IS-07 source', () => {
    for (const type of ['reboot', 'shutdown', 'connection_lost']) {
      gestures(is07(false));
      should(gestures(is07Report(type), is07(true), is07(false), is07(true))).eql(['report', false, true, true]);
    }
    should(gestures(is07Report('health'), is07(false), is07(true))).eql(['report', true, true]);
    // From a WebSocket, the report is still text.
    const text = JSON.stringify(is07Report('reboot').payload);
    should(reportIn({ payload: text })).eql({ control: 'is07 6a3f' });
    should([text.slice(1), text + ' '.repeat(10_000), '1'].map((payload) => reportIn({ payload }))).eql([
      ...[undefined, undefined, undefined],
    ]);
    should(reportIn(is07Report('shutdown', { identity: undefined }))).eql({ control: 'is07 event' });
  });

  for (const [name, lost, back] of [
    ['a status node reports', status('red'), status('green')],
    [
      'an IS-07 sender reports',
      is07Report('connection_status', { active: false }),
      is07Report('connection_status', { active: true }),
    ],
  ] as const)
    it(`are the first of each control within 2 s after a reconnection that ${name}`, () => {
      should(gestures(mqtt('ON'), lost, mqtt('ON'))).eql([true, 'report', true]);
      gestures(back);
      now += 1900;
      should(gestures(mqtt('ON'), mqtt('ON', { topic: 'b' }), mqtt('OFF'), mqtt('ON'))).eql([false, false, true, true]);
      now += 101;
      should(gestures(mqtt('ON', { topic: 'c' }))).eql([true]);
      // A connection without an earlier loss is not a reconnection.
      should(gestures(status('yellow'), back, mqtt('ON', { topic: 'd' }))).eql(['report', 'report', true]);
    });

  it('are not presses of a key that its device reports at once, and the next press is one', () => {
    const events: string[] = [];
    const button = new Button({}, systemClock);
    const take = (payload: number) =>
      button.handle(states.mark(recognise({ topic: 3, payload })!), (event) => events.push(event));
    take(1);
    for (const fill of ['red', 'green']) states.report(connectionIn(status(fill))!);
    button.sourceLost();
    for (const payload of [1, 0, 1]) take(payload);
    should(events).eql(['press', 'press']);
  });

  it('are gestures after a first connection, and when they are sent twice after a reconnection', () => {
    should(gestures(status('green'), mqtt('ON'))).eql(['report', true]);
    should(gestures(status('red'), status('green'))).eql(['report', 'report']);
    should(gestures(mqtt('ON'), mqtt('ON'), mqtt('ON'))).eql([false, true, true]);
    // Steps of an encoder are never a state.
    should(gestures(mqtt('{"action":"rotate_left"}', { topic: 'zigbee2mqtt/knob' }))).eql([true]);
  });

  it('are gestures after a retained IS-07 state without a time', () => {
    const untimed = (payload: object) => ({ ...payload, payload: { ...is07(true).payload, timing: {} } });
    should(gestures(untimed({ retain: true }), untimed({}), untimed({}))).eql([false, true, false]);
  });

  it('are stored for 256 controls, and the oldest is dropped first', () => {
    const state = (source_id: number) => ({ payload: { ...is07(true).payload, identity: { source_id } } });
    for (let id = 0; id < 256; id += 1) gestures(state(id));
    gestures(status('green'));
    // Each is sent again, so none is new.
    should(gestures(state(0), state(255), state(0))).eql([false, false, false]);
    gestures(state(256));
    should(gestures(state(1), state(256), state(0))).eql([false, false, true]);
  });

  it('are the first of each GPIO pin within 5 s after a start', () => {
    const pin = (number: number, payload: number) => ({ topic: `gpio/${number}`, payload });
    should(gestures(pin(17, 1))).eql([true]);
    states.start();
    should(gestures(pin(17, 1), pin(17, 0), pin(17, 1), mqtt('ON'))).eql([false, true, true, true]);
    now += 4999;
    should(gestures(pin(27, 1))).eql([false]);
    now += 1;
    should(gestures(pin(22, 1))).eql([true]);
  });

  it('come only from reports, and reading never throws', () => {
    for (const msg of [{ payload: 1, ...status('green') }, { status: { fill: 'green' } }, { payload: true }, undefined])
      should([connectionIn(msg), reportIn(msg)]).eql([undefined, undefined]);
    const hostile = new Proxy({}, { get: () => should.fail, has: () => true });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const payload of [hostile, proxy])
      for (const read of [connectionIn, reportIn, isEmpty]) should(() => read({ qos: 0, payload })).not.throw();
  });

  it('are not empty unless an MQTT message is empty', () => {
    const empty = ['', ' ', '\n', Buffer.alloc(0), null, undefined, '""', '{"action":""}', { action: null }];
    for (const payload of empty) should(isEmpty(mqtt(payload))).be.true();
    for (const payload of ['0', 0, false, {}, [], { action: 'single' }, Buffer.from('0')])
      should(isEmpty(mqtt(payload))).be.false();
    for (const payload of empty) should(isEmpty({ payload })).be.false();
  });
});
