import should from 'should';
import { toLampMessage, toUnknown } from '../../dist/remote/command-payload.js';

describe('the message to a lamp of a panel', () => {
  it('has the payload, its item and its origin, without ids of this Node-RED', () => {
    const hub = { operation: 'getProperty', at: 1, config: 'a1' };
    should(toLampMessage({ _msgid: 'x', topic: 't', payload: false, hub, item: { id: 1 } })).eql({
      payload: false,
      hub: { operation: 'getProperty', at: 1 },
      item: { id: 1 },
    });
    should(toLampMessage({ topic: 't', payload: 1 })).eql({ payload: 1 });
  });

  it('of an unknown state keeps the fields that separate reads from commands', () => {
    const origin = { operation: 'x'.repeat(100), area: 'linear', outcome: 'done' };
    const unknown = { payload: 'unknown', hub: origin };
    should(toUnknown('title', { payload: 1, item: {}, hub: { ...origin, params: {}, at: 1 } })).eql(unknown);
    should(toUnknown('title', { hub: { operation: 'x'.repeat(101), area: 5 } })).eql({ payload: 'unknown', hub: {} });
    // A panel that chooses lamps by the look or the cue list also gets their unknown state.
    for (const name of ['look', 'cues'])
      should(toUnknown('Übergabe', { payload: 'on', hub: { [name]: 'Übergabe', at: 1 } })).eql({
        ...{ payload: 'unknown', hub: { [name]: 'Übergabe' } },
      });
    should(toUnknown('title', { hub: 'x' })).eql({ payload: 'unknown', hub: {} });
  });

  it('of an unknown state has the words of hub-event without an origin', () => {
    should(toUnknown('connection', { payload: 'connected' })).eql({ payload: 'connecting' });
    should(toUnknown('title', { payload: 1 })).eql({ payload: 'unknown' });
    should(toUnknown('connection', { payload: 1, hub: {} })).eql({ payload: 'unknown', hub: {} });
  });
});
