import should from 'should';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { perform, type Stage } from '../../flows/stage.js';
import { post, typed } from './endpoints.js';

describe('the comparison of flows with a deployed hub', () => {
  let simulator: Simulator;
  let stage: Stage;

  beforeEach(async () => {
    simulator = await startSimulator({ apiKey: 'rh_recording_key' });
    const config = { baseUrl: simulator.url, auth: 'apiKey', keyHeader: 'X-API-Key' };
    stage = await perform(config, [], { apiKey: 'rh_recording_key' });
  });

  afterEach(async () => {
    await stage.close();
    await simulator.close();
  });

  const property = (nodePath: string) => ({
    id: 'fader',
    type: 'hub-engine-property',
    hub: 'config',
    operation: 'setProperty',
    params: { engineId: typed('num', '1'), nodePath: typed('str', nodePath), Value: typed('msg', 'payload') },
  });

  it('lists each thing of the nodes, and reads each list once', async () => {
    const flows = [property('Mixer_0'), property('Gone_0'), property('Mixer_0')];
    const { status, body } = await post('check-flows/config', { flows });
    should(status).equal(200);
    should(body.fields.map(({ kind, verdict }: Record<string, string>) => `${kind} ${verdict}`)).eql([
      ...['engine present', 'node present', 'engine present'],
      ...['node missing', 'engine present', 'node present'],
    ]);
    should(simulator.journal.map(({ method, operation }) => `${method} ${operation}`)).eql([
      'GET listEngines',
      'GET listNodes',
    ]);
  });

  it('asks only the stored address, although the request has another', async () => {
    const other = await startSimulator();
    try {
      const hub = { baseUrl: other.url, id: 'config' };
      await post('check-flows/config', { flows: [property('Mixer_0')], hub, baseUrl: other.url });
      should(other.journal).have.length(0);
      should(simulator.journal.length).be.above(0);
    } finally {
      await other.close();
    }
  });

  it('calls nothing missing on a hub that does not answer', async () => {
    await simulator.close();
    const { body } = await post('check-flows/config', { flows: [property('Gone_0')] });
    should(body.fields.map(({ verdict }: Record<string, string>) => verdict)).eql(['unread', 'unread']);
  });

  it('reports on the deployed hub in a language, and only reads it', async () => {
    const { body } = await post('check-hub/config', { language: 'de-CH' });
    should(body.text).containEql('docs/develop/interface.md');
    should(body.text).not.containEql('rh_recording_key');
    should(body.text).match(/^Revision des Hubs: 1$/m);
    should(simulator.journal.filter(({ method }) => method !== 'GET')).eql([]);
    should((await post('check-hub/config', {})).status).equal(400);
    simulator.trouble({ operation: 'listEngines', status: 401 });
    should((await post('check-hub/config', { language: 'de' })).body.problem).match({ code: 'HUB_AUTH' });
  }).timeout(120_000);

  it('refuses a second comparison meanwhile, unknown hubs and other bodies', async () => {
    simulator.trouble({ operation: 'listEngines', delay: 2000 });
    const first = post('check-flows/config', { flows: [property('Mixer_0')] });
    await stage.until(() => simulator.journal.length > 0);
    should((await post('check-flows/config', { flows: [] })).status).equal(409);
    should((await first).status).equal(200);
    should((await post('check-flows/config', { flows: [] })).body).eql({ fields: [] });
    should((await post('check-flows/unknown', { flows: [] })).status).equal(404);
    should((await post('check-flows/config', { flows: 'none' })).status).equal(400);
  });
});
