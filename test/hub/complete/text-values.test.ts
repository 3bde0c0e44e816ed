import should from 'should';
import { ScriptedHub } from '../scripted-hub.js';

const target = { engineId: 1, nodePath: 'N', propertyPath: 'P' };
const path = '/engines/1/nodes/N/properties/P';

describe('text that holds a number or a boolean', () => {
  const stage = ScriptedHub.forSuite({ rate: 1000 });
  let hubValue: unknown;

  beforeEach(() => {
    stage.script = {
      'GET /engines/1': { body: { engineType: 'RE' } },
      [`GET ${path}`]: () => ({ body: { Value: hubValue } }),
      [`PATCH ${path}`]: { body: {} },
    };
  });

  const cases: [string, unknown, unknown][] = [
    ['0.5', 1, 0.5],
    [' -3e2 ', 1, -300],
    ['1e3', 1, 1000],
    ['1e3', 'text', '1e3'],
    ['1E-2', 1, 0.01],
    ['.5', 1, 0.5],
    ['0,5', 1, 0.5],
    ['0,5', 'text', '0,5'],
    ['1,000', 'text', '1,000'],
    ['1e', 1, '1e'],
    ['0x10', 1, '0x10'],
    ['Infinity', 1, 'Infinity'],
    ['true', false, true],
    ['FALSE', true, false],
    ['0.5', 'text', '0.5'],
    ['true', 1, 'true'],
    ['five', 1, 'five'],
    ['', 1, ''],
  ];
  it('is sent as the property has its value', async () => {
    for (const [index, [Value, holds, sent]] of cases.entries()) {
      const propertyPath = `P${index}`;
      const at = path.replace(/P$/, propertyPath);
      stage.script[`GET ${at}`] = { body: { Value: holds } };
      stage.script[`PATCH ${at}`] = { body: {} };
      await stage.run('setProperty', { ...target, propertyPath, Value });
      should([Value, holds, stage.sent('PATCH').at(-1)?.[1]]).eql([Value, holds, { Value: sent }]);
    }
  });

  it('is looked up once', async () => {
    hubValue = 1;
    for (const Value of ['1', '2', '3']) await stage.run('setProperty', { ...target, Value });
    should(stage.sent('GET')).have.length(1);
    should(stage.sent('PATCH').map(([, body]) => body)).eql([{ Value: 1 }, { Value: 2 }, { Value: 3 }]);
  });

  it('stays text if the conversion is switched off, without a look-up', async () => {
    hubValue = 1;
    await stage.run('setProperty', { ...target, Value: '1', fit: false });
    should(stage.sent()).eql([[`PATCH ${path}`, { Value: '1' }]]);
  });

  it('is converted in a component, too', async () => {
    hubValue = { x: 1, on: true };
    await stage.run('setProperty', { ...target, Component: 'x', Value: '7' });
    await stage.run('setProperty', { ...target, Component: 'on', Value: 'false' });
    should(stage.sent('PATCH').at(-1)?.[1]).eql({ Value: { x: 7, on: false } });
  });

  describe('in a component of a property of RE5', () => {
    const requests = () => stage.sent().map(([request]) => request);

    /** The paths of components are for updates only, so a read of one gets the 404 of the script. */
    beforeEach(() => {
      hubValue = { x: 1, on: true, name: 'title', w: { z: 2 } };
      stage.script['GET /engines/1'] = { body: { instances: [{ status: 'Loaded', engineType: 'RE5' }] } };
      for (const part of ['x', 'on', 'name', 'w.z', 'q']) stage.script[`PATCH ${path}.${part}`] = { body: {} };
    });

    it('is sent as this component has its value', async () => {
      for (const [Component, Value, sent] of [
        ['x', '0.5', 0.5],
        ['on', 'false', false],
        ['w.z', '-3', -3],
        ['name', '7', '7'],
      ] as const) {
        await stage.run('setProperty', { ...target, Component, Value });
        should(stage.sent('PATCH').at(-1)).eql([`PATCH ${path}.${Component}`, { Value: sent }]);
      }
      should(requests().filter((request) => request.startsWith('GET'))).eql(['GET /engines/1', `GET ${path}`]);
    });

    it('is looked up once for all components', async () => {
      for (const Component of ['x', 'w.z', 'x']) await stage.run('setProperty', { ...target, Component, Value: '1' });
      should(requests()).eql([
        'GET /engines/1',
        `GET ${path}`,
        `PATCH ${path}.x`,
        `PATCH ${path}.w.z`,
        `PATCH ${path}.x`,
      ]);
    });

    it('stays text for a component that the whole value does not have, since the hub decides', async () => {
      await stage.run('setProperty', { ...target, Component: 'q', Value: '1' });
      should(stage.sent('PATCH')).eql([[`PATCH ${path}.q`, { Value: '1' }]]);
    });

    it('is not looked up for a number, and not if the conversion is switched off', async () => {
      await stage.run('setProperty', { ...target, Component: 'x', Value: 0.5 });
      await stage.run('setProperty', { ...target, Component: 'x', Value: '0.5', fit: false });
      should(requests()).not.containEql(`GET ${path}`);
      should(stage.sent('PATCH').map(([, body]) => body)).eql([{ Value: 0.5 }, { Value: '0.5' }]);
    });
  });
});
