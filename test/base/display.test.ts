import should from 'should';
import {
  cut,
  escapeReferences,
  escapeReferencesIn,
  firstName,
  printable,
  printableName,
  roundForDisplay,
} from '../../dist/base/display.js';

describe('the display of', () => {
  it('a number has four decimals, and four digits if it is below 1, with either sign', () => {
    for (const [number, rounded] of [
      [0.10000000149, 0.1],
      [0.000123456, 0.0001235],
      [0.99996, 1],
      [1.23456, 1.2346],
      [1.00004, 1],
      [1.00006, 1.0001],
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

  it('a text of a hub has no control characters', () => {
    should(printable('a\nb\u0000\u202ec\u2028Ä🎬')).equal('a\\u{a}b\\u{0}\\u{202e}c\\u{2028}Ä🎬');
    should([printableName('x'.repeat(201)), printableName(`\t${'x'.repeat(201)}`)]).eql([
      'x'.repeat(201),
      `\\u{9}${'x'.repeat(199)}…`,
    ]);
  });

  it('a text has no references of the translator', () => {
    should(escapeReferences('$t(a) $t(b) $(c)')).equal('$\u200bt(a) $\u200bt(b) $(c)');
    should(escapeReferencesIn({ name: '$t(a)', count: 7, none: undefined })).eql({
      ...{ name: '$\u200bt(a)', count: 7, none: undefined },
    });
  });
});
