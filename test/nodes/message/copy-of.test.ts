import fc from 'fast-check';
import should from 'should';
import { copyOf } from '../../../dist/nodes/message/json-values.js';

describe('the copy of an answer', () => {
  it('has the same JSON, and shares no object or list', () =>
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        const copy = copyOf(value);
        should(JSON.stringify(copy)).equal(JSON.stringify(value));
        const parts = new Set(containersIn(value));
        for (const part of containersIn(copy)) should(parts.has(part)).be.false();
      }),
    ));

  it('has the fields with the names of inherited ones', () => {
    const text = '{"__proto__":{"a":[1]},"toString":null,"constructor":{}}';
    should(JSON.stringify(copyOf(JSON.parse(text)))).equal(text);
  });
});

function containersIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(containersIn)];
}
