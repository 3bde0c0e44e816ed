import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import should from 'should';
import { adapt, misfit } from '../../../dist/simulator/state/value.js';

const leaf = fc.oneof(
  fc.boolean(),
  fc.string(),
  fc.float({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, leaf, fc.dictionary(fc.string(), tie('value'))),
}));

/** Converts every number and boolean inside to text, as careless clients send them. */
function asText(one: unknown): unknown {
  if (typeof one !== 'object' || one === null) return String(one);
  return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, asText(inner)]));
}

describe('a value given to the simulator', () => {
  it('that is the current one as text becomes the current one', () => {
    fc.assert(
      fc.property(value, (held) => {
        const taken = adapt(held, asText(held));
        deepStrictEqual(JSON.stringify(taken), JSON.stringify(held));
        should(misfit(held, taken, 'Value')).be.undefined();
      }),
    );
  });

  it('does not change if it contains no text', () => {
    fc.assert(
      fc.property(value, fc.oneof(fc.integer(), fc.boolean(), fc.array(fc.string())), (held, given) => {
        should(adapt(held, given)).equal(given);
      }),
    );
  });

  it('is a number or a boolean if its text is one, with spaces and in any case, and otherwise does not fit', () => {
    for (const [held, given, taken] of [
      [false, 'TRUE', true],
      [true, ' False ', false],
      [1, ' 2.5e1 ', 25],
    ] as const)
      should(adapt(held, given)).equal(taken);
    for (const [held, given] of [
      [false, 'yes'],
      [false, '1'],
      [1, ' '],
      [1, '1,5'],
      [1, 'Infinity'],
    ] as const)
      should(misfit(held, adapt(held, given), 'Value')).equal('Value', given);
  });

  it('keeps fields that it does not contain', () => {
    should(adapt({ x: 1, y: { z: true } }, { y: {} })).eql({ x: 1, y: { z: true } });
    should(misfit({ x: 1 }, adapt({ x: 1 }, { w: '2' }), 'Value')).equal('Value.w');
  });
});
