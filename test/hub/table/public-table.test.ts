import { type TSchema, Type } from '@sinclair/typebox';
import should from 'should';
import { allowedBy } from '../../../dist/hub/table/allowed.js';
import { allOperations, findOperation } from '../../../dist/hub/table/operations.js';
import { itemParameter, messageParameter, publicShape } from '../../../dist/hub/table/public-table.js';

describe('the allowed values of a field', () => {
  const cases: [string, TSchema, object][] = [
    ['an integer', Type.Integer({ minimum: 0 }), { key: 'integer', minimum: 0 }],
    ['a number', Type.Number(), { key: 'number', minimum: undefined }],
    ['a text', Type.String({ minLength: 1 }), { key: 'text' }],
    ['any text', Type.String(), { key: 'anyText' }],
    ['true or false', Type.Boolean(), { key: 'boolean' }],
    ['an object', Type.Object({}), { key: 'object' }],
    ['a list', Type.Array(Type.String()), { key: 'list' }],
    ['any value', Type.Unknown(), { key: 'json' }],
    [
      'a choice',
      Type.Union([Type.Literal('a'), Type.Literal('b')]),
      { key: 'choice', options: ['a', 'b'], words: undefined },
    ],
    [
      'a choice with words',
      Type.Union([Type.Literal(0), Type.Literal(1)], { 'x-words': ['program', 'preview'] }),
      { key: 'choice', options: [0, 1], words: ['program', 'preview'] },
    ],
    [
      'a value or null',
      Type.Union([Type.Integer(), Type.Null()]),
      { key: 'nullable', of: { key: 'integer', minimum: undefined } },
    ],
    ['one of two types', Type.Union([Type.Integer(), Type.String()]), { key: 'value' }],
    ['one of three types', Type.Union([Type.Integer(), Type.Null(), Type.String()]), { key: 'value' }],
    ['a form of its own', Type.Object({}, { 'x-allowed': 'parameters' }), { key: 'parameters' }],
  ];
  for (const [name, schema, allowed] of cases)
    it(`are those of ${name}`, () => {
      should(allowedBy(schema)).eql(allowed);
    });
});

describe('the public part of the table', () => {
  const shape = publicShape(allOperations);
  const shapeOf = (name: string) => {
    const found = shape.find((each) => each.name === name);
    if (!found) throw new Error(name);
    return JSON.parse(JSON.stringify(found)) as object;
  };

  it('has the parameters of an operation, and neither its path nor its method', () => {
    should(shapeOf('playNext')).eql({
      name: 'playNext',
      area: 'linear-play',
      kind: 'trigger',
      dialects: [1, 2],
      advances: true,
      stateAfter: 'output',
      parameters: [
        { name: 'engineId', required: true, names: 'linearEngine', allowed: { key: 'integer', minimum: 0 } },
        { name: 'preview', required: true, allowed: { key: 'choice', options: [0, 1], words: ['program', 'preview'] } },
      ],
    });
  });

  it('has the marks of an operation, and the units and fields of its parameters', () => {
    should(shapeOf('setProperty')).match({
      kind: 'level',
      latest: 'Value',
      parameters: { 5: { name: 'Duration', required: false, unit: 's', allowed: { key: 'number', minimum: 0 } } },
    });
    should(shapeOf('updateItem')).match({
      parameters: { 5: { name: 'data', fields: 'itemData', allowed: { key: 'object' } } },
    });
    const marked = (mark: 'guarded' | 'advances') => shape.filter((each) => each[mark]).map(({ name }) => name);
    should(marked('guarded').sort()).eql(['loadGraph', 'loadRgraph', 'loadUstate', 'stopLaunch', 'stopRenderer']);
    should(marked('advances').sort()).eql(['continueItem', 'nextItemStep', 'playNext']);
    should(shape).have.length(allOperations.length);
  });

  it('names the parameter that comes from the message: the newest value, or a value that nobody types', () => {
    const names = ['setProperty', 'createItem', 'batch', 'playNext', 'listEngines', 'updateItem'];
    should(
      names.map((name) => {
        const found = shape.find((each) => each.name === name);
        return found && messageParameter(found)?.name;
      }),
    ).eql(['Value', 'data', 'entries', undefined, undefined, undefined]);
  });

  it('has one more parameter for a watch of a rundown: its item', () => {
    const item = (name: string) => {
      const read = findOperation(name);
      return read && itemParameter<{ readonly name: string; readonly names?: string }>(read, findOperation);
    };
    should(item('listLinearItems')).match({ name: 'item', names: 'linearItem' });
    should(['getLinearItem', 'listItems', 'listEngines'].map(item)).eql([undefined, undefined, undefined]);
    should(itemParameter({ name: 'listLinearItems', parameters: [] }, () => undefined)).be.undefined();
  });
});
