import { Type } from '@sinclair/typebox';
import should from 'should';
import { differencesIn, isFieldName, UniqueDifferences } from '../../dist/recording/shape.js';

const Row = Type.Object({
  id: Type.Integer(),
  name: Type.Optional(Type.String()),
  role: Type.Union([Type.Literal('A'), Type.Literal('B')]),
  pid: Type.Union([Type.String(), Type.Integer(), Type.Null()]),
});

/** The differences as short texts: kind, place, expected and found type. */
const found = (schema: Parameters<typeof differencesIn>[0], answer: unknown, dialect: 1 | 2 = 1) =>
  differencesIn(schema, answer, dialect).map(({ kind, place, expected, found: type }) =>
    [kind, place, expected, type].join(' ').trim(),
  );

const ROW = { id: 1, name: 'a', role: 'A', pid: null };

describe('the differences of an answer', () => {
  it('are none if each field has its type, also without a field that is optional', () => {
    for (const row of [ROW, { ...ROW, pid: 7 }, { ...ROW, pid: 'x' }, { id: 1, role: 'B', pid: null }])
      should(found(Row, row)).eql([]);
    should(found(Type.Array(Row), [])).eql([]);
    should(found(Type.Object({}), { any: 1 })).eql([]);
  });

  it('have the place of a missing field, and its type in words', () => {
    should(found(Row, { name: 'a' })).eql([
      'missing id integer',
      'missing role "A" | "B"',
      'missing pid string | integer | null',
    ]);
    should(found(Type.Object({ at: Type.String({ pattern: '^\\d' }) }), {})).eql(['missing at time']);
    should(found(Type.Object({ any: Type.Unknown() }), {})).eql(['missing any any']);
  });

  it('have the place and the types of a wrong field', () => {
    should(found(Row, { ...ROW, id: 1.5 })).eql(['type id integer number']);
    should(found(Row, { ...ROW, id: '1' })).eql(['type id integer string']);
    should(found(Row, { ...ROW, id: null })).eql(['type id integer null']);
    should(found(Row, { ...ROW, id: [1] })).eql(['type id integer array']);
    should(found(Row, { ...ROW, id: {} })).eql(['type id integer object']);
    should(found(Row, { ...ROW, id: true })).eql(['type id integer boolean']);
    should(found(Row, { ...ROW, role: 'C' })).eql(['type role "A" | "B" string']);
    should(found(Row, [])).eql(['type . object array']);
    should(found(Type.Array(Row), ROW)).eql(['type . array object']);
    should(found(Type.Object({ name: Type.String() }), { name: 5 })).eql(['type name string integer']);
  });

  it('have the place of a new field, without a name that may be that of a thing', () => {
    should(found(Row, { ...ROW, ownerShowId: 1, 'Anchor 12': 'x', Upper: null })).eql([
      'new ownerShowId  integer',
      'new …  string',
      'new …  null',
    ]);
  });

  it('have the places of rows and nested fields, each once for all rows', () => {
    const Host = Type.Object({ rows: Type.Array(Row) });
    const wrong = { ...ROW, id: 'x' };
    should(found(Type.Array(Host), [{ rows: [wrong, wrong] }, { rows: [wrong, { ...ROW, added: 1 }] }])).eql([
      'type [].rows[].id integer string',
      'new [].rows[].added  integer',
    ]);
  });

  it('are those of the nearest of several forms', () => {
    const Either = Type.Union([Type.Object({ a: Type.Integer(), b: Type.Integer() }), Row, Type.Null()]);
    should(found(Either, null)).eql([]);
    should(found(Either, ROW)).eql([]);
    should(found(Either, { a: 1, b: 'x' })).eql(['type b integer string']);
    should(found(Either, 'x')).eql(['type . object | null string']);
    const Lists = Type.Union([Type.Array(Type.Integer()), Type.Object({ data: Type.Array(Type.Integer()) })]);
    should(found(Lists, { data: ['x'] })).eql(['type data[] integer string']);
    should(found(Lists, ['x'])).eql(['type [] integer string']);
    should(found(Type.Union([Type.Array(Row), Type.Null()]), [{ ...ROW, more: 1 }])).eql(['new [].more  integer']);
  });

  it('include a field that only this revision requires', () => {
    const Host = Type.Object({ show: Type.Optional(Type.Integer({ 'x-requiredOn': 2 })) });
    should(found(Host, {}, 1)).eql([]);
    should(found(Host, {}, 2)).eql(['missing show integer']);
  });

  it('are not hidden by the fields that every object has', () => {
    should(found(Type.Object({ constructor: Type.Integer() }), {})).eql(['missing constructor integer']);
    should(found(Row, JSON.parse('{"id":1,"role":"A","pid":null,"constructor":1}'))).eql(['new constructor  integer']);
  });
});

describe('a list of differences', () => {
  const added = (place: string) => ({ place, kind: 'new', expected: '', found: 'string' }) as const;

  it('hides the last name of a new field, if it is private, and then has each place once', () => {
    const differences = new UniqueDifferences().add([added('[].row.anna'), added('[].row.bob'), added('[].row.size')]);
    const isPrivate = (name: string) => name === 'anna' || name === 'bob' || name === 'row';
    should(differences.all(isPrivate).map(({ place }) => place)).eql(['[].row.…', '[].row.size']);
    should(new UniqueDifferences().add([added('anna')]).all(isPrivate)).eql([added('…')]);
    should(differences.all().map(({ place }) => place)).eql(['[].row.anna', '[].row.bob', '[].row.size']);
  });

  it('shows the name of a field of the description, although a thing has it too', () => {
    const missing = { place: 'anna', kind: 'missing', expected: 'string', found: '' } as const;
    should(new UniqueDifferences().add([missing]).all(() => true)).eql([missing]);
  });

  it('has differences of other kinds and types in one place', () => {
    const type = { place: 'a', kind: 'type', expected: 'integer', found: 'null' } as const;
    const others = [type, { ...type, found: 'string' }, { ...type, expected: 'array' }, { ...type, place: 'b' }];
    should(new UniqueDifferences().add(others).add(others).all()).eql(others);
  });
});

describe('a name of an interface', () => {
  it('begins with a small letter and has only letters', () => {
    should(['a', 'ownerShowId', `a${'b'.repeat(30)}`].map(isFieldName)).eql([true, true, true]);
    const others = ['', 'Name', 're_enabled', 'a1', 'a b', ' a', `a${'b'.repeat(31)}`, 'añb'];
    should(others.filter(isFieldName)).eql([]);
  });
});
