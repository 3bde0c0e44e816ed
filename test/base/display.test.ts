import should from 'should';
import { cut, firstName, roundForDisplay } from '../../dist/base/display.js';

describe('the display of', () => {
  it('a number has four decimals, and four digits if it is below 1, with either sign', () => {
    for (const [number, rounded] of [
      [0.10000000149, 0.1],
      [0.000123456, 0.0001235],
      [0.99996, 1],
      [1.23456, 1.2346],
      [1234.56789, 1234.5679],
      [123_456_789, 123_456_789],
      [0, 0],
    ] as const)
      should([roundForDisplay(number), roundForDisplay(-number)]).eql([rounded, rounded === 0 ? -0 : -rounded]);
  });

  it('a long text has as many characters as allowed, with the last one for the cut', () => {
    should(['abc', 'abcd', 'abcde'].map((text) => cut(text, 4))).eql(['abc', 'abcd', 'abc…']);
  });

  it('a thing has its first name that is not blank', () => {
    should(firstName(undefined, null, '', ' ', {}, 0, 'Name')).equal('0');
    should(firstName('', 'Name', 'Other')).equal('Name');
    should(firstName(undefined, '')).equal('');
  });
});
