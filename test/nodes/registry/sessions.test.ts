import { mock } from 'node:test';
import should from 'should';
import { WatchSession } from '../../../dist/nodes/registry/sessions.js';
import { Lifetime } from '../../../dist/nodes/runtime/lifetime.js';
import { SteppedHub } from '../../hub/stepped-hub.js';

/** The longest time that a first message may take to reach a lamp. */
const DELIVERED_MS = 300;

describe('the session of a watch', () => {
  it('has recovered after a message of this session was sent, not after one of the lost session', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { hub } = new SteppedHub();
    const session = new WatchSession(new Lifetime({ id: 'watch' } as never), hub);
    try {
      session.answered();
      const lost = session.id;
      session.failed();
      session.delivered(lost);
      session.answered();
      session.delivered(lost);
      mock.timers.tick(DELIVERED_MS);
      should(session.isFailing).be.true();
      session.delivered(session.id);
      mock.timers.tick(DELIVERED_MS);
      should(session.isFailing).be.false();
    } finally {
      session.close();
      mock.timers.reset();
      hub.close();
    }
  });
});
