import should from 'should';
import { perform, type Stage } from '../../flows/stage.js';
import { type HostileHub, hostileHub } from '../../hostile/http-hub.js';
import { post } from './endpoints.js';

const VARIABLE = 'GRAPHICS_HUB_ADDRESS';
const hub = (more: object = {}) => ({ id: 'config', baseUrl: `\${${VARIABLE}}`, auth: 'apiKey', ...more });

/** The environment variable is resolved when the configuration is deployed. */
describe('the saved key of a configuration whose address is an environment variable', () => {
  let home: HostileHub;
  let elsewhere: HostileHub;
  let stage: Stage;

  before(async () => {
    [home, elsewhere] = (await Promise.all(
      [1, 2].map(() =>
        hostileHub((_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]')),
      ),
    )) as [HostileHub, HostileHub];
    process.env[VARIABLE] = home.url;
    stage = await perform({ baseUrl: `\${${VARIABLE}}`, auth: 'apiKey' }, [], { apiKey: 'rh_saved' });
  });
  after(async () => {
    delete process.env[VARIABLE];
    await stage.close();
    await Promise.all([home.close(), elsewhere.close()]);
  });

  const keys = (at: HostileHub) => at.requests.splice(0).map(({ headers }) => headers['x-api-key']);
  const list = (draft: object) => post('list', { hub: draft, names: 'engine', params: {} });

  it('is sent to that address', async () => {
    await list(hub());
    // The editor sends this for a field that was not changed.
    await list(hub({ credentials: { apiKey: '__PWRD__' } }));
    should(keys(home)).eql(['rh_saved', 'rh_saved']);
  });

  it('is not sent to another host behind that address', async () => {
    const headers = { headers: ['Host'], credentials: { header1: 'elsewhere.example' } };
    await list(hub(headers));
    should(keys(home)).eql([undefined]);
  });

  it('does not follow a later change of the variable', async () => {
    process.env[VARIABLE] = elsewhere.url;
    await list(hub());
    should(keys(elsewhere)).eql([undefined]);
    await list(hub({ credentials: { apiKey: 'typed' } }));
    should(keys(elsewhere)).eql(['typed']);
    await list(hub({ baseUrl: home.url }));
    should(keys(home)).eql(['rh_saved']);
  });
});
