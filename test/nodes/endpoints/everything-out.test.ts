import should from 'should';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { perform, type Stage } from '../../flows/stage.js';
import { ask } from '../../simulator/ask.js';
import { post } from './endpoints.js';

describe('the endpoint of everything out', () => {
  let hub: Simulator;
  let stage: Stage;
  const commands = () =>
    hub.journal.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

  async function open(dialect: 1 | 2, fields: object = {}): Promise<void> {
    hub = await startSimulator({ dialect });
    const linearSegment = dialect === 1 ? 'linear' : 'lino';
    stage = await perform({ baseUrl: hub.url, auth: 'none', dialect: String(dialect), linearSegment, ...fields }, []);
  }

  afterEach(async () => {
    await stage.close();
    await hub.close();
  });

  const out = { 1: 'PUT /api/rest/v1/linear/rundown/101/out/0', 2: 'PUT /api/rest/v1/lino/rundown/101/clear/0' };
  for (const dialect of [1, 2] as const)
    it(`empties program of the running show on a hub of revision ${dialect}`, async () => {
      await open(dialect);
      await ask(hub, 'playNext', { params: { engineId: 101, preview: 0 } });
      // The names of shows may be missing.
      hub.trouble({ operation: 'listLaunchConfigs', status: 403 });
      (hub.journal as unknown[]).length = 0;
      should(await post('everything-out/config', {})).match({ status: 200, body: { shows: [{ outcome: 'done' }] } });
      should(commands()).containEql(out[dialect]);
      // The request cannot choose another output or show.
      should(commands().every((each) => each.endsWith('/0'))).be.true();
    });

  it('sends nothing in rehearsal', async () => {
    await open(1, { rehearsal: 'true' });
    const { body } = await post('everything-out/config', {});
    should(new Set(body.shows.map(({ outcome }: { outcome: string }) => outcome))).eql(new Set(['rehearsal']));
    should(commands()).eql([]);
  });

  it('reports a refused show, and a hub that is away', async () => {
    await open(1);
    const undo = hub.trouble({ operation: 'takeOut', status: 500 });
    const { body } = await post('everything-out/config', {});
    should(new Set(body.shows.map(({ outcome }: { outcome: string }) => outcome))).eql(new Set(['unknown']));
    undo();
    await hub.close();
    const lost = await post('everything-out/config', {});
    should(lost.body.problem).match({ code: 'HUB_UNREACHABLE', outcome: 'not-sent' });
  });

  it('does not know a hub that is not deployed', async () => {
    await open(1);
    should((await post('everything-out/gone', {})).status).equal(404);
  });
});
