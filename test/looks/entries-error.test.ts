import should from 'should';
import type { LookEntry } from '../../dist/looks/entries.js';
import { entriesError } from '../../dist/looks/send-values.js';

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
