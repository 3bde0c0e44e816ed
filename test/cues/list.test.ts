import should from 'should';
import { isCueNumber, isListName } from '../../dist/base/names.js';
import { type Cue, compareNumbers, nextNumber, previousNumber, sortCues } from '../../dist/cues/list.js';

const cue: Cue = { name: '', note: '', steps: [] };
const listOf = (...numbers: string[]) => sortCues(numbers.map((number) => [number, cue]));

describe('the numbers of cues', () => {
  it('are groups of digits without leading zeros', () => {
    for (const number of ['0', '1', '10', '10.5', '10.0.3', '1.2.3.4.5', '999999'])
      should(isCueNumber(number)).be.true();
    for (const number of [
      '',
      '01',
      '1.',
      '.5',
      '1..2',
      '1.02',
      '-1',
      '1,5',
      '1.2.3.4.5.6',
      '1000000',
      '1e3',
      ' 1',
      '１',
    ])
      should(isCueNumber(number)).be.false();
  });

  it('have the order of their groups as numbers', () => {
    const sorted = ['0', '0.1', '1', '9', '10', '10.0', '10.1', '10.5', '10.5.1', '10.40', '11', '100'];
    should([...listOf(...sorted.toReversed()).keys()]).eql(sorted);
    should(compareNumbers('10.5', '10.5')).equal(0);
  });

  it('have the next and the previous one, also of a number that is not in the list', () => {
    const list = listOf('10', '20', '20.5');
    should(['9', '10', '15', '20', '20.1', '20.5'].map((number) => nextNumber(list, number))).eql([
      '10',
      '20',
      '20',
      '20.5',
      '20.5',
      undefined,
    ]);
    should(['9', '10', '15', '20', '20.5', '21'].map((number) => previousNumber(list, number))).eql([
      undefined,
      undefined,
      '10',
      '10',
      '20',
      '20.5',
    ]);
    should(nextNumber(list, undefined)).equal('10');
    should(previousNumber(list, undefined)).equal('20.5');
    should(nextNumber(listOf(), undefined)).equal(undefined);
  });
});

describe('the name of a cue list', () => {
  it('has letters and digits of any language, spaces, dashes and underscores, and no place of a file', () => {
    const names = [
      'Show',
      'a',
      '7',
      '_a-b',
      '-',
      'Abendnachrichten 2',
      'Haber Bülteni',
      '夜のニュース',
      'क्षेत्र',
      'x'.repeat(64),
    ];
    should(names.filter((name) => !isListName(name))).eql([]);
    const others = ['', ' a', '.', '..', 'a.b', 'a/b', 'a\\b', 'a\nb', 'a:b', '\u0301a', 'x'.repeat(65), '📺'];
    should(others.filter(isListName)).eql([]);
  });
});
