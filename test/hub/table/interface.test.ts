import { readFileSync } from 'node:fs';
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import should from 'should';
import { type Operation, operations } from '../../../dist/hub/table/operations.js';
import { ANSWERS } from './answers.js';
import { AREAS, IN_PATHS, type InterfaceEntry, inPath, OPERATIONS } from './interface.js';

/** The values that a schema allows, in the words of the list. */
function words(schema: TSchema): string {
  const branches = schema.anyOf as TSchema[] | undefined;
  if (branches) return branches.map(words).join(' | ');
  if ('const' in schema) return String(schema.const);
  switch (schema.type) {
    case 'string':
      return 'text';
    case 'integer':
      return schema.minimum === 0 ? 'id' : 'integer';
    case 'number':
      return schema.minimum === undefined ? 'number' : `number from ${schema.minimum}`;
    case 'array': {
      const one = schema.items as TSchema;
      return one.type === undefined && !one.anyOf ? 'list' : `list of ${words(one)}`;
    }
    case 'object': {
      const fields = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
      const required = (schema.required ?? []) as string[];
      const each = fields.map(([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${words(field)}`);
      return each.length ? `{${each.join(', ')}}` : 'object';
    }
    default:
      return schema.type ?? 'any';
  }
}

/** The table's parameters at one place, in the form of the list. */
const fields = ({ parameters }: Operation, where: string, mark: string) =>
  Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === where)
      .map(({ name, required, schema }) => [required ? name : name + mark, words(schema)]),
  );

/** Both sides in the words of the list, with all fields set. */
const normalised = (one: InterfaceEntry) => ({
  kind: one.kind,
  request: one.request,
  path: Object.fromEntries(inPath(one).map((name) => [name, IN_PATHS[name]])),
  body: one.body ?? {},
  localParams: one.localParams ?? {},
  dialects: one.dialects ?? [1, 2],
  lane: one.lane,
  latest: one.latest,
  timeout: one.timeout,
  guarded: one.guarded,
  resets: one.resets,
  invalidates: one.invalidates,
  invalidatesIf: one.invalidatesIf,
  stateAfter: one.stateAfter,
});

const tabled = (operation: Operation) => ({
  kind: operation.kind,
  request: `${operation.method} ${operation.path}`,
  path: fields(operation, 'path', '?'),
  body: fields(operation, 'body', '?'),
  localParams: fields(operation, 'local', ''),
  dialects: operation.dialects,
  lane: operation.lane && [operation.lane.name, ...operation.lane.by].join(' '),
  latest: operation.latest,
  timeout: operation.timeout,
  guarded: operation.guarded,
  resets: operation.resets,
  invalidates: operation.invalidates,
  invalidatesIf: operation.invalidatesIf,
  stateAfter: operation.stateAfter,
});

describe('the list that was written by hand', () => {
  const document = readFileSync('docs/interface.md', 'utf8');

  it('has the operations that the document names, and their answers', () => {
    const named = [...document.matchAll(/^\| ((?:`\w+`(?:, )?)+)(?: \[2\])? \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/\w+/g)].map(([name]) => name),
    );
    should([...named, 'batch'].sort()).eql(Object.keys(OPERATIONS).sort());
    should(Object.keys(ANSWERS).sort()).eql(Object.keys(OPERATIONS).sort());
  });
});

describe('the table, compared with the list that was written by hand', () => {
  for (const [area, list] of Object.entries(AREAS))
    it(`has the operations of ${area}, and no other`, () => {
      const names = operations.filter((operation) => operation.area === area).map(({ name }) => name);
      should(names.sort()).eql(Object.keys(list).sort());
    });

  it('has each operation once, in an area of the list', () => {
    should(new Set(operations.map(({ name }) => name)).size).equal(operations.length);
    for (const { area } of operations) should(Object.keys(AREAS)).containEql(area);
  });

  for (const operation of operations)
    it(`has ${operation.name} as the list has it`, () => {
      const one = OPERATIONS[operation.name] as InterfaceEntry;
      should(tabled(operation)).eql(normalised(one));
    });

  for (const { name, answer, success } of operations)
    it(`describes the answer of ${name}`, () => {
      const [status, body = null] = ANSWERS[name] ?? [0];
      should(success).containEql(status);
      should(Value.Check(answer, body)).be.true();
    });
});
