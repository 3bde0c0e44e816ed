import should from 'should';
import { tableOperation } from '../../dist/hub/table/operations.js';
import { HubReader } from '../../dist/recording/reader.js';
import { type HostileHub, hostileHub } from '../hostile/http-hub.js';
import { failing } from '../hub/scripted-hub.js';
import { SETTINGS } from './direct-reader.js';

/** Answers by the path below the version base: a status, and a body. All others get 404. */
type Answers = Readonly<Record<string, readonly [status: number, body: string]>>;

describe('the reader of a hub', () => {
  let hub: HostileHub;
  let reader: HubReader;

  async function open(answers: Answers, settings: Partial<ConstructorParameters<typeof HubReader>[0]> = {}) {
    hub = await hostileHub((request, response) => {
      const [status, body] = answers[(request.url ?? '').replace('/api/rest/v1', '')] ?? [404, '{}'];
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    });
    reader = new HubReader({ ...SETTINGS, ...settings, baseUrl: hub.url }, (send) => send());
  }
  afterEach(async () => {
    reader.close();
    await hub.close();
  });

  it('has an answer, the status of a refusal, or the code of a failure', async () => {
    await open({
      '/engines': [200, '[1]'],
      '/engines/1': [422, '{}'],
      '/engines/2': [500, '{}'],
      '/engines/3': [200, '{'],
      '/engines/4': [0, ''],
    });
    const engine = (engineId: unknown) => reader.ask({ operation: tableOperation('getEngine'), params: { engineId } });
    should(await reader.ask({ operation: tableOperation('listEngines'), params: {} })).eql({ answer: [1] });
    should(await engine(1)).eql({ refusal: 422 });
    should(await engine(2)).eql({ refusal: 500 });
    should(await engine(3)).eql({ failure: 'HUB_BAD_ANSWER' });
    should(await engine(4)).eql({ failure: 'HUB_CONNECTION_LOST' });
    should(await engine('x')).eql({ failure: 'BAD_INPUT' });
    reader.close();
    should(await engine(1)).eql({ failure: 'CLOSED' });
  });

  it('asks each list of a flow once, and each thing alone', async () => {
    await open({ '/engines/1/nodes': [200, '["one"]'], '/engines/2/nodes': [200, '["two"]'] });
    const nodes = (engineId: number) => reader.read('listNodes', { engineId });
    should(await Promise.all([1, 2, 1].map(nodes))).eql([['one'], ['two'], ['one']]);
    should(await nodes(2)).eql(['two']);
    const asked = hub.requests.map(({ url }) => url).sort();
    should(asked).eql(['/api/rest/v1/engines/1/nodes', '/api/rest/v1/engines/2/nodes']);
    should(await failing(reader.read('listNodes', { engineId: 3 }))).match({ code: 'HUB_NOT_FOUND' });
  });

  describe('finds out', () => {
    const list = (...rows: object[]) => [200, JSON.stringify(rows)] as const;

    it('revision 2 under lino, early if it lists linear engines', async () => {
      const answers = { '/lino/shows': list({ id: 1, name: 'A' }), '/lino/rundowns': list() };
      await open(answers);
      should((await reader.detect()).hub).eql({ dialect: 2, linearSegment: 'lino', isEarly: false });
      const { length } = hub.requests;
      await reader.read('listAllLinearRundowns', {});
      should(hub.requests.slice(length).map(({ url }) => url)).eql(['/api/rest/v1/lino/rundowns']);
      reader.close();
      await hub.close();
      await open({ ...answers, '/lino/engines': list({ id: 1, name: 'A' }) });
      should((await reader.detect()).hub).eql({ dialect: 2, linearSegment: 'lino', isEarly: true });
    });

    it('nothing from a hub that refuses all reads, and uses the settings', async () => {
      await open({}, { dialect: 1, linearSegment: 'studio' });
      should((await reader.detect()).hub).eql({ dialect: 1, linearSegment: 'studio', isEarly: false });
    });
  });
});
