import should from 'should';
import { findTableOperation } from '../../../dist/hub/table/operations.js';
import { VERSION_BASE } from '../../../dist/hub/table/paths.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { cards } from '../../operations/index.js';
import { opacity } from '../../operations/values.js';
import { ask, requestFor } from '../ask.js';

const KEY = 'rh_secret';
const headers = { 'X-API-Key': KEY };
const validParams = Object.fromEntries(cards.map(({ name, params }) => [name, params]));

interface EntryAnswer {
  id: number | string;
  responseCode: number;
  responseMessage: string;
  responseBody: unknown;
}

describe('a batch to the simulator', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ apiKey: KEY });
  });
  afterEach(() => simulator.reset());
  after(() => simulator.close());

  const send = (entries: unknown) => ask(simulator, 'batch', { body: JSON.stringify(entries), headers });
  async function answers(...entries: object[]): Promise<EntryAnswer[]> {
    const { status, body } = await send(entries);
    should(status).equal(200);
    return body as EntryAnswer[];
  }
  /** The entry for an operation, as a client writes it. */
  function entry(name: string, params = validParams[name]) {
    const { url, method, body } = requestFor(simulator, name, { params });
    const path = url.replace(simulator.url + VERSION_BASE, '');
    return { id: name, url: path, verb: method, ...(body !== undefined && { body: JSON.parse(body) }) };
  }
  const alone = async (name: string) => {
    const { status, body } = await ask(simulator, name, { params: validParams[name], headers });
    return [status, body === '' ? null : body];
  };

  it('answers each operation like a single request', async () => {
    const inBatch = (name: string) =>
      name !== 'batch' &&
      findTableOperation(name)?.method !== 'DELETE' &&
      findTableOperation(name)?.dialects.includes(1);
    const names = Object.keys(validParams).filter(inBatch);
    should(names.length).be.above(50);
    for (const name of names) {
      simulator.reset();
      const [first] = await answers(entry(name));
      simulator.reset();
      const response = JSON.stringify([first?.responseCode, first?.responseBody]);
      const since = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
      should(response.replace(since, '')).equal(JSON.stringify(await alone(name)).replace(since, ''), name);
    }
  });

  it('runs its entries in order', async () => {
    const responses = await answers(
      entry('setProperty', { ...opacity, Value: 0.25 }),
      entry('getProperty'),
      entry('setProperty', { ...opacity, Value: 0.75 }),
      entry('getProperty'),
    );
    should(responses.map(({ responseBody }) => (responseBody as { Value: number }).Value)).eql([
      0.25, 0.25, 0.75, 0.75,
    ]);
  });

  it('answers each entry by itself', async () => {
    should(
      await answers(
        { id: 1, url: '/playout/rundowns', verb: 'GET' },
        { id: 'b', url: '/engines/99', verb: 'GET' },
        { id: 1, url: '/engines/1/nodes/Mixer_9', verb: 'GET' },
        { id: 4, url: '/nothing', verb: 'GET' },
        { id: 5, url: '/linear/shows', verb: 'GET' },
        { id: 6, url: '/playout/rundowns', verb: 'POST', body: {} },
        { id: 7, url: '/playout/rundowns/', verb: 'POST' },
        { id: 8, url: '/playout/rundowns', verb: 'POST', body: { name: 'Late News' } },
        { id: 9, url: '/launcher/61/renderer/71/start', verb: 'PUT' },
      ),
    ).match([
      { id: 1, responseCode: 200, responseMessage: 'OK', responseBody: [{ id: 51 }, { id: 52 }] },
      { id: 'b', responseCode: 404, responseMessage: 'Not Found', responseBody: { error: 'Engine 99 not found' } },
      { id: 1, responseCode: 404, responseBody: 'Node Mixer_9 not found' },
      { id: 4, responseCode: 404, responseBody: '404: Not found' },
      { id: 5, responseCode: 404, responseBody: '404: Not found' },
      { id: 6, responseCode: 422, responseMessage: 'Unprocessable Entity', responseBody: { error: /^name: / } },
      { id: 7, responseCode: 422, responseBody: { error: /^body: / } },
      { id: 8, responseCode: 201, responseMessage: 'Created', responseBody: { name: 'Late News' } },
      { id: 9, responseCode: 200, responseBody: 'OK' },
    ]);
  });

  it('answers 500 for one entry, and continues', async () => {
    simulator.state.engines.push(undefined as never);
    const responses = await answers(entry('listEngines'), entry('listRundowns'));
    should(responses).match([{ responseCode: 500, responseBody: '500: Internal server error' }, { responseCode: 200 }]);
  });

  it('accepts only paths below the version base, and ignores their query', async () => {
    const urls = [
      '/engines?x=1',
      '/engines?/nothing',
      `${VERSION_BASE}/engines`,
      'engines',
      `${simulator.url}/engines`,
    ];
    const responses = await answers(...urls.map((url, id) => ({ id, url, verb: 'GET' })));
    should(responses.map(({ responseCode }) => responseCode)).eql([200, 200, 404, 404, 404]);
  });

  it('refuses another batch inside, and runs the rest', async () => {
    const responses = await answers(entry('batch'), entry('createRundown'));
    should(responses).match([
      { responseCode: 422, responseBody: { error: 'A batch cannot hold a batch' } },
      { responseCode: 201 },
    ]);
    should(simulator.state.playout.rundowns).have.length(3);
  });

  const refused: [string, unknown][] = [
    ['DELETE', [entryOf('DELETE')]],
    ['an unknown verb', [entryOf('HEAD')]],
    ['a verb in small letters', [entryOf('get')]],
    ['an entry without an id', [{ url: '/engines', verb: 'GET' }]],
    ['an entry without a url', [{ id: 1, verb: 'GET' }]],
    ['no entry', []],
    ['no list', entryOf('GET')],
  ];
  for (const [what, entries] of refused)
    it(`is refused as a whole for ${what}, and changes nothing`, async () => {
      const good = { id: 'good', url: '/playout/rundowns', verb: 'POST', body: { name: 'Late News' } };
      const all = Array.isArray(entries) && entries.length > 0 ? [good, ...entries] : entries;
      should(await send(all)).match({ status: 422, body: { error: /./ } });
      should(simulator.state.playout.rundowns).have.length(2);
    });

  it('is refused if it has too many entries', async () => {
    const many = Array.from({ length: 1001 }, (_, id) => ({
      id,
      url: '/playout/rundowns',
      verb: 'POST',
      body: { name: 'x' },
    }));
    should(await send(many)).match({ status: 413, body: { error: /1000 entries/ } });
    should(simulator.state.playout.rundowns).have.length(2);
    should(await answers(...many.slice(1))).have.length(1000);
  });
});

function entryOf(verb: string) {
  return { id: 1, url: '/engines', verb };
}
