import should from 'should';
import { isWatched, remainingMs } from '../../../dist/nodes/message/message.js';

describe('the time that a command of another Node-RED may still wait', () => {
  const command = (deadline: unknown) => ({ payload: 1, remote: { id: 'a', deadline } });

  it('ends at its deadline, and is never below 0, since a sentence names it', () => {
    should(remainingMs(command(1500), 1000)).equal(500);
    should(remainingMs(command(1500), 1600)).equal(0);
  });

  it('is not limited without a deadline', () => {
    for (const deadline of [undefined, null, '1500', Number.NaN])
      should(remainingMs(command(deadline), 1000)).be.undefined();
    should(remainingMs({ payload: 1 }, 1000)).be.undefined();
  });
});

describe('a message of a watch', () => {
  const watched = { payload: 1, changed: ['Value'], hub: { operation: 'getProperty' } };

  it('is no longer one if a dashboard sends the input of its user in it', () => {
    should(isWatched(watched)).be.true();
    should(isWatched({ ...watched, _client: { socketId: 'a' } })).be.false();
    should(isWatched({ ...watched, changed: undefined })).be.false();
    should(isWatched({ ...watched, hub: {} })).be.false();
  });
});
