import { readdirSync, readFileSync } from 'node:fs';
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import should from 'should';
import { type Operation, operations } from '../../../dist/hub/table/operations.js';
import type { Card } from '../../operations/card.js';
import { CARDS, cards, IN_PATHS, inPath } from '../../operations/index.js';

/** The values that a schema allows, in the words of the cards. */
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

/** The table's parameters at one place, in the form of the cards. */
const fields = ({ parameters }: Operation, where: string, mark: string) =>
  Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === where)
      .map(({ name, required, schema }) => [required ? name : name + mark, words(schema)]),
  );

/** Fields that a card and the table write in the same way. */
const SAME = [
  ...(['kind', 'latest', 'timeout', 'guarded', 'resets', 'invalidates', 'invalidatesIf', 'changes'] as const),
  'stateAfter',
] as const;
const same = (one: Card | Operation) => SAME.map((field) => [field, one[field]]);

/** Both sides in the words of the cards, with all fields set. The order of the parameters in the path is also the same. */
const normalised = (card: Card) => ({
  same: same(card),
  request: card.request,
  path: inPath(card).map((name) => [name, IN_PATHS[name]]),
  body: card.body ?? {},
  localParams: card.localParams ?? {},
  dialects: card.dialects ?? [1, 2],
  lane: card.lane,
});

const tabled = (operation: Operation) => ({
  same: same(operation),
  request: `${operation.method} ${operation.path}`,
  path: Object.entries(fields(operation, 'path', '?')),
  body: fields(operation, 'body', '?'),
  localParams: fields(operation, 'local', ''),
  dialects: operation.dialects,
  lane: operation.lane && [operation.lane.name, ...operation.lane.by].join(' '),
});

describe('the cards that were written by hand', () => {
  const document = readFileSync('docs/develop/interface.md', 'utf8');

  it('are of the operations that the document names', () => {
    const named = [...document.matchAll(/^\| ((?:`\w+`(?:, )?)+)(?: \[2\])? \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/\w+/g)].map(([name]) => name),
    );
    should([...named, 'batch'].sort()).eql(Object.keys(CARDS).sort());
  });

  it('import nothing of the package but types', () => {
    for (const file of readdirSync('test/operations'))
      should(readFileSync(`test/operations/${file}`, 'utf8')).not.match(/^import (?!type)[^;]*dist\//m);
  });
});

describe('the table, compared with the cards that were written by hand', () => {
  const areas = new Set(cards.map(({ area }) => area));

  for (const area of areas)
    it(`has the operations of ${area}, and no other`, () => {
      const names = operations.filter((operation) => operation.area === area).map(({ name }) => name);
      const carded = cards.filter((card) => card.area === area).map(({ name }) => name);
      should(names.sort() as string[]).eql(carded.sort());
    });

  it('has each operation once, in an area of the cards', () => {
    should(new Set(operations.map(({ name }) => name)).size).equal(operations.length);
    for (const { area } of operations) should([...areas]).containEql(area);
  });

  for (const operation of operations)
    it(`has ${operation.name} as its card has it`, () =>
      should(tabled(operation)).eql(normalised(CARDS[operation.name])));

  for (const { name, answer, success } of operations)
    it(`describes the answer of ${name}`, () => {
      const [status, body = null] = CARDS[name].answer;
      should(success).containEql(status);
      should(Value.Check(answer, body)).be.true();
    });
});
