import fc from 'fast-check';
import should from 'should';
import type { Operation } from '../../../dist/hub/table/operation.js';
import { findOperation } from '../../../dist/hub/table/operations.js';
import { matchPath } from '../../../dist/hub/table/paths.js';
import { HubError } from '../../../dist/hub/wire/errors.js';
import { buildRequest, checkParams, type Params } from '../../../dist/hub/wire/request.js';

const operation = (name: string) => findOperation(name) as Operation;

const request = (name: string, params: Params) =>
  buildRequest(operation(name), checkParams(operation(name), params), 'linear');

const property = { engineId: 1, nodePath: 'Mixer_0', propertyPath: 'Opacity' };

/** The facts of the BAD_INPUT that a call ends in. */
function refused(name: string, params: Params) {
  try {
    request(name, params);
  } catch (error) {
    if (error instanceof HubError && error.code === 'BAD_INPUT') return error.facts;
    throw error;
  }
  throw new Error(`${name} took ${JSON.stringify(params)}`);
}

describe('requests', () => {
  it('send a real 0, false and "", and leave out what is blank', () => {
    for (const Value of [0, false, '', [], {}, { x: 0 }])
      should(JSON.parse(request('setProperty', { ...property, Value }).json ?? '')).eql({ Value });
  });

  it('send Duration and Delay only above 0', () => {
    const { json = '' } = request('setProperty', { ...property, Value: 1, Duration: 0, Delay: 0.5 });
    should(JSON.parse(json)).eql({ Value: 1, Delay: 0.5 });
  });

  it('send no body where the table has none', () => {
    should(request('playNext', { engineId: 7, preview: 0 }).json).be.undefined();
  });

  it('take text that holds the number or the word that is wanted', () => {
    should(request('playNext', { engineId: ' 7', preview: 'preview' }).path).equal('/linear/rundown/7/playnext/1');
    should(request('playNext', { engineId: '7', preview: '0' }).path).equal('/linear/rundown/7/playnext/0');
    const { json = '' } = request('setProperty', { ...property, Value: '1', Duration: '1.5' });
    should(JSON.parse(json)).eql({ Value: '1', Duration: 1.5 });
  });

  it('name the field, the value and what is allowed', () => {
    should(refused('setProperty', { ...property, Value: 1, Interpolation: 'linear' })).eql({
      field: 'Interpolation',
      value: '"linear"',
      allowed: {
        key: 'choice',
        options: ['Constant', 'Linear', 'EaseIn', 'EaseOut', 'EaseInOut'],
        words: undefined,
      },
    });
    should(refused('setProperty', { ...property, Value: 1, Duration: -1 })).eql({
      field: 'Duration',
      value: '-1',
      allowed: { key: 'number', minimum: 0 },
    });
    should(refused('setProperty', property)).have.properties({ field: 'Value', value: 'undefined' });
  });

  for (const engineId of ['abc', '1.5', 1.5, -1, Number.NaN, null, {}, '', '0x10'])
    it(`refuse ${JSON.stringify(engineId)} as an engine`, () => {
      should(refused('getEngine', { engineId })).have.properties({ field: 'engineId' });
    });

  it('refuse what JSON would change on the way', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    for (const Value of [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      { x: Number.NaN },
      Buffer.from('1'),
      [Buffer.from('1')],
      cycle,
      1n,
      null,
    ])
      should(refused('setProperty', { ...property, Value })).have.properties({ field: 'Value' });
  });

  it('refuse DELETE in a batch', () => {
    const entries = [{ id: 1, url: '/playout/rundowns/1', verb: 'DELETE' }];
    should(refused('batch', { entries })).have.properties({ field: 'entries' });
  });

  it('carry any legal text id as it was, and refuse anything else', () => {
    const { path: template } = operation('getNode');
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('.', '..', '')), (nodePath) => {
        const legal = !['', '.', '..'].includes(nodePath) && nodePath.isWellFormed();
        if (legal)
          should(matchPath(template, request('getNode', { engineId: 1, nodePath }).path)).eql({
            engineId: '1',
            nodePath,
          });
        else should(refused('getNode', { engineId: 1, nodePath })).have.properties({ field: 'nodePath' });
      }),
    );
  });
});
