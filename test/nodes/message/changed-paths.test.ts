import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import should from 'should';
import { isEqual } from '../../../dist/base/values.js';
import { changesBetween } from '../../../dist/nodes/message/json-values.js';

const changedPaths = (before: unknown, now: unknown): string[] => [...changesBetween(before, now).paths];

const key = fc.stringMatching(/^[a-z]\w?$/);
/** A value as the hub sends it, without -0. */
const value = fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as unknown);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, 0, 1, 'a', 'b'),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 3 }),
  ),
}));

type Tree = Record<string, unknown>;

const pick = (from: unknown, path: string): unknown =>
  path === '' ? from : path.split('.').reduce<unknown>((part, name) => (part as Tree | undefined)?.[name], from);

/** Copies the value at a path from `from` to `into`. */
function copyAt(into: unknown, from: unknown, path: string): unknown {
  if (path === '') return from;
  const [last = '', ...parents] = path.split('.').reverse();
  const parent = pick(into, parents.reverse().join('.')) as Tree;
  const fresh = pick(from, path);
  if (fresh !== undefined) parent[last] = fresh;
  else delete parent[last];
  return into;
}

describe('changed paths', () => {
  it('name changed, added and removed fields', () => {
    const before = { Value: { x: 1, y: 2 }, items: [{ status: 'a' }, { status: 'b' }], gone: {} };
    const now = { Value: { x: 1, y: 3 }, items: [{ status: 'a' }, { status: 'c' }, 1], come: { deep: 1 } };
    should(changedPaths(before, now).sort()).eql(['Value.y', 'come', 'gone', 'items.1.status', 'items.2']);
  });

  it('are empty for equal values', () =>
    fc.assert(
      fc.property(value, (json) => {
        should(changedPaths(json, structuredClone(json))).eql([]);
      }),
    ));

  it('are not empty for different values', () =>
    fc.assert(
      fc.property(value, value, (before, now) => {
        fc.pre(!isDeepStrictEqual(before, now));
        should(changedPaths(before, now)).not.be.empty();
      }),
    ));

  it('each lead to a difference, and together to the new value', () =>
    fc.assert(
      fc.property(tree, tree, (before, now) => {
        const paths = changedPaths(before, now);
        for (const path of paths) should(isDeepStrictEqual(pick(before, path), pick(now, path))).be.false();
        let patched: unknown = structuredClone(before);
        for (const path of paths) patched = copyAt(patched, structuredClone(now), path);
        should(JSON.stringify(sorted(patched))).equal(JSON.stringify(sorted(now)));
      }),
    ));

  it('above the limit contain every difference, and are empty for equal values', () =>
    fc.assert(
      fc.property(tree, tree, fc.nat(12), (before, now, most) => {
        const { paths, truncated } = changesBetween(before, now, most);
        const all = changedPaths(before, now);
        if (!truncated) should(paths).eql(all);
        else should(all.every((path) => `${path}.`.startsWith(paths[0] === '' ? '' : `${paths[0]}.`))).be.true();
        should(paths.length === 0).equal(all.length === 0);
      }),
    ));

  it('are the same as for an exact comparison', () =>
    fc.assert(
      fc.property(value, value, (before, now) => {
        should(isEqual(before, now)).equal(isDeepStrictEqual(before, now));
        should(isEqual(before, structuredClone(before))).be.true();
      }),
    ));

  it('include own fields with the names of inherited ones', () => {
    const before = JSON.parse('{"__proto__": {"a": 1}, "toString": 1}');
    should(changedPaths(before, JSON.parse('{"__proto__": {"a": 2}, "toString": 1}'))).eql(['__proto__.a']);
    should(changedPaths({}, before).sort()).eql(['__proto__', 'toString']);
  });
});

/** Sorts keys, and removes the empty slots that a deletion leaves in lists. */
function sorted(json: unknown): unknown {
  if (Array.isArray(json)) return json.filter((_, index) => index in json).map(sorted);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  );
}
