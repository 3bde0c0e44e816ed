import should from 'should';
import { type Parts, partPath, TakenParts } from '../../../dist/hub/plan/claims.js';

const partsOverlap = (one: Parts, other: Parts): boolean => new TakenParts().add(one).overlaps(other);

describe('parts of a target', () => {
  const pairs: [Parts, Parts, boolean][] = [
    [['rotation'], ['rotation.z'], true],
    [['rotation.z'], ['rotation.z'], true],
    [['rotation.z'], ['rotation.x'], false],
    [['rotation'], ['rotationSpeed'], false],
    [['z'], ['rotation.z'], false],
    [['x'], undefined, true],
    [undefined, undefined, true],
    [['a.b.c'], ['a'], true],
    [['a.b.c'], ['a.b.d'], false],
    [['item.7', 'order'], ['item.8', 'order'], true],
    [['item.7', 'order'], ['item.8'], false],
    [[], ['item.8'], false],
    [[], undefined, true],
  ];
  for (const [one, other, overlaps] of pairs)
    it(`${JSON.stringify(one)} and ${JSON.stringify(other)} ${overlaps ? 'overlap' : 'do not overlap'}`, () => {
      should([partsOverlap(one, other), partsOverlap(other, one)]).eql([overlaps, overlaps]);
    });

  it('have one step for each value, also if it has a dot or a percent sign', () => {
    const path = (id: string) => [partPath('item', 'Geschichte', id)];
    should(partsOverlap(path('1'), path('1.5'))).be.false();
    should(partsOverlap(path('1.5'), path('1%2E5'))).be.false();
    should(partsOverlap(path('1.5'), [partPath('item', 'Geschichte')])).be.true();
    should(partsOverlap(path('日本語'), path('日本語'))).be.true();
  });

  it('are all found among thousands', () => {
    const taken = new TakenParts();
    for (let item = 0; item < 5000; item++) taken.add([`item.${item}`]);
    should([taken.overlaps(['item.4999']), taken.overlaps(['item.5000']), taken.overlaps(['item'])]).eql([
      ...[true, false, true],
    ]);
  });
});
