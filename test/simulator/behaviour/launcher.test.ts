import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { opacity } from '../../operations/values.js';
import { ask } from '../ask.js';

interface Host {
  rgraphId: number | null;
  ustateId: number | null;
  engineType?: string;
  instances: { status: string; projectMapId: number | null; pid: unknown; statusDescription: string | null }[];
}

describe('the simulated launcher', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.reset());
  after(() => simulator.close());

  const act = (operation: string, params: Params) => ask(simulator, operation, { params });
  const host = async (engineId: number) => (await act('getEngine', { engineId })).body as Host;
  const unchanged = async (doing: () => Promise<unknown>) => {
    const before = structuredClone(simulator.state);
    await doing();
    should(simulator.state).eql(before);
  };

  it('launches all renderers of a configuration, and answers OK', async () => {
    should(await act('launch', { configID: 62 })).match({ status: 200, type: /plain/, text: 'OK' });
    should((await host(3)).instances[0]).match({
      status: 'Loaded',
      projectMapId: 2,
      statusDescription: 'Election Wall',
    });
    should(await host(4)).match({ ustateId: 42, rgraphId: null });
    should((await host(4)).instances[0]).match({ projectMapId: 2, statusDescription: 'Arena: match' });
    should((await host(1)).rgraphId).equal(21);
  });

  it('starts and stops one renderer, and answers OK', async () => {
    for (const operation of ['startRenderer', 'stopRenderer'])
      should(await act(operation, { configID: 61, rendererID: 71 })).match({ status: 200, type: /plain/, text: 'OK' });
    should((await host(1)).instances[0]).match({ status: 'Idle', pid: null });
    should((await host(2)).instances[0]).match({ status: 'Loaded' });
  });

  it('starts a stopped engine', async () => {
    await act('stopLaunch', { configID: 61 });
    const stopped = await host(1);
    should(stopped.rgraphId).be.null();
    should(((await act('listEngines', {})).body as Host[])[0]).not.have.property('engineType');
    await act('stopLaunch', { configID: 61 });
    should(await host(1)).eql(stopped);
    await act('launch', { configID: 61 });
    should(await host(1)).match({ rgraphId: 22, instances: [{ status: 'Loaded', pid: 8010 }, { status: 'Idle' }] });
  });

  it('resets properties', async () => {
    await act('setProperty', { ...opacity, Value: 0.5 });
    await act('setProperty', { ...opacity, engineId: 2, Value: 0.5 });
    await act('startRenderer', { configID: 61, rendererID: 71 });
    const values = [1, 2].map(async (engineId) => (await act('getProperty', { ...opacity, engineId })).body);
    should(await Promise.all(values)).match([{ Value: 1 }, { Value: 0.5 }]);
  });

  it('retimes running engines only', async () => {
    await act('stopRenderer', { configID: 61, rendererID: 71 });
    await act('retime', { configID: 61 });
    should((await host(1)).instances[0]?.statusDescription).be.null();
    should((await host(2)).instances[0]?.statusDescription).startWith('Retimed at ');
    await act('stopLaunch', { configID: 61 });
    should(await act('retime', { configID: 61 })).match({ status: 422, type: /plain/, text: /not running/ });
  });

  describe('refuses to launch, and starts no renderer,', () => {
    const wrong: [string, Params, RegExp][] = [
      ['without an engine', { stateId: 21 }, /^Renderer 9001 has no engine$/],
      ['on an engine that is none', { engineId: 101, stateId: 21 }, /has no engine$/],
      ['without a state', { engineId: 1 }, /^Renderer 9001 has no RE state 0$/],
      ['with a state of another type', { engineId: 1, stateId: 41 }, /has no RE state 41$/],
      ['on an engine of another type', { engineId: 4, stateId: 21 }, /Engine 4 has no RE instance/],
    ];
    for (const [what, settings, text] of wrong)
      it(what, async () => {
        await act('createRenderer', { configID: 61, ...settings });
        await unchanged(async () => {
          should(await act('launch', { configID: 61 })).match({ status: 422, text });
          should(await act('startRenderer', { configID: 61, rendererID: 9001 })).match({ status: 422, text });
        });
      });
  });

  it('does not stop an engine that runs an instance of another type', async () => {
    await act('createRenderer', { configID: 61, engineId: 4, engineType: 'RE' });
    await unchanged(() => act('stopRenderer', { configID: 61, rendererID: 9001 }));
  });

  it('creates a renderer with no fields or with all fields, which reads can find', async () => {
    should(await act('createRenderer', { configID: 61 })).match({ status: 200, body: 9001 });
    const blank = { launchConfigId: 61, engineId: null, projectId: null, projectMapId: null };
    should((await act('getRenderer', { configID: 61, rendererID: 9001 })).body).eql({
      ...blank,
      engineType: 'RE',
      stateId: 0,
    });
    const all = { engineId: 4, projectId: 4, projectMapId: 1, engineType: 'UE', stateId: 42 };
    await act('createRenderer', { configID: 62, launchConfigId: 61, ...all });
    should((await act('getRenderer', { configID: 62, rendererID: 9002 })).body).eql({ launchConfigId: 62, ...all });
  });

  it('creates a configuration of existing renderers', async () => {
    should((await act('createLaunchConfig', { name: 'Both', renderers: [71, 74] })).body).eql({
      id: 9001,
      renderers: [71, 74],
    });
    await act('launch', { configID: 9001 });
    should([(await host(1)).rgraphId, (await host(4)).ustateId]).eql([22, 42]);
    should(await act('createLaunchConfig', { name: 'None', renderers: [71, 99] })).match({
      status: 422,
      text: 'renderers.1: there is no renderer 99',
    });
  });
});
