import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { opacity } from '../../operations/values.js';
import { ask } from '../ask.js';

const KINDS = [
  { list: 'listGraphs', get: 'getGraph', id: 'graphId', content: 'content' },
  { list: 'listRgraphs', get: 'getRgraph', id: 'rgraphId', content: 'xmlContent' },
  { list: 'listUstates', get: 'getUstate', id: 'ustateId', content: 'ustateData' },
];

describe('the simulated graphs', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.reset());
  after(() => simulator.close());

  const act = (operation: string, params: Params = {}) => ask(simulator, operation, { params });

  for (const { list, get, id, content } of KINDS)
    it(`${list} returns id and name, ${get} also the content`, async () => {
      const all = (await act(list)).body as { id: number; name: string }[];
      should(all.length).be.above(1);
      for (const one of all) {
        should(Object.keys(one)).eql(['id', 'name']);
        const { body } = await act(get, { [id]: one.id });
        should(body).match(one).and.have.property(content);
      }
    });

  it('have a graph that is JSON', async () => {
    const { body } = await act('getGraph', { graphId: 11 });
    should(JSON.parse((body as { content: string }).content)).match({ nodes: [{ name: 'Video Wall' }, {}] });
  });

  it('reset the properties of this engine only', async () => {
    const values = async () => {
      const bodies = [1, 2].map(async (engineId) => (await act('getProperty', { ...opacity, engineId })).body);
      return (await Promise.all(bodies)).map((body) => (body as { Value: unknown }).Value);
    };
    for (const engineId of [1, 2]) await act('setProperty', { ...opacity, engineId, Value: 0.5 });
    await act('loadRgraph', { rgraphId: 21, engineHostId: 1 });
    should(await values()).eql([1, 0.5]);
  });

  it('reset all properties of the engine', async () => {
    const { nodes } = simulator.state.engines[0]!;
    const values = async () =>
      Promise.all(nodes.map(async ({ path }) => (await act('listProperties', { engineId: 1, nodePath: path })).body));
    const before = await values();
    for (const { path: nodePath, properties } of nodes)
      for (const { path: propertyPath, value } of properties) {
        const Value = typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value} new`;
        if (typeof value !== 'object') await act('setProperty', { engineId: 1, nodePath, propertyPath, Value });
      }
    should(await values()).not.eql(before);
    await act('loadRgraph', { rgraphId: 21, engineHostId: 1 });
    should(await values()).eql(before);
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

  it('list the projects and maps that a launch needs', async () => {
    const projects = (await act('listProjects')).body as { projectId: number; maps: string[] }[];
    for (const { settings } of simulator.state.launcher.renderers) {
      if (settings.projectId === null) continue;
      const project = projects.find(({ projectId }) => projectId === settings.projectId);
      should(project?.maps.length).be.aboveOrEqual(settings.projectMapId ?? 0);
    }
  });
});
