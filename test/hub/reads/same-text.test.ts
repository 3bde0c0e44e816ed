import should from 'should';
import { Reads } from '../../../dist/hub/reads/reads.js';
import { FakeClock } from '../fake-clock.js';

const answer = (text: string, contentType = 'application/json') => ({
  statusCode: 200,
  contentType,
  location: undefined,
  text,
});

describe('the answer to a repeated read', () => {
  const read = new Reads({ ask: async () => undefined, abandon: () => {} }, new FakeClock()).of('listEngines', {});

  it('is the same object while its text is the same', () => {
    const first = read.bodyOf(answer('{"Value":1}'));
    should(first).eql({ Value: 1 });
    should(read.bodyOf(answer('{"Value":1}')) === first).be.true();
    should(read.bodyOf(answer('{"Value":2}'))).eql({ Value: 2 });
    should(read.bodyOf(answer('{"Value":1}'))).eql({ Value: 1 });
  });

  it('is read again if only its type has changed', () => {
    should(read.bodyOf(answer('12', 'text/plain'))).equal('12');
    should(read.bodyOf(answer('12'))).equal(12);
  });

  it('fails each time while it cannot be read', () => {
    read.bodyOf(answer('{"Value":1}'));
    for (let time = 0; time < 2; time += 1)
      should(() => read.bodyOf(answer('{"Value":'))).throw({ code: 'HUB_BAD_ANSWER' });
    should(read.bodyOf(answer('{"Value":1}'))).eql({ Value: 1 });
  });
});
