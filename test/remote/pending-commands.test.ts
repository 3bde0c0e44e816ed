import should from 'should';
import { PendingCommands } from '../../dist/remote/pending-commands.js';

describe('the commands of a panel', () => {
  it('end with their answer, after their time, or when the node is closed', async () => {
    const pending = new PendingCommands();
    const ends = [100, 200, 200, 300].map((until, index) => pending.waitFor(`command-${index}`, until));
    should(pending.size).equal(4);
    const answer = { id: 'command-1', outcome: 'done' } as const;
    pending.receive(answer);
    pending.receive({ ...answer, id: 'of-another-panel' });
    pending.expire(99);
    should(pending.size).equal(3);
    pending.expire(200);
    should(pending.size).equal(1);
    pending.close();
    should(pending.size).equal(0);
    should(await Promise.all(ends)).eql([
      { outcome: 'unanswered' },
      answer,
      { outcome: 'unanswered' },
      { outcome: 'closed' },
    ]);
  });
});
