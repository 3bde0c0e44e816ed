import fc from 'fast-check';
import should from 'should';
import { keyOf, type LookValue } from '../../dist/looks/look.js';
import { looksText, parseLooks } from '../../dist/looks/look-text.js';
import { StoredError } from '../../dist/stored/stored-error.js';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', 'toString', '10', '2', 'Ä', 'a', 'Z', '\n', '\u2028', '\ud800'),
);
const path = fc.option(text.filter(Boolean), { nil: undefined });
const value = fc.jsonValue({ maxDepth: 4 });
const line = fc.record({
  engine: text,
  node: text,
  nodePath: path,
  property: text,
  propertyPath: path,
  component: path,
  value,
});
const look = fc.uniqueArray<LookValue, string>(line, { selector: keyOf, maxLength: 6 });
const name = text.filter((each) => each.trim() !== '' && each.length <= 64);
const looks = fc.array(fc.tuple(name, look), { maxLength: 6 }).map((entries) => new Map(entries));

/** The same looks as plain data, in a fixed order. JSON drops fields that are not set. */
const dataOf = (each: ReadonlyMap<string, readonly LookValue[]>) =>
  JSON.parse(
    JSON.stringify(
      [...each]
        .map(([key, values]) => [key, values.map((one) => [keyOf(one), one] as const).sort(byFirst)] as const)
        .sort(byFirst),
    ),
  );
const byFirst = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1);

describe('the text of any looks', function () {
  this.timeout(120_000);

  it('is read as the same looks', () => {
    fc.assert(
      fc.property(looks, (each) => {
        should(dataOf(parseLooks(looksText(each)))).eql(dataOf(each));
      }),
    );
  });

  it('does not depend on the order of looks, values and fields', () => {
    const reversed = (part: unknown): unknown =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).reverse())
        : part;
    fc.assert(
      fc.property(looks, (each) => {
        const other = new Map(
          [...each]
            .reverse()
            .map(([key, values]) => [key, values.map((one) => ({ ...one, value: reversed(one.value) })).reverse()]),
        );
        should(looksText(other)).equal(looksText(each));
      }),
    );
  });

  it('differs in one line after one value has changed', () => {
    fc.assert(
      fc.property(looks, fc.nat(), value, (each, index, next) => {
        const all = [...each.values()].flat();
        const changed = all[index % Math.max(all.length, 1)];
        fc.pre(changed !== undefined && JSON.stringify(changed.value) !== JSON.stringify(next));
        const other = new Map(
          [...each].map(([key, values]) => [
            key,
            values.map((one) => (one === changed ? { ...one, value: next } : one)),
          ]),
        );
        const [before, after] = [looksText(each).split('\n'), looksText(other).split('\n')];
        should(after.length).equal(before.length);
        const count = after.filter((each, at) => each !== before[at]).length;
        // Objects with the same fields in another order are the same value.
        should(count).be.belowOrEqual(1);
        if (typeof next !== 'object') should(count).equal(1);
      }),
    );
  });

  it('is read or refused with a line after any damage', () => {
    fc.assert(
      fc.property(looks, fc.nat(), fc.nat(4), fc.string(), (each, position, length, inserted) => {
        const whole = looksText(each);
        const at = position % whole.length;
        try {
          parseLooks(whole.slice(0, at) + inserted + whole.slice(at + length));
        } catch (error) {
          if (!(error instanceof StoredError)) throw error;
          should(error.facts.line).be.within(1, whole.split('\n').length + inserted.split('\n').length);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is read like JSON.parse reads it, unless a name occurs twice', () => {
    fc.assert(
      fc.property(looks, fc.string({ maxLength: 3 }), fc.nat(), (each, inserted, position) => {
        const whole = looksText(each);
        const at = position % whole.length;
        const damaged = whole.slice(0, at) + inserted + whole.slice(at);
        // JSON.parse reads 1e999 as Infinity, which is refused.
        fc.pre(!/e\+?\d{3}/i.test(damaged));
        let isJson = true;
        try {
          JSON.parse(damaged);
        } catch {
          isJson = false;
        }
        let problem: string | undefined;
        try {
          parseLooks(damaged);
        } catch (error) {
          problem = (error as StoredError).problem;
        }
        if (problem !== 'sameName') should(problem === 'notJson' || problem === 'endsEarly').equal(!isJson);
      }),
      { numRuns: 1000 },
    );
  });
});
