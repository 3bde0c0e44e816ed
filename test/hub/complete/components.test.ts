import should from 'should';
import type { Delivery } from '../../../dist/hub/hub.js';
import { failing, ScriptedHub } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

const target = { engineId: 1, nodePath: 'N', propertyPath: 'P' };
const path = '/engines/1/nodes/N/properties/P';

describe('a component of a property', () => {
  const stage = ScriptedHub.forSuite({ rate: 1000 });
  /** The present value of the property on the hub. */
  let hubValue: unknown;
  let loaded: string;

  beforeEach(() => {
    hubValue = { x: 1, y: 2, z: 3 };
    loaded = 'RE';
    stage.script = {
      'GET /engines/1': () => ({
        body: {
          instances: [
            { status: 'Idle', engineType: 'UE' },
            { status: 'Loaded', engineType: loaded },
          ],
        },
        delay: 20,
      }),
      [`GET ${path}`]: () => ({ body: { PropertyPath: 'P', Value: hubValue } }),
      [`PATCH ${path}`]: (body) => {
        hubValue = (body as { Value: unknown }).Value;
        return { body: { PropertyPath: 'P', Value: hubValue }, delay: 20 };
      },
    };
  });

  const set = (
    Component: string | undefined,
    Value: unknown,
    { delivery, ...more }: { delivery?: Delivery; [name: string]: unknown } = {},
  ) => stage.run('setProperty', { ...target, Component, Value, ...more }, { delivery });
  const values = () => stage.sent('PATCH').map(([, body]) => (body as { Value: unknown }).Value);

  it('is put into the value of the hub', async () => {
    await set('y', 20);
    should(values()).eql([{ x: 1, y: 20, z: 3 }]);
  });

  it('can be nested', async () => {
    hubValue = { rotation: { x: 1, y: 2 }, list: [1, 2] };
    await set('rotation.y', 5);
    await set('list.0', 9);
    should(values().at(-1)).eql({ rotation: { x: 1, y: 5 }, list: [9, 2] });
  });

  it('is put into the last sent value, not into an intermediate answer', async () => {
    stage.script[`PATCH ${path}`] = { body: { PropertyPath: 'P', Value: { x: 0.5, y: 0.5, z: 0.5 } } };
    await set(undefined, { x: 10, y: 10, z: 10 }, { Interpolation: 'Linear', Duration: 2 });
    await set('x', 11);
    should(values().at(-1)).eql({ x: 11, y: 10, z: 10 });
    should(stage.sent('GET').map(([request]) => request)).eql(['GET /engines/1']);
  });

  it('is put into the sent value, even if the flow has changed its object since', async () => {
    const value = { x: 7, y: 7, z: 7 };
    const whole = set(undefined, value);
    value.y = 0;
    await whole;
    value.z = 0;
    await set('x', 8);
    should(values()).eql([
      { x: 7, y: 7, z: 7 },
      { x: 8, y: 7, z: 7 },
    ]);
  });

  it('is put into the value of the hub again after a pause of 1 s', async () => {
    const stepped = new SteppedHub({ rate: 1000 });
    const steps = async (Component: string, Value: number, answers: [string, unknown][]) => {
      const call = stepped.run('setProperty', { ...target, Component, Value });
      for (const [line, body] of answers) {
        await stepped.advance(1);
        await stepped.answer(line, body);
      }
      await call;
      return stepped.requests.at(-1)?.body;
    };
    const engine: [string, unknown] = ['GET /engines/1', { engineType: 'RE' }];
    const holds = (Value: unknown): [string, unknown] => [`GET ${path}`, { Value }];
    const sent: [string, unknown] = ['PATCH', {}];
    await stepped.settle();
    should(await steps('x', 11, [engine, holds({ x: 1, y: 2, z: 3 }), sent])).eql({ Value: { x: 11, y: 2, z: 3 } });
    await stepped.advance(998);
    should(await steps('y', 12, [sent])).eql({ Value: { x: 11, y: 12, z: 3 } });
    await stepped.advance(1000);
    should(await steps('z', 13, [holds({ x: 0, y: 0, z: 0 }), sent])).eql({ Value: { x: 0, y: 0, z: 13 } });
    stepped.hub.close();
  });

  it('is replaced by a whole value, and is put into a waiting one', async () => {
    await set('x', 0);
    const calls = [set('x', 1), set('y', 2), set(undefined, { x: 7, y: 7, z: 7 }), set('z', 9)];
    const results = await Promise.all(calls);
    should(values().at(-1)).eql({ x: 7, y: 7, z: 9 });
    should(results.map(({ outcome }) => outcome)).eql(['done', 'superseded', 'done', 'done']);
  });

  it('never mixes with another interpolation', async () => {
    await set('x', 0);
    await Promise.all([set('x', 1), set('y', 2, { Interpolation: 'Linear', Duration: 1 }), set('z', 3)]);
    should(values()).have.length(4);
    should(values().at(-1)).eql({ x: 1, y: 2, z: 3 });
  });

  it('must exist in the value, and the error lists those that exist', async () => {
    const error = await failing(set('w', 1));
    should(error).match({
      code: 'BAD_INPUT',
      outcome: 'not-sent',
      facts: { field: 'Component', allowed: { options: ['x', 'y', 'z'] } },
    });
    for (const Component of ['', '.x', 'x.', 'a..b'])
      should(await failing(set(Component, 1))).match({ facts: { field: 'Component' } });
    should(stage.sent('PATCH')).be.empty();
  });

  describe('on RE5', () => {
    beforeEach(() => {
      loaded = 'RE5';
      for (const part of ['x', 'y', 'rotation.z']) stage.script[`PATCH ${path}.${part}`] = { body: {}, delay: 20 };
    });

    it('is a path and a lane of its own, and the engine is asked once', async () => {
      await Promise.all([set('x', 1), set('y', 2), set('rotation.z', 3)]);
      const [first, ...others] = stage.sent().map(([request]) => request);
      should(first).equal('GET /engines/1');
      should(others.sort()).eql([`PATCH ${path}.rotation.z`, `PATCH ${path}.x`, `PATCH ${path}.y`]);
    });

    it('is replaced by a whole value that arrives while the engine is read', async () => {
      const results = await Promise.all([set('x', 1), set(undefined, { x: 0 })]);
      should(results[0]).match({ outcome: 'superseded' });
      should(stage.sent('PATCH')).eql([[`PATCH ${path}`, { Value: { x: 0 } }]]);
    });

    it('or of another engine if the node sets RE5', async () => {
      loaded = 'RE';
      await set('x', 1, { engineType: 'RE5' });
      should(stage.sent().map(([request]) => request)).eql([`PATCH ${path}.x`]);
    });
  });
});
