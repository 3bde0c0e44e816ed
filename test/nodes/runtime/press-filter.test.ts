import fc from 'fast-check';
import should from 'should';
import { PressFilter } from '../../../dist/nodes/runtime/press-filter.js';
import { FakeClock } from '../../hub/fake-clock.js';

/** A press and its release, by source. */
const PANELS: Readonly<Record<string, readonly (readonly object[])[]>> = {
  midi: [[60, 0].map((second) => ({ payload: [1, second], midi: { channel: 1, type: 'noteon' } }))],
  osc: [[1, 0].map((payload) => ({ topic: '/1/push1', payload }))],
  streamdeck: [[1, 0].map((payload) => ({ topic: 0, payload }))],
  xkeys: [[1, 0].map((value) => ({ payload: { product_id: 1029, unit_id: 0, button_id: '1', value } }))],
  gpio: [[1, 0].map((payload) => ({ topic: 'gpio/17', payload }))],
  mqtt: [['ON', 'OFF'].map((payload) => ({ topic: 'take', payload, qos: 0, retain: false }))],
  // With the mouse and with the keyboard.
  dashboard: [['pointerdown', 'pointerup', 'click'], ['click']].map((types) =>
    types.map((type) => ({ topic: 'take', payload: '', _event: { type } })),
  ),
  'dashboard, without up': [['pointerdown', 'click'], ['click']].map((types) =>
    types.map((type) => ({ topic: 'cut', payload: '', _event: { type } })),
  ),
  is07: [[true, false].map((value) => ({ payload: { message_type: 'state', payload: { value } } }))],
  ember: [[true, false].map((value) => ({ payload: { contents: { identifier: 'Take', value } } }))],
  plain: [[true, false].map((payload) => ({ payload }))],
};

describe('presses', () => {
  it('fire once each if the sources are interleaved in any order', async () => {
    const pressOf = fc.record({ by: fc.constantFrom(...Object.keys(PANELS)), how: fc.nat(1) });
    await fc.assert(
      fc.asyncProperty(fc.array(pressOf), fc.infiniteStream(fc.nat()), async (presses, order) => {
        const queues = Object.entries(PANELS)
          .map(([name, variants]) =>
            presses.filter(({ by }) => by === name).flatMap(({ how }) => variants[how % variants.length]!),
          )
          .filter((queue) => queue.length > 0);
        const clock = new FakeClock();
        const press = new PressFilter({ kind: 'press', payloadIsData: false }, clock);
        let fired = 0;
        for (let open = queues; open.length > 0; open = open.filter((queue) => queue.length > 0)) {
          const { value } = order.next();
          const msg = open[value % open.length]!.shift();
          // Two equal messages of MQTT within 20 ms are copies.
          await clock.advance(20, async () => {});
          if (press.refusal(msg as never) === undefined) fired += 1;
        }
        should(fired).equal(presses.length);
      }),
    );
  });

  it('do not fire for an event with the name of a property of every object', () => {
    for (const name of ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty']) {
      const press = new PressFilter({ kind: 'press', payloadIsData: false });
      const shelly = { component: 'input:0', event: name, ts: 1.1 };
      for (const msg of [
        { topic: 'plus/events/rpc', qos: 0, payload: { method: 'NotifyEvent', params: { events: [shelly] } } },
        { topic: 'shellies/a/input_event/0', qos: 0, payload: { event: name, event_cnt: 3 } },
        {
          payload: { event_type: 'shelly.click', time_fired: '', event: { click_type: name, device: 'a', channel: 1 } },
        },
      ])
        should(press.refusal(msg as never)).equal('moved', name);
    }
  });
});
