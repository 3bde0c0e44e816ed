import should from 'should';
import { PressFilter } from '../../../dist/nodes/runtime/press-filter.js';

describe('presses', () => {
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
