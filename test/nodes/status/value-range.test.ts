import should from 'should';
import { ValueRange } from '../../../dist/nodes/status/value-range.js';

const TIMESTAMP = 1763899999999;

describe('a value far outside the earlier ones', () => {
  it('is a timestamp as the first value, but no other number', () => {
    should(new ValueRange().add('Opacity', TIMESTAMP)).be.true();
    should(new ValueRange().add('Frame', 90_000)).be.false();
  });

  it('is a thousand times as large as the largest before it', () => {
    const range = new ValueRange();
    for (const value of [0, 1, 0.5]) should(range.add('Opacity', value)).be.false();
    should(range.add('Opacity', 999)).be.false();
    should(range.add('Opacity', -999_000)).be.true();
  });

  it('does not extend the range', () => {
    const range = new ValueRange();
    for (const value of [1, TIMESTAMP]) range.add('Opacity', value);
    should(range.add('Opacity', TIMESTAMP)).be.true();
    should(range.add('Opacity', 1)).be.false();
  });

  it('is judged for each property alone', () => {
    const range = new ValueRange();
    range.add('Opacity', 1);
    should(range.add('Frame', 5000)).be.false();
    should(range.add('Opacity', 5000)).be.false();
  });

  it('is never a text', () => {
    should(new ValueRange().add('Text', String(TIMESTAMP))).be.false();
  });
});
