import should from 'should';
import type { HubError } from '../../dist/hub/wire/errors.js';
import { isSameValue, keyOf, nameOf, readablePath, textOf } from '../../dist/looks/look.js';
import { selector } from '../../dist/looks/select.js';

const OPACITY = { engine: 'Arena', node: 'Mixer', property: 'Opacity' };
const X = { engine: 'Arena', node: 'Camera', property: 'Position', component: 'x' };
const GAIN = { engine: 'Foyer', node: 'Key / Fill', property: 'Gain' };
const NAMES = [OPACITY, X, GAIN];

/** The texts of the selected properties. */
const selected = (only: unknown) => NAMES.filter(selector(only, NAMES)).map(textOf);
const refused = (only: unknown) => {
  try {
    selector(only, NAMES);
  } catch (error) {
    return (error as HubError).facts;
  }
  throw new Error('not refused');
};

describe('a part of a look', () => {
  for (const [only, texts] of [
    [undefined, ['Arena › Mixer › Opacity', 'Arena › Camera › Position › x', 'Foyer › Key / Fill › Gain']],
    ['', ['Arena › Mixer › Opacity', 'Arena › Camera › Position › x', 'Foyer › Key / Fill › Gain']],
    ['Arena', ['Arena › Mixer › Opacity', 'Arena › Camera › Position › x']],
    ['Arena › Mixer', ['Arena › Mixer › Opacity']],
    ['Arena/Camera', ['Arena › Camera › Position › x']],
    ['Arena  /  Camera/Position', ['Arena › Camera › Position › x']],
    ['Arena›Camera›Position›x', ['Arena › Camera › Position › x']],
    ['Foyer › Key / Fill', ['Foyer › Key / Fill › Gain']],
    ['Foyer › Key / Fill › Gain', ['Foyer › Key / Fill › Gain']],
    [{ engine: 'Arena', property: 'Opacity' }, ['Arena › Mixer › Opacity']],
    [{ component: 'x' }, ['Arena › Camera › Position › x']],
    [
      ['Foyer', { node: 'Mixer' }],
      ['Arena › Mixer › Opacity', 'Foyer › Key / Fill › Gain'],
    ],
    [[], []],
  ] as const)
    it(`is selected by ${JSON.stringify(only)}`, () => {
      should(selected(only)).eql(texts);
    });

  it('that does not exist is refused, with the parts to choose from', () => {
    for (const only of ['Stadium', 'Mixer', { engine: 'Mixer' }, { colour: 'Arena' }, 7, null, ['Arena', 'Stadium']])
      should(refused(only)).match({ field: 'only', allowed: { key: 'choice' } });
    should(refused('Stadium')).eql({
      field: 'only',
      value: '"Stadium"',
      allowed: {
        key: 'choice',
        options: [
          'Arena',
          'Arena › Mixer',
          'Arena › Mixer › Opacity',
          'Arena › Camera',
          'Arena › Camera › Position',
          'Arena › Camera › Position › x',
          'Foyer',
          'Foyer › Key / Fill',
          'Foyer › Key / Fill › Gain',
        ],
      },
    });
  });
});

describe('two values of an engine', () => {
  for (const [one, other, same] of [
    [0.1, 0.10000000149011612, true],
    [0, 1e-6, true],
    [0, 2e-6, false],
    [1_000_000, 1_000_001, true],
    [1_000_000, 1_000_002, false],
    [-1_000_000, -1_000_001, true],
    [1_000_001, 1_000_000, true],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, true],
    [1, '1', false],
    ['1', 1, false],
    [0, null, false],
    [null, 0, false],
    ['a', 'a', true],
    [true, true, true],
    [true, false, false],
    [[1, 2], [1, 2.0000001], true],
    [[1, 2], [1], false],
    [[1], [1, 2], false],
    [[1, 2], [1, 3], false],
    [[], {}, false],
    [{}, [], false],
    [{ x: 1, y: 2 }, { y: 2, x: 1.0000001 }, true],
    [{ x: 1, y: 2 }, { x: 1, y: 3 }, false],
    [{ x: 1 }, { x: 1, y: 2 }, false],
    [{ x: 1, y: 2 }, { x: 1 }, false],
    [{ x: undefined }, { y: undefined }, false],
    [{ x: 1 }, null, false],
    [null, null, true],
  ] as const)
    it(`${JSON.stringify(one)} and ${JSON.stringify(other)} are ${same ? 'the same' : 'different'}`, () => {
      should(isSameValue(one, other)).equal(same);
    });
});

describe('the name of a property', () => {
  const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

  it('has the key of its paths before that of its names', () => {
    const named = { ...OPACITY, nodePath: 'M', propertyPath: 'O' };
    should(keyOf(named)).equal(keyOf({ ...named, node: 'Old', property: 'Old' }));
    should(keyOf(named)).not.equal(keyOf(OPACITY));
    should(keyOf(X)).not.equal(keyOf({ ...X, component: 'y' }));
    should(keyOf(OPACITY)).equal('["Arena","Mixer","Opacity",""]');
  });

  it('has no path that only its own hub knows', () => {
    should([undefined, 'Mixer_0', UUID, UUID.toUpperCase(), `${UUID}0`, 'undefined'].map(readablePath)).eql([
      ...[undefined, 'Mixer_0', undefined, undefined, `${UUID}0`, 'undefined'],
    ]);
    should(nameOf({ ...X, nodePath: UUID, propertyPath: 'P' })).eql({ ...X, propertyPath: 'P' });
    should(nameOf({ ...OPACITY, nodePath: 'M', propertyPath: UUID })).eql({ ...OPACITY, nodePath: 'M' });
  });
});
