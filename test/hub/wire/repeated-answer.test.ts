import should from 'should';
import { RepeatedAnswer } from '../../../dist/hub/wire/answer.js';

const answer = (text: string, contentType = 'application/json') => ({
  statusCode: 200,
  contentType,
  location: undefined,
  text,
});

describe('the answer to a repeated read', () => {
  it('is the same object while its text is the same', () => {
    const repeated = new RepeatedAnswer();
    const first = repeated.bodyOf(answer('{"Value":1}'));
    should(first).eql({ Value: 1 });
    should(repeated.bodyOf(answer('{"Value":1}')) === first).be.true();
    should(repeated.bodyOf(answer('{"Value":2}'))).eql({ Value: 2 });
    should(repeated.bodyOf(answer('{"Value":1}'))).eql({ Value: 1 });
  });

  it('is read again if only its type has changed', () => {
    const repeated = new RepeatedAnswer();
    should(repeated.bodyOf(answer('12', 'text/plain'))).equal('12');
    should(repeated.bodyOf(answer('12'))).equal(12);
  });

  it('fails each time while it cannot be read', () => {
    const repeated = new RepeatedAnswer();
    repeated.bodyOf(answer('{"Value":1}'));
    for (let time = 0; time < 2; time += 1)
      should(() => repeated.bodyOf(answer('{"Value":'))).throw({ code: 'HUB_BAD_ANSWER' });
    should(repeated.bodyOf(answer('{"Value":1}'))).eql({ Value: 1 });
  });
});
