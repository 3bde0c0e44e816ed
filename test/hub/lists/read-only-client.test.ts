import should from 'should';
import { detectHub, list, operations, ReadOnlyClient } from '../../../dist/hub/index.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { failing } from '../scripted-hub.js';

describe('a read-only client of a script', () => {
  let simulator: Simulator;
  let visit: ReadOnlyClient;

  before(async () => {
    simulator = await startSimulator();
    const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 1 } as const;
    visit = new ReadOnlyClient({ baseUrl: simulator.url, ...settings }, 5000);
  });
  after(() => simulator.close());

  it('finds the revision of the hub, and lists its things', async () => {
    should(await detectHub(visit)).match({ reachable: true, key: 'accepted', dialect: 1, linearSegment: 'linear' });
    should((await list(visit.read, 'engine', {})).entries).have.length(4);
  });

  for (const { name } of operations.filter(({ kind }) => kind !== 'read'))
    it(`cannot ${name}`, async () => {
      const before = simulator.journal.length;
      should(await failing(visit.ask(name, {}))).match({ code: 'BAD_INPUT', facts: { field: 'operation' } });
      should(simulator.journal).have.length(before);
    });

  it('ends when it is closed', async () => {
    visit.close();
    should(await failing(visit.ask('listEngines', {}))).match({ code: 'CLOSED' });
  });
});
