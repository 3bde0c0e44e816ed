import fc from 'fast-check';
import should from 'should';
import { isGrouped, numberIn, typedNumberIn } from '../../dist/base/numbers.js';

/** One comma that may separate thousands: `1,000`, `-12,345`. */
const isAmbiguous = (text: string): boolean => /^-?[1-9]\d{0,2},\d{3}$/.test(text);

const read = (texts: readonly string[]) => texts.map((text) => numberIn(text));

describe('a number in a text', () => {
  it('is the same with a point, with a comma, and as a person in Germany writes it', () => {
    // With more than 20 places, the locale rounds.
    const number = fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((each) => each === 0 || Math.abs(each) > 1e-3);
    fc.assert(
      fc.property(number, (value) => {
        const written = value.toLocaleString('de-DE', { useGrouping: false, maximumFractionDigits: 20 });
        for (const text of [String(value), String(value).replace('.', ','), ` ${written} `])
          should(numberIn(text)).equal(isAmbiguous(text.trim()) ? undefined : value + 0);
      }),
      { examples: [[0.5], [-0.125], [1.234], [-12.345], [1234.567], [1e21], [5e-3], [0]] },
    );
  });

  it('is any finite one with a point, also a very small one', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => numberIn(String(value)) === value),
    );
  });

  it('has one comma, and no separators of thousands', () => {
    should(read(['0,5', ',5', '-0,5', '+3,25', '0,125', '1234,567', '1,5e-3', '007', '1.000', '0,000'])).eql([
      0.5, 0.5, -0.5, 3.25, 0.125, 1234.567, 0.0015, 7, 1, 0,
    ]);
    const grouped = [
      '1,000',
      '-12,345',
      '999,999',
      '1.000,5',
      '1,000.5',
      '1,000,000',
      '1 000',
      '1\u00a0000',
      "1'000",
      '1.000.000',
    ];
    should(read(grouped)).eql(grouped.map(() => undefined));
    should(grouped.filter((text) => !isGrouped(text))).eql([]);
  });

  it('is not in any other text', () => {
    const others = [
      '',
      ' ',
      ',',
      '5,',
      'a,5',
      '0,5 s',
      'Infinity',
      '1e999',
      'NaN',
      '0x10',
      '１',
      '--1',
      '1;5',
      '10:30',
    ];
    should(read(others)).eql(others.map(() => undefined));
    should(others.filter(isGrouped)).eql([]);
    should(['0,5', '1', '0,125', '10.5'].filter(isGrouped)).eql([]);
  });

  it('may have a prefix in a field of Node-RED', () => {
    should(['0x10', '0o17', '0B11', '0,5', '0x', '1,000'].map(typedNumberIn)).eql([
      16,
      15,
      3,
      0.5,
      undefined,
      undefined,
    ]);
  });
});
