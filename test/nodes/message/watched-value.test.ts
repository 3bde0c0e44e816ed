import should from 'should';
import { tableOperation } from '../../../dist/hub/table/operations.js';
import { ItemView, WatchedValue } from '../../../dist/nodes/message/watched-value.js';

type Sent = { payload: { Value: number }; previous?: { Value: number } };

describe('a watched value', () => {
  for (const isShared of [true, false])
    it(`does not change with the messages of the flow, if its answers are ${isShared ? '' : 'not '}shared`, () => {
      const watched = new WatchedValue(tableOperation('getProperty'), { value: (body) => body }, true);
      const read = (Value: number) => watched.update({ params: {}, at: 0, body: { Value }, isShared });
      /** The flow changes all values of the message. */
      const send = () => {
        const { payload, previous } = watched.putInto({ topic: '' } as never, {}) as Sent;
        const values = [previous?.Value, payload.Value];
        payload.Value = 99;
        if (previous) previous.Value = 99;
        return values;
      };
      should(read(1)).be.true();
      should(send()).eql([undefined, 1]);
      // Messages ask for the present value.
      should([send(), send()]).eql([
        [1, 1],
        [1, 1],
      ]);
      should(read(1)).be.false();
      should(read(2)).be.true();
      should([send(), send()]).eql([
        [1, 2],
        [2, 2],
      ]);
    });

  it('is that of another item after its node has chosen one, although the answer is the same object', () => {
    const item = new ItemView();
    const watched = new WatchedValue(tableOperation('listLinearItems'), item, false);
    const row = (id: number, program: string) => ({ id, name: 'Übergabe', status: { program, preview: 'Available' } });
    const answer = { params: {}, at: 0, body: [row(1, 'Playing'), row(2, 'Available')], isShared: true };
    item.params = { itemId: 1 };
    should(watched.update(answer)).be.true();
    watched.putInto({ topic: '' } as never, {});
    should([watched.value, watched.update(answer)]).eql(['program', false]);
    item.params = { itemId: 2 };
    should([watched.update(answer), watched.value]).eql([true, 'ready']);
  });
});
