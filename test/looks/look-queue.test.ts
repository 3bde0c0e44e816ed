import should from 'should';
import type { Hub } from '../../dist/hub/hub.js';
import { LookQueue } from '../../dist/looks/look-queue.js';

describe('the queue of the values of looks', () => {
  const hubWith = (roomForMany: number) => ({ roomForMany }) as Hub;
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  /** A queue, and the ends of its values in their order. */
  function stage(room: number) {
    const queue = LookQueue.of(hubWith(room));
    const ended: string[] = [];
    const enter = (key: string, since: number, owner: object = queue) =>
      queue.enter(key, { owner, since }).then((refusal) => ended.push(`${key}@${since} ${refusal ?? 'enters'}`));
    const next = async () => {
      await settle();
      return ended.splice(0);
    };
    return { queue, enter, next };
  }

  it('is shared by all desks of a hub, and by no other hub', () => {
    const hub = hubWith(1);
    should(LookQueue.of(hub)).equal(LookQueue.of(hub));
    should(LookQueue.of(hub)).not.equal(LookQueue.of(hubWith(1)));
  });

  it('lets as many values enter as there is room, and the next one when one leaves, in their order', async () => {
    const { queue, enter, next } = stage(2);
    for (const key of ['a', 'b', 'c', 'd']) void enter(key, 1);
    should(await next()).eql(['a@1 enters', 'b@1 enters']);
    queue.leave();
    should(await next()).eql(['c@1 enters']);
    queue.leave();
    queue.leave();
    should(await next()).eql(['d@1 enters']);
  });

  it('replaces a waiting value by that of a newer recall, and of the same recall', async () => {
    const { queue, enter, next } = stage(1);
    void enter('first', 0);
    void enter('a', 1);
    void enter('b', 1);
    void enter('a', 2);
    should(await next()).eql(['first@0 enters', 'a@1 superseded']);
    void enter('b', 1);
    should(await next()).eql(['b@1 superseded']);
    queue.leave();
    should(await next()).eql(['a@2 enters']);
    queue.leave();
    should(await next()).eql(['b@1 enters']);
  });

  it('refuses a value of an older recall', async () => {
    const { queue, enter, next } = stage(1);
    void enter('first', 0);
    void enter('a', 2);
    void enter('a', 1);
    should(await next()).eql(['first@0 enters', 'a@1 superseded']);
    queue.leave();
    should(await next()).eql(['a@2 enters']);
  });

  it('refuses the waiting values of an owner that closes, and no others', async () => {
    const { queue, enter, next } = stage(1);
    const [mine, theirs] = [{}, {}];
    void enter('first', 0, mine);
    void enter('a', 1, mine);
    void enter('b', 1, theirs);
    void enter('c', 1, mine);
    queue.close(mine);
    should(await next()).eql(['first@0 enters', 'a@1 closed', 'c@1 closed']);
    queue.leave();
    should(await next()).eql(['b@1 enters']);
  });
});
