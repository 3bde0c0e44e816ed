import fc from 'fast-check';
import should from 'should';
import { recogniseAll, SOURCES } from '../../dist/panels/index.js';
import { anything } from '../flows/hostile-values.js';

describe('any message', () => {
  it('is read without an error, and gives complete gestures', () => {
    const field = fc.constantFrom('payload', 'topic', 'midi', 'qos', 'retain', '_event', '_client');
    const source = fc.option(fc.constantFrom(...SOURCES), { nil: undefined });
    fc.assert(
      fc.property(fc.dictionary(field, anything, { noNullPrototype: true }), source, (makers, as) => {
        const msg = Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make()]));
        for (const { control, kind, value = 0, raw = 0, values = [] } of recogniseAll(msg, as)) {
          should(typeof control).equal('string');
          should(['button', 'fader', 'encoder', 'pad']).containEql(kind);
          should(value >= 0 && value <= 1 && [raw, ...values].every(Number.isFinite)).be.true();
        }
      }),
      { numRuns: 2000 },
    );
    fc.assert(fc.property(anything, (make) => recogniseAll(make()).length >= 0));
  });
});
