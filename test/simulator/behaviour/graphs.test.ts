import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { opacity } from '../../operations/values.js';
import { ask } from '../ask.js';

describe('the simulated graphs', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.reset());
  after(() => simulator.close());

  const act = (operation: string, params: Params = {}) => ask(simulator, operation, { params });

  it('reset the properties of this engine only', async () => {
    const values = async () => {
      const bodies = [1, 2].map(async (engineId) => (await act('getProperty', { ...opacity, engineId })).body);
      return (await Promise.all(bodies)).map((body) => (body as { Value: unknown }).Value);
    };
    for (const engineId of [1, 2]) await act('setProperty', { ...opacity, engineId, Value: 0.5 });
    await act('loadRgraph', { rgraphId: 21, engineHostId: 1 });
    should(await values()).eql([1, 0.5]);
  });

  it('start a stopped engine', async () => {
    await act('stopLaunch', { configID: 61 });
    should(await act('loadRgraph', { rgraphId: 23, engineHostId: 1 })).match({ status: 200, body: { success: true } });
    should((await act('getEngine', { engineId: 1 })).body).match({
      rgraphId: 23,
      instances: [{ status: 'Loaded' }, { status: 'Idle' }],
    });
  });

  const wrong: [string, Params, number, string][] = [
    ['loadGraph', { graphId: 11, engineHostId: 1 }, 422, 'Engine 1 has no RE5 instance'],
    ['loadRgraph', { rgraphId: 21, engineHostId: 4 }, 422, 'Engine 4 has no RE instance'],
    ['loadUstate', { ustateId: 41, engineHostId: 3 }, 422, 'Engine 3 has no UE instance'],
    ['loadRgraph', { rgraphId: 21, engineHostId: 101 }, 404, 'Engine 101 not found'],
    ['loadRgraph', { rgraphId: 11, engineHostId: 1 }, 404, 'Rgraph 11 not found'],
  ];
  for (const [operation, params, status, error] of wrong)
    it(`answer ${status} to ${operation} of ${JSON.stringify(params)}, and change nothing`, async () => {
      const before = structuredClone(simulator.state);
      should(await act(operation, params)).match({ status, body: { error } });
      should(simulator.state).eql(before);
    });
});
