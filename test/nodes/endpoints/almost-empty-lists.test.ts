import should from 'should';
import { publicListings } from '../../../dist/hub/lists/index.js';
import { perform, type Stage } from '../../flows/stage.js';
import { type HostileHub, hostileHub } from '../../hostile/http-hub.js';
import { draft, post, typed } from './endpoints.js';

describe('the list endpoint with answers that are almost empty', () => {
  let stage: Stage;
  let hostile: HostileHub;

  before(async () => {
    stage = await perform(undefined, []);
  });
  afterEach(() => hostile.close());
  after(() => stage.close());

  const list = async (names: string, params: object, hub: object) => {
    const { status, body } = await post('list', { hub, names, params });
    should(status).equal(200);
    return body;
  };
  const answering = async (body: string) => {
    hostile = await hostileHub((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    });
    return draft(hostile.url, { dialect: '2', linearSegment: 'lino' });
  };
  const ids = ['engineId', 'rundownId', 'itemId', 'configID', 'templateId'];
  const keys = ['nodePath', 'propertyPath', 'functionPath', 'ncsID', 'roID', 'storyID', 'itemID', 'objID'];
  const params = {
    ...Object.fromEntries(ids.map((name) => [name, typed('num', '1')])),
    ...Object.fromEntries(keys.map((name) => [name, typed('str', 'a')])),
    engineType: typed('str', 'RE'),
  };

  for (const body of ['', 'null', '""', '{}', '[]', '[null]', '{"error":"no","items":1}', 'true'])
    it(`gives each picker a list or one problem for ${body || 'an empty body'}`, async () => {
      const hub = await answering(body);
      for (const names of Object.keys(publicListings())) {
        const { entries, problem } = await list(names, params, hub);
        if (problem) should([names, problem.code]).eql([names, 'HUB_BAD_ANSWER']);
        else should(entries).be.an.Array();
      }
    });

  it('shows the template of an item without a name, or else its id', async () => {
    const row = (id: number, name: unknown, template?: string) => ({ id, itemNo: id, name, template });
    const rows = [row(1, 'Opener', 'Clip'), row(2, '', 'Clip'), row(3, '  ', 'Clip'), row(4, null, 'Clip'), row(5, '')];
    const hub = await answering(JSON.stringify(rows));
    for (const names of ['linearItem', 'item'])
      should((await list(names, params, hub)).entries).eql([
        { value: 1, label: 'Opener', note: 'Clip' },
        { value: 2, label: 'Clip' },
        { value: 3, label: 'Clip' },
        { value: 4, label: 'Clip' },
        { value: 5, label: '5' },
      ]);
  });
});
