import fc from 'fast-check';
import should from 'should';
import { PressFilter } from '../../../dist/nodes/runtime/press-filter.js';
import { hasDeviceSign } from '../../../dist/panels/recognise/device-sign.js';
import { readGestures, reportIn } from '../../../dist/panels/recognise/index.js';
import { anything } from '../../flows/hostile-values.js';
import { FakeClock } from '../../hub/fake-clock.js';
import { families } from '../../panels/devices/index.js';
import { RECORDED_MESSAGES } from '../../panels/recorded-messages.js';

type Message = Readonly<Record<string, unknown>>;

/** Messages of each recogniser, of each family of devices, of a panel node, and of flows. */
const MESSAGES: readonly Message[] = [
  ...Object.values(RECORDED_MESSAGES).map(([msg]) => msg as Message),
  ...Object.values(families).flatMap((rows) => rows.map(({ msg }) => msg)),
  { topic: 'take', payload: true, gesture: { source: 'streamdeck', control: 'key 0', kind: 'button', pressed: true } },
  { topic: 'take', payload: '', _event: { type: 'pointerdown' }, _client: { socketId: 'a' } },
  { topic: 'take', payload: '', _event: { type: 'pointerup' }, _client: { socketId: 'a' } },
  { topic: 'desk/Übergabe', payload: 'ON', qos: 0, retain: false, remote: { id: 'c1', copy: true } },
  { payload: { message_type: 'reboot', identity: { source_id: '6a3f' } } },
  { status: { fill: 'red', source: { id: 'a' } } },
  { payload: 1764464803000, topic: '' },
  { topic: '/take' },
  { topic: 'bundle', payload: [] },
  {},
];

/** Messages that a change node may have made of a message: with an operation or a look, and without some of its fields. */
const changed = fc
  .tuple(
    fc.constantFrom(...MESSAGES),
    fc.option(fc.subarray(['topic', 'payload', 'qos', 'retain', '_event', '_client', 'midi', 'gesture', 'data'])),
    fc.constantFrom({}, { operation: 'go' }, { look: 'Übergabe' }, { operation: 'recall', look: '日本語' }),
    fc.constantFrom({}, {}, { payload: '' }, { payload: null }, { payload: 0 }, { payload: 'off' }, { retain: true }),
  )
  .map(([msg, without, asked, more]): Message => {
    const kept = Object.entries(msg).filter(([name]) => !without?.includes(name));
    return { ...Object.fromEntries(kept), ...asked, ...more };
  });

const kind = fc.constantFrom('press', 'inverted', 'single', 'double', 'hold');
const property = fc.constantFrom(undefined, { property: 'action', pressedIs: 'single', releasedIs: '' });

describe('a message without a sign of a device', () => {
  it('acts as it does after all recognisers have read it, in any order', () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(changed, fc.constantFrom(0, 0, 10, 100, 3000)), { maxLength: 20 }),
        fc.record({ kind, property, payloadIsData: fc.boolean() }),
        (sent, options) => {
          const clock = new FakeClock();
          const [quick, slow] = [new PressFilter(options as never, clock), new PressFilter(options as never, clock)];
          for (const [msg, pause] of sent) {
            clock.jump(pause);
            // This flag is a sign of a device, and means nothing to a recogniser.
            const answers = [quick.refusal(msg as never), slow.refusal({ retain: false, ...msg } as never)];
            const [one, other] = answers.map((each) => (each instanceof Promise ? 'later' : each));
            should(one).equal(other, JSON.stringify(msg));
            if (!hasDeviceSign(msg)) accepted += 1;
          }
          quick.close();
          slow.close();
        },
      ),
      { numRuns: 1000 },
    );
    should(accepted).be.above(100);
  });

  it('has no gesture and no report, also with unusual values', () => {
    const field = fc.constantFrom('payload', 'topic', 'midi', '_event', '_client', 'gesture', 'data', 'event_type');
    fc.assert(
      fc.property(fc.dictionary(field, anything, { noNullPrototype: true }), (makers) => {
        const msg = Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make()]));
        if (readGestures(msg).length > 0 || reportIn(msg)) should(hasDeviceSign(msg)).be.true();
      }),
      { numRuns: 2000 },
    );
    for (const msg of MESSAGES) if (readGestures(msg).length > 0) should(hasDeviceSign(msg)).be.true();
  });

  it('is one that only asks for an operation or a look', () => {
    for (const msg of [{}, { operation: 'go' }, { look: 'Übergabe' }, { operation: 'recall', look: '日本語' }])
      for (const payload of [undefined, null, ''])
        for (const topic of ['', 'take', '/take', 7]) should(hasDeviceSign({ ...msg, payload, topic })).be.false();
  });

  it('is none to which a change node has added an operation: a release, a retained message or a copy', () => {
    const filter = new PressFilter({ kind: 'press', payloadIsData: false }, new FakeClock());
    const asked = { operation: 'go', look: 'Übergabe' };
    const refusal = (msg: Message) => filter.refusal({ ...msg, ...asked } as never);
    const client = { socketId: 'a' };
    should(refusal({ topic: 0, payload: 0 })).equal('released');
    should(refusal({ topic: 'take', _event: { type: 'pointerup' }, _client: client })).equal('released');
    should(refusal({ retain: true })).equal('retained');
    should(refusal({ topic: 'desk/take', qos: 0 })).equal('moved');
    should(refusal({ event_type: 'home_assistant_client', topic: 'a' })).equal('moved');
    const press = { topic: 'desk/プレイ', payload: 'ON', qos: 0, retain: false };
    should(refusal({ ...press, _msgid: 'one' })).be.undefined();
    should(refusal({ ...press, _msgid: 'two' })).equal('moved');
    const entity = { entity_id: 'binary_sensor.take', old_state: { state: 'on' }, new_state: { state: 'off' } };
    should(refusal({ data: entity, topic: 'a' })).equal('released');
  });

  it('is none that cannot be read', () => {
    const filter = new PressFilter({ kind: 'press', payloadIsData: false });
    const broken = Object.defineProperty({ operation: 'go' }, 'payload', { get: () => should.fail(1, 0) });
    should(() => filter.refusal(broken as never)).throw({ code: 'BAD_INPUT' });
    should(hasDeviceSign(undefined)).be.true();
  });
});
