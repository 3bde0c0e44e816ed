import should from 'should';
import { CHECK_LIMITS, checkHub, verdictOf } from '../../dist/recording/check.js';
import { HubReader } from '../../dist/recording/reader.js';
import { type Simulator, startSimulator } from '../../dist/simulator/index.js';
import { AnsweringHub } from './answering-hub.js';
import { SETTINGS } from './direct-reader.js';
import { SAMPLES } from './samples-of-2-1.js';

async function check(baseUrl: string) {
  const reader = new HubReader({ ...SETTINGS, baseUrl }, (send) => send());
  try {
    const { hub } = await reader.detect();
    return await checkHub(reader, hub, { ...CHECK_LIMITS, signal: new AbortController().signal });
  } finally {
    reader.close();
  }
}

describe('the report on a hub', function () {
  this.timeout(120_000);
  let simulator: Simulator;
  afterEach(() => simulator.close());

  for (const dialect of [1, 2] as const)
    it(`finds no difference in the simulator of revision ${dialect}, within 300 requests`, async () => {
      simulator = await startSimulator({ dialect });
      const report = await check(simulator.url);
      should(report.reads.filter(({ differences }) => differences.length > 0)).eql([]);
      should(verdictOf(report)).equal('matching');
      should(report.revision).equal(dialect);
      should(report.reads.filter(({ answered }) => answered === 0)).eql([]);
      should(simulator.journal.length).be.below(300);
    });

  it('finds no difference in a simulator that leaves out the fields that are optional on revision 2', async () => {
    simulator = await startSimulator({ dialect: 2, sparse: true });
    const engines = (await (await fetch(`${simulator.url}/api/rest/v1/engines`)).json()) as Record<string, unknown>[];
    for (const { instances, ...host } of engines) {
      should(host).have.property('cacheDir');
      should(host).not.have.property('canCook');
      for (const instance of instances as object[])
        for (const field of ['cookedProjectId', 'cookedMapId', 'cookedId']) should(instance).not.have.property(field);
    }
    should(verdictOf(await check(simulator.url))).equal('matching');
  });

  it('finds no difference in the samples of API 2.1.0', async () => {
    simulator = await startSimulator();
    const hub = new AnsweringHub(SAMPLES);
    try {
      const report = await check(await hub.start());
      should(report.revision).equal(2);
      should(report.reads.flatMap(({ differences }) => differences)).eql([]);
      const answered = report.reads.filter((read) => read.answered > 0).map(({ operation }) => operation);
      should(answered).containDeep([
        'listEngines',
        'getEngine',
        'listLinearEngines',
        'listLinearItems',
        'listLaunchConfigs',
      ]);
    } finally {
      hub.close();
    }
  });

  it('reports the same fields as missing on revision 1', async () => {
    simulator = await startSimulator();
    const [engine] = simulator.state.engines;
    const { canCook: _, instances, ...host } = engine!.host;
    const rows = instances.map(({ cookedProjectId: __, cookedMapId: ___, cookedId: ____, ...rest }) => rest);
    simulator.trouble({
      operation: 'listEngines',
      contentType: 'application/json',
      body: JSON.stringify([{ ...host, instances: rows, rgraphId: 1, ustateId: null }]),
    });
    const { reads } = await check(simulator.url);
    const missing = reads.find(({ operation }) => operation === 'listEngines')?.differences.map(({ place }) => place);
    should(missing?.sort()).eql([
      '[].canCook',
      '[].instances[].cookedId',
      '[].instances[].cookedMapId',
      '[].instances[].cookedProjectId',
    ]);
  });
});
