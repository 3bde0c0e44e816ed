import should from 'should';
import type { CallOptions } from '../../../dist/hub/hub.js';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

const property = { engineId: 1, nodePath: 'N', propertyPath: 'P' };
const path = '/engines/1/nodes/N/properties/P';

describe('components of a property', () => {
  const stage = SteppedHub.forSuite({ rate: Number.POSITIVE_INFINITY });

  const set = (Component: string | undefined, Value: unknown, more: object = {}, options: CallOptions = {}) =>
    stage.run('setProperty', { ...property, engineType: 'RE5', Component, Value, ...more }, options);
  const open = () => stage.open.map(({ line }) => line.replace(`PATCH ${path}`, ''));
  /** Answers all that is in flight, until nothing is left. */
  async function finish(...calls: Promise<unknown>[]): Promise<unknown[]> {
    const all = Promise.all(calls);
    for (let turn = 0; turn < 10; turn++) {
      for (const request of stage.open) request.answer({});
      await stage.settle();
    }
    return all;
  }

  const pairs: [string | undefined, string | undefined, boolean][] = [
    [undefined, undefined, true],
    [undefined, 'x', true],
    ['x', undefined, true],
    ['x', 'x', true],
    ['x', 'y', false],
    ['rotation', 'rotation.z', true],
    ['rotation.z', 'rotation', true],
    ['rotation.x', 'rotation.z', false],
    ['rot', 'rotation', false],
    ['rotation', 'rot', false],
    ['z', 'rotation.z', false],
    ['rotation.z', 'z', false],
  ];
  for (const [first, second, waits] of pairs)
    it(`on RE5: ${second ?? 'the whole'} ${waits ? 'waits for' : 'does not wait for'} ${first ?? 'the whole'}`, async () => {
      const calls = [first, second].map((component) => set(component, 1, {}, { delivery: 'inOrder' }));
      await stage.settle();
      should(stage.open).have.length(waits ? 1 : 2);
      await finish(...calls);
      should(stage.requests).have.length(2);
    });

  it('on RE5 are sent one by one if one is inside the other', async () => {
    const calls = [set(undefined, 0), set('rotation', 1), set('rotation.z', 2)];
    await stage.settle();
    await stage.answer('PATCH');
    should(open()).eql(['.rotation']);
    await finish(...calls);
    should(stage.requests.at(-1)?.line).equal(`PATCH ${path}.rotation.z`);
  });

  it('on RE5 are replaced by a newer value, also if another component has changed', async () => {
    const calls = [set(undefined, 0), set('x', 1), set('y', 2, { Interpolation: 'Linear', Duration: 1 }), set('x', 3)];
    await stage.settle();
    should(await calls[1]).match({ outcome: 'superseded' });
    await finish(...calls);
    should(stage.requests.map(({ body }) => (body as { Value: number }).Value).sort()).eql([0, 2, 3]);
  });

  it('are replaced by a whole value of the same kind', async () => {
    const calls = [set(undefined, 0), set('x', 1), set(undefined, 2)];
    await stage.settle();
    should(await calls[1]).match({ outcome: 'superseded' });
    await finish(...calls);
  });

  it('on RE are sent together, after one look-up of the type', async () => {
    const first = stage.run('setProperty', { ...property, Value: { x: 0, y: 0 } });
    const calls = ['x', 'y'].map((Component) => stage.run('setProperty', { ...property, Component, Value: 1 }));
    await stage.settle();
    await stage.answer('PATCH');
    await stage.answer('GET /engines/1', { engineType: 'RE' });
    should(stage.open.map(({ body }) => body)).eql([{ Value: { x: 1, y: 1 } }]);
    await finish(first, ...calls);
  });

  it('that the value does not have fail alone', async () => {
    const RE = { engineType: 'RE' };
    const calls = [set(undefined, { x: 0, y: 0 }, RE), set('x', 1, RE), set('q', 2, RE)] as const;
    const error = failing(calls[2]);
    await stage.settle();
    await stage.answer('PATCH');
    await stage.settle();
    should(await error).match({ code: 'BAD_INPUT', facts: { field: 'Component' } });
    should(stage.open.map(({ body }) => body)).eql([{ Value: { x: 1, y: 0 } }]);
    await finish(calls[0], calls[1]);
  });

  it('on RE5 are not a base for other types of engines', async () => {
    const x = set('x', 1);
    await finish(x);
    const y = set('y', 2, { engineType: 'RE' });
    await stage.settle();
    await stage.answer(`GET ${path}`, { Value: { x: 5, y: 5 } });
    should(stage.open.map(({ body }) => body)).eql([{ Value: { x: 5, y: 2 } }]);
    await finish(y);
  });

  it('that are sent together have the shortest of their deadlines', async () => {
    const RE = { engineType: 'RE' };
    const calls = [
      set(undefined, { x: 0, y: 0 }, RE),
      failing(set('x', 1, RE, { timeout: 200 })),
      failing(set('y', 2, RE, { timeout: 5000 })),
    ];
    await stage.settle();
    await stage.answer('PATCH');
    await stage.advance(200);
    for (const error of await Promise.all(calls.slice(1))) should(error).have.property('code', 'HUB_TIMEOUT');
    await calls[0];
  });

  it('that are replaced during the look-up of the type are not sent', async () => {
    const component = (Component: string, Value: number) => stage.run('setProperty', { ...property, Component, Value });
    const calls = [
      stage.run('setProperty', { ...property, Value: { x: 0, y: 0 } }),
      component('x', 1),
      component('y', 2),
    ];
    await stage.settle();
    await stage.answer('PATCH');
    calls.push(component('y', 3));
    await stage.answer('GET /engines/1', { engineType: 'RE' });
    should(stage.open.map(({ body }) => body)).eql([{ Value: { x: 1, y: 3 } }]);
    should(await calls[2]).match({ outcome: 'superseded' });
    await finish(...calls);
  });
});
