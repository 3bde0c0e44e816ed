import should from 'should';
import { HubError } from '../../../dist/hub/wire/errors.js';

describe('the facts of a failure', () => {
  it('are those of its code, otherwise they do not compile', () => {
    const late = new HubError('HUB_TIMEOUT', { timeout: 5000 });
    should(late.is('HUB_TIMEOUT') && 'timeout' in late.facts && late.facts.timeout).equal(5000);
    should(late.is('HUB_AUTH')).be.false();
    // @ts-expect-error A timeout has no status.
    new HubError('HUB_TIMEOUT', { statusCode: 500 });
    // @ts-expect-error A wrong value has the allowed values.
    new HubError('BAD_INPUT', { field: 'Duration', value: '-1' });
    // @ts-expect-error The code is misspelled.
    new HubError('HUB_TIMEDOUT', { timeout: 5000 });
    // @ts-expect-error Rehearsal is an outcome, not a failure.
    new HubError('REHEARSAL');
    // @ts-expect-error Not every failure has a field.
    should(late.facts.field).be.undefined();
  });

  it('get their place later, without other changes', () => {
    const reply = { statusCode: 404, body: 'no' };
    const error = new HubError('HUB_NOT_FOUND', { statusCode: 404, said: 'no' }, { reply });
    const before = error.before('getItem', { rundownId: 1, itemId: 2 });
    should(before).match({ code: 'HUB_NOT_FOUND', outcome: 'not-sent', reply });
    should(before.facts).eql({ statusCode: 404, said: 'no', lookUp: 'getItem', lookUpOf: ['rundownId', 'itemId'] });
    should(error).match({ outcome: 'refused', facts: { statusCode: 404, said: 'no' } });
  });
});
