import should from 'should';
import { addressFault, isHeaderName } from '../../dist/base/address.js';
import { hasParts, isDeep, isEqual, isObject, valueAt, withValueAt } from '../../dist/base/values.js';

describe('a value', () => {
  it('is an object if it has fields, and has parts also as a list', () => {
    const values = [{}, { x: 1 }, [], [1], null, undefined, 'x', 7, Buffer.from('x')];
    should(values.map(isObject)).eql([true, true, false, false, false, false, false, false, false]);
    should(values.slice(0, 8).map(hasParts)).eql([true, true, true, true, false, false, false, false]);
  });

  it('has only its own parts at a path, also in lists', () => {
    const value = { rotation: { z: 1 }, list: [{ name: 'A' }], text: 'abc', empty: null };
    const parts = ['rotation.z', 'list.0.name', 'rotation.x', 'text.length', 'empty.x', 'constructor', 'list.length'];
    should(parts.map((path) => valueAt(value, path.split('.')))).eql([
      ...[1, 'A', undefined, undefined, undefined, undefined],
      1,
    ]);
    should(valueAt(value, [])).equal(value);
    should(valueAt('text', ['0'])).be.undefined();
  });

  it('is replaced in a copy, in objects and lists, and a missing one is added', () => {
    const value = { ort: { x: 1, y: [1, { z: 2 }] }, name: 'Übergabe' };
    const before = structuredClone(value);
    for (const [path, expected] of [
      ['ort.x', { ort: { x: 9, y: [1, { z: 2 }] }, name: 'Übergabe' }],
      ['ort.y.1.z', { ort: { x: 1, y: [1, { z: 9 }] }, name: 'Übergabe' }],
      ['日本', { ...value, 日本: 9 }],
    ] as const)
      should(withValueAt(value, path.split('.'), 9)).eql(expected);
    should(value).eql(before);
    should([withValueAt(value, [], 9), withValueAt('text', ['0'], 9)]).eql([9, 9]);
  });

  it('is not equal to a list or an object that has more parts', () => {
    const pairs = [
      [[1], [1, 2]],
      [[], [undefined]],
      [{ x: 1 }, { x: 1, y: undefined }],
      [{ list: [1] }, { list: [1, 2] }],
    ];
    for (const [one, other] of pairs) should([isEqual(one, other), isEqual(other, one)]).eql([false, false]);
    should(isEqual({ list: [1, { x: null }] }, { list: [1, { x: null }] })).be.true();
  });

  it('is deep with more than 100 levels of objects or lists, at any place', () => {
    const nested = (levels: number, wrap: (value: unknown) => unknown) => {
      let value: unknown = 1;
      for (let level = 0; level < levels; level += 1) value = wrap(value);
      return value;
    };
    for (const wrap of [(value: unknown) => [0, value, null], (value: unknown) => ({ a: 'text', value, z: null })]) {
      should([99, 100, 101, 102].map((levels) => isDeep(nested(levels, wrap)))).eql([false, false, true, true]);
      should(isDeep([nested(100, wrap), 1])).be.true();
      should(isDeep({ x: nested(100, wrap), y: 1 })).be.true();
    }
    should([isDeep(1), isDeep(null), isDeep({ x: [] }, 2), isDeep({ x: [] }, 1)]).eql([false, false, false, true]);
  });
});

describe('the address of a hub', () => {
  it('is http or https, without user, password, query and fragment', () => {
    for (const text of ['http://hub', 'https://hub:8443/api', 'http://[::1]:8080/', 'HTTP://hub'])
      should(addressFault(text)).equal(undefined, text);
    for (const text of ['', 'hub', 'hub:8080', '/api', 'ftp://hub', 'ws://hub', 'xhttp://hub', 'httpsx://hub'])
      should(addressFault(text)).equal('baseUrl', text);
    for (const text of ['http://user@hub', 'http://:secret@hub', 'http://user:secret@hub?x=1'])
      should(addressFault(text)).equal('credentials', text);
    for (const text of ['http://hub?x=1', 'http://hub/#x', 'http://hub/?x#y'])
      should(addressFault(text)).equal('query');
  });

  it('has headers whose names are tokens', () => {
    should(["X-API-Key!#$%&'*+.^_`|~0", 'a'].map(isHeaderName)).eql([true, true]);
    for (const name of ['', 'X Key', ' X', 'X:', 'X\n', 'É', 'X-Key é', '(X)', 'X/Y', 'X@'])
      should(isHeaderName(name)).equal(false, name);
  });
});
