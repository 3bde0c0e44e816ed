import should from 'should';
import { MAX_VALUE, shortValue, withTime } from '../../../dist/nodes/status/status-text.js';

describe('a value in a status', () => {
  for (const [value, text] of [
    [0.5, '0.5'],
    [2 / 3, '0.667'],
    [1763899999999, '1.76e+12'],
    [-0.000012345, '-0.0000123'],
    ['Goal', '"Goal"'],
    ['A long headline', '"A long h…'],
    [true, 'true'],
    [null, 'null'],
    [[1, 2, 3], '[3]'],
    [{ x: 1, y: 2 }, '{"x":1,"y…'],
    [{ PropertyPath: 'Opacity', Value: 0.25 }, '0.25'],
  ] as const)
    it(`is ${text} for ${JSON.stringify(value)}`, () => {
      should(shortValue(value)).equal(text);
      should(text.length).be.belowOrEqual(MAX_VALUE);
    });

  it('is followed by its time', () => {
    should(withTime('0.5', new Date(2026, 10, 23, 21, 25, 7))).equal('0.5 · 21:25');
  });
});
