import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import should from 'should';
import { findOperation, type Operation } from '../../../dist/hub/table/operations.js';
import { HubError } from '../../../dist/hub/wire/errors.js';
import { buildRequest, checkCopies, checkParams, type Params } from '../../../dist/hub/wire/request.js';

const operation = (name: string) => findOperation(name) as Operation;

const request = (name: string, params: Params) =>
  buildRequest(operation(name), checkParams(operation(name), params), 'linear');

const property = { engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Opacity' };

/** The facts of a BAD_INPUT. */
function refused(name: string, params: Params) {
  try {
    request(name, params);
  } catch (error) {
    if (error instanceof HubError && error.code === 'BAD_INPUT') return error.facts;
    throw error;
  }
  throw new Error(`${name} took ${JSON.stringify(params)}`);
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** A value that no property allows. */
const allowedHere = (value: unknown) => ({
  key: value === null || ['number', 'bigint'].includes(typeof value) ? 'value' : 'json',
});

describe('requests', () => {
  it('send a real 0, false and "", and leave out blanks', () => {
    const blank = { Interpolation: undefined, Duration: undefined };
    for (const Value of [0, false, '', [], {}, { x: 0 }])
      should(JSON.parse(request('setProperty', { ...property, ...blank, Value }).json ?? '')).eql({ Value });
  });

  it('send Duration and Delay only above 0', () => {
    const { json = '' } = request('setProperty', { ...property, Value: 1, Duration: 0, Delay: 0.5 });
    should(JSON.parse(json)).eql({ Value: 1, Delay: 0.5 });
  });

  it('send no body for an operation without one', () => {
    should(request('playNext', { engineId: 7, preview: 0 }).json).be.undefined();
  });

  it('accept text with the number or the word of a field', () => {
    should(request('playNext', { engineId: ' 7', preview: 'preview' }).path).equal('/linear/rundown/7/playnext/1');
    should(request('playNext', { engineId: '7', preview: '0' }).path).equal('/linear/rundown/7/playnext/0');
    const { json = '' } = request('setProperty', { ...property, Value: '1', Duration: '1.5' });
    should(JSON.parse(json)).eql({ Value: '1', Duration: 1.5 });
  });

  it('accept a decimal number with an exponent as text, and no other form', () => {
    const durationOf = (Duration: string) =>
      JSON.parse(request('setProperty', { ...property, Value: 1, Duration }).json ?? '').Duration;
    should(['1e3', '1E-2', '+.5', '2.', ' 3 ', '1,5'].map(durationOf)).eql([1000, 0.01, 0.5, 2, 3, 1.5]);
    for (const Duration of ['1e', 'e3', '0x10', '1, 5', 'Infinity', '', ' '])
      should(refused('setProperty', { ...property, Value: 1, Duration })).match({
        field: 'Duration',
        allowed: { key: 'number' },
      });
    for (const Duration of ['1,000', '1 000', '1.000,5'])
      should(refused('setProperty', { ...property, Value: 1, Duration })).eql({
        ...{ field: 'Duration', value: JSON.stringify(Duration) },
        allowed: { key: 'ungrouped' },
      });
  });

  it('have the digits of each id as they were written, and as a number in a body', () => {
    const digits = fc.stringMatching(/^\d{1,40}$/);
    fc.assert(
      fc.property(digits, digits, (graphId, engineHostId) => {
        const { path, json } = request('loadGraph', { graphId, engineHostId });
        should(path).equal(`/graphs/${graphId}/load`);
        should(json).match(/^\{"engineHostId":(0|[1-9]\d*)\}$/);
        should(BigInt(json?.slice(16, -1) ?? '')).equal(BigInt(engineHostId));
      }),
      { examples: [['9007199254740993', '0012345678901234567890']] },
    );
  });

  it('have no id that has lost digits, in any place', () => {
    const allowed = { key: 'longId' };
    for (const id of [2 ** 53, 1.2345678901234567e19, '9007199254740993.0', '1e20'])
      should([
        refused('loadGraph', { graphId: id, engineHostId: 1 }),
        refused('loadGraph', { graphId: 1, engineHostId: id }),
        refused('createRenderer', { configID: 1, projectId: id }),
        refused('createRenderer', { configID: 1, projectMapId: id }),
        refused('createLaunchConfig', { name: '日本', renderers: [1, id] }),
      ]).matchEach((facts: object) => should(facts).match({ allowed }));
    const { json } = request('createRenderer', {
      configID: 1,
      engineId: null,
      projectId: '5',
      projectMapId: '9007199254740993',
    });
    should(json).equal('{"engineId":null,"projectId":5,"projectMapId":9007199254740993}');
    const largest = Number.MAX_SAFE_INTEGER;
    should(request('getEngine', { engineId: largest }).path).equal(`/engines/${largest}`);
  });

  it('name the field, the value and the allowed values', () => {
    should(refused('setProperty', { ...property, Value: 1, Interpolation: 'linear' })).eql({
      field: 'Interpolation',
      value: '"linear"',
      allowed: { key: 'choice', options: ['Constant', 'Linear', 'EaseIn', 'EaseOut', 'EaseInOut'], words: undefined },
    });
    should(refused('setProperty', { ...property, Value: 1, Duration: -1 })).eql({
      field: 'Duration',
      value: '-1',
      allowed: { key: 'number', minimum: 0 },
    });
    should(refused('setProperty', property)).have.properties({ field: 'Value', value: 'undefined' });
  });

  it('refuse other values than whole numbers as an engine', () => {
    for (const engineId of ['abc', '1.5', 1.5, -1, Number.NaN, null, {}, '', '0x10'])
      should(refused('getEngine', { engineId })).have.properties({ field: 'engineId' });
  });

  describe('refuse values that JSON would change, and name their place:', () => {
    const cycle: Record<string, unknown> = { x: {} };
    (cycle.x as Record<string, unknown>).self = cycle;
    const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    class Empty {}
    const thrower = {
      get x(): never {
        throw new Error('no');
      },
    };
    const wrong: [string, unknown, string][] = [
      ['nothing', null, 'Value'],
      ['NaN', Number.NaN, 'Value'],
      ['infinity', Number.POSITIVE_INFINITY, 'Value'],
      ['a buffer', Buffer.from('1'), 'Value'],
      ['a typed array', { x: new Float32Array(2) }, 'Value.x'],
      ['an array buffer', { x: new ArrayBuffer(2) }, 'Value.x'],
      ['a BigInt', 1n, 'Value'],
      ['a Map', new Map([[1, 2]]), 'Value'],
      ['a Set', [new Set()], 'Value[0]'],
      ['a RegExp', { x: /x/ }, 'Value.x'],
      ['a promise', Promise.resolve(1), 'Value'],
      ['an object of a class that shows nothing', { x: new Empty() }, 'Value.x'],
      ['a Map of another realm', { x: runInNewContext('new Map()') }, 'Value.x'],
      ['an invalid date', { x: new Date(Number.NaN) }, 'Value.x'],
      ['what shows itself as nothing', { x: { toJSON: () => undefined } }, 'Value.x'],
      ['a function', { x: () => {} }, 'Value.x'],
      ['a symbol', { x: Symbol('x') }, 'Value.x'],
      ['a hole in a list', Object.assign([1], { 2: 2 }), 'Value[1]'],
      ['a cycle', cycle, 'Value.x.self'],
      ['more levels than the stack has', nested(200_000), 'Value'],
      ['a getter that throws', thrower, 'Value'],
      ['a proxy that was revoked', [revoked()], 'Value'],
      ['NaN in its object', { x: new Number(Number.NaN) }, 'Value.x'],
    ];
    it('each of them', () => {
      for (const [name, Value, field] of wrong)
        should([name, refused('setProperty', { ...property, Value })]).match([
          name,
          { field, allowed: allowedHere(Value) },
        ]);
    });

    it('in the parameters of a function, in data and in a batch', () => {
      should(refused('createItem', { rundownId: 1, name: 'a', template: 't', data: { logo: new Set() } })).match({
        field: 'data.logo',
        value: '[object Set]',
      });
      const entries = [{ id: 1, url: '/x', verb: 'PUT', body: { when: new Date(Number.NaN) } }];
      should(refused('batch', { entries })).match({ field: 'entries[0].body.when' });
    });
  });

  it('send every JSON value unchanged', () => {
    class Vector {
      constructor(readonly x: number) {}
    }
    const shared = { x: 1 };
    const values: [unknown, string][] = [
      [runInNewContext('({ x: [1, { y: "z" }] })'), '{"x":[1,{"y":"z"}]}'],
      [Object.assign(Object.create(null), { x: 1 }), '{"x":1}'],
      [new Vector(2), '{"x":2}'],
      [{ x: undefined, y: null }, '{"y":null}'],
      [[shared, shared], '[{"x":1},{"x":1}]'],
      [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
      [{ x: new Number(1), y: new String('a') }, '{"x":1,"y":"a"}'],
      [{ x: { toJSON: () => ({ y: 1 }) } }, '{"x":{"y":1}}'],
      [Object.freeze({ x: Object.freeze([]) }), '{"x":[]}'],
      ['\ud800', '"\\ud800"'],
      [JSON.parse('{"__proto__":{"x":1}}'), '{"__proto__":{"x":1}}'],
    ];
    for (const [Value, json] of values)
      should(request('setProperty', { ...property, Value }).json).equal(`{"Value":${json}}`);
  });

  it('send or refuse every value of a message, and never change it', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withSparseArray: true,
          withNullPrototype: true,
        }),
        (data) => {
          const params = { rundownId: 1, name: 'a', template: 't', data: { data } };
          let json: string | undefined;
          try {
            json = request('createItem', params).json;
          } catch (error) {
            should(error)
              .be.instanceof(HubError)
              .and.match({ code: 'BAD_INPUT', facts: { field: /^data\.data/ } });
            return;
          }
          should(JSON.stringify(JSON.parse(json ?? '').data)).equal(JSON.stringify({ data }));
        },
      ),
    );
  });

  it('refuse DELETE in a batch', () => {
    const entries = [{ id: 1, url: '/playout/rundowns/1', verb: 'DELETE' }];
    should(refused('batch', { entries })).have.properties({ field: 'entries' });
  });
});

describe('a request', () => {
  it('names the part of its path that cannot be sent', () => {
    should(refused('getNode', { engineId: 1, nodePath: '..' })).eql({
      field: 'nodePath',
      value: '".."',
      allowed: { key: 'segment' },
    });
  });

  it('has a list as its whole body', () => {
    const entries = [{ id: 1, url: '/playout/rundowns/1', verb: 'PATCH', body: { name: 'a' } }];
    should(JSON.parse(request('batch', { entries }).json ?? '')).match(entries);
  });

  it('uses values that are plain copies already as they are', () => {
    const Value = { x: 1 };
    should(checkCopies(operation('setProperty'), { ...property, Value }).Value).equal(Value);
    should(checkParams(operation('setProperty'), { ...property, Value }).Value)
      .eql(Value)
      .and.not.equal(Value);
  });

  it('refuses a function and an object for a scalar without reading it', () => {
    const thrower = new Proxy(
      {},
      {
        get: () => {
          throw new Error('was read');
        },
        ownKeys: () => {
          throw new Error('was read');
        },
      },
    );
    should(refused('getEngine', { engineId: thrower })).match({ field: 'engineId', allowed: { key: 'integer' } });
    should(refused('setProperty', { ...property, Value: () => 1 })).match({ field: 'Value', value: '[function]' });
  });

  it('reads only the fields of an entry that are sent', () => {
    const entry = { id: 1, url: '/playout/rundowns/1', verb: 'PATCH', body: { name: 'a' } };
    const { json = '' } = request('batch', { entries: [{ ...entry, done: () => 1 }] });
    should(JSON.parse(json)[0]).match(entry).and.not.have.property('done');
  });

  it('takes the parameters of a function also as fields', () => {
    const call = { engineId: 1, nodePath: 'N', functionPath: 'F' };
    should(checkParams(operation('callFunction'), { ...call, Parameters: { Speed: 1 } }).Parameters).eql({ Speed: 1 });
    should(refused('callFunction', { ...call, Parameters: 7 })).match({ field: 'Parameters', value: '7' });
  });
});
