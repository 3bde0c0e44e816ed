import fc from 'fast-check';
import should from 'should';
import { isSameName, nameKey, searchKey, spelled, withName } from '../../dist/base/names.js';

/** Names with letters that have two forms, and with spaces of many kinds. */
const part = fc.constantFrom('Ü', 'U\u0308', 'é', 'e\u0301', '日本', 'が', 'か\u3099', 'Å', 'ﬁ', 'a', 'B', '1', ':');
const space = fc.constantFrom(' ', '\u00a0', '\u2009', '\u202f', '\u3000', '\t', '\u2000', '\ufeff');
const name = fc
  .array(fc.oneof(part, space, fc.string({ unit: 'binary', maxLength: 2 })), { maxLength: 12 })
  .map((parts) => parts.join(''));

describe('the comparison of names', () => {
  it('takes both forms of a letter as one, any spaces as one, and none at the ends', () => {
    fc.assert(
      fc.property(name, fc.array(space, { minLength: 1, maxLength: 3 }), (text, spaces) => {
        const gap = spaces.join('');
        should(nameKey(text.normalize('NFD'))).equal(nameKey(text.normalize('NFC')));
        should(isSameName(`${gap}${text}${gap}`, text)).be.true();
        should(isSameName(`x${gap}${text}`, `x ${text}`)).be.true();
      }),
    );
  });

  it('gives the same result again', () => {
    fc.assert(fc.property(name, (text) => nameKey(nameKey(text)) === nameKey(text)));
  });

  it('separates names with other letters, cases, or a space more between them', () => {
    fc.assert(
      fc.property(name, fc.constantFrom('u', 'ü', 'Ú', '本', '２', '²', 'fi', '-'), (text, letter) => {
        should(isSameName(`${text}${letter}`, `${text}U\u0308`)).be.false();
      }),
    );
    for (const [one, other] of [
      ['Gast1', 'Gast 1'],
      ['Übergabe', 'übergabe'],
      ['ﬁn', 'fin'],
      ['ｱ', 'ア'],
      ['Gast\u200b1', 'Gast1'],
    ] as const)
      should(isSameName(one, other)).be.false();
  });

  it('finds all things of a name, and none for a blank', () => {
    const things = [{ label: 'Gast 1' }, { label: 'Gast\u00a01' }, { label: 'Gast' }, { label: '' }, { label: 1 }, {}];
    const found = (text: string) => withName(things, text, (thing) => (thing as { label?: unknown }).label);
    should(found('Gast\u20091')).eql([{ label: 'Gast 1' }, { label: 'Gast\u00a01' }]);
    should([found(' '), found('1')]).eql([[], []]);
  });

  it('shows the difference of two names that look the same', () => {
    should(['Gast 1', 'Gast\u00a01', 'U\u0308', 'Ü', 'हिन्दी', '\ud800'].map(spelled)).eql([
      '"Gast 1"',
      '"Gast\\u{a0}1"',
      '"U\\u{308}"',
      '"Ü"',
      '"हिन्दी"',
      '"\ud800"',
    ]);
  });

  it('searches without regard to upper and lower case', () => {
    should(searchKey(' U\u0308BERGABE\u00a0Ost ')).equal('übergabe ost');
  });
});
