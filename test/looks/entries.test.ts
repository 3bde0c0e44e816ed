import should from 'should';
import { failedEntries, type LookEntry, outcomeOf } from '../../dist/looks/entries.js';
import { listed } from '../../dist/looks/look.js';
import { entriesError } from '../../dist/looks/send-values.js';

const entriesOf = (...outcomes: LookEntry['outcome'][]): LookEntry[] =>
  outcomes.map((outcome) => ({ engine: 'Arena', node: 'Mixer', property: outcome, value: 1, outcome }));

describe('the outcome of a recall', () => {
  for (const [outcomes, expected] of [
    [[], 'done'],
    [['done', 'superseded'], 'done'],
    [['superseded'], 'superseded'],
    [['rehearsal', 'superseded'], 'rehearsal'],
    [['rehearsal', 'done'], 'done'],
    [['done', 'missing'], 'not-sent'],
    [['done', 'ambiguous', 'superseded'], 'not-sent'],
    [['rehearsal', 'launching'], 'not-sent'],
    [['away', 'refused', 'done'], 'refused'],
    [['refused', 'unknown', 'not-sent'], 'unknown'],
  ] as const)
    it(`is ${expected} with ${outcomes.join(', ') || 'no value'}`, () => {
      should(outcomeOf(entriesOf(...outcomes))).equal(expected);
    });

  it('has the values that failed', () => {
    const entries = entriesOf('done', 'missing', 'superseded', 'unread', 'rehearsal', 'refused', 'unknown', 'not-sent');
    should(failedEntries(entries).map(({ outcome }) => outcome)).eql([
      ...(['missing', 'unread', 'refused', 'unknown', 'not-sent'] as const),
    ]);
  });
});

describe('a list of names', () => {
  it('has at most five, and the number of the others', () => {
    should(listed([])).equal('');
    should(listed(['a', 'b', 'c', 'd', 'e'])).equal('a, b, c, d, e');
    should(listed(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).equal('a, b, c, d, e, … (+2)');
  });
});

const entry = (property: string, fields: Pick<LookEntry, 'outcome'> & Partial<LookEntry>): LookEntry => ({
  ...{ engine: 'Arena', node: 'Mixer', property, value: 1 },
  ...fields,
});
const refused = entry('A', { outcome: 'refused', code: 'HUB_AUTH', statusCode: 403 });

describe('the error of a recall', () => {
  it('has the code and the status of values that failed in one way', () => {
    const error = entriesError([refused, entry('B', { outcome: 'done' }), { ...refused, property: 'C' }]);
    should(error).match({ code: 'HUB_AUTH', outcome: 'refused', facts: { statusCode: 403 } });
  });

  it('has the code of the worst outcome, and no status, if they failed in several ways', () => {
    const invalid = entry('B', { outcome: 'refused', code: 'HUB_REJECTED', statusCode: 422 });
    const error = entriesError([refused, invalid, { ...refused, property: 'C' }]);
    should(error).match({ code: 'HUB_REJECTED', outcome: 'refused', facts: { statusCode: undefined } });
  });
});
