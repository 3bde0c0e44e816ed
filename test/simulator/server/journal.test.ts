import { Agent, get } from 'node:http';
import should from 'should';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { ask, requestFor } from '../ask.js';
import { opacity } from '../wishes.js';

describe('the journal of the simulator', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.reset());
  after(() => simulator.close());

  it('tells everything of a request', async () => {
    const before = Date.now();
    await ask(simulator, 'setProperty', { params: { ...opacity, Value: 0.5 }, headers: { 'X-API-Key': 'rh_raw' } });
    const [entry] = simulator.journal;
    should(entry).match({
      method: 'PATCH',
      path: /\/engines\/1\/nodes\/Mixer_0\/properties\/Overlay%2F%2FOpacity%2F0$/,
      headers: { 'x-api-key': 'rh_raw', 'content-type': 'application/json' },
      body: { Value: 0.5 },
      operation: 'setProperty',
      params: { engineId: '1', nodePath: 'Mixer_0', propertyPath: 'Overlay//Opacity/0' },
      statusCode: 200,
    });
    should(entry?.at).be.within(before, Date.now());
  });

  it('tells a body that is none, or no JSON', async () => {
    await ask(simulator, 'listEngines');
    await ask(simulator, 'setProperty', { params: opacity, body: '{"Value' });
    should(simulator.journal.map(({ body }) => body)).eql([undefined, '{"Value']);
  });

  it('tells one connection from another', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const over = (connection: Agent | false) =>
      new Promise((resolve, reject) => {
        get(requestFor(simulator, 'listEngines').url, { agent: connection }, (response) =>
          response.resume().on('end', resolve),
        ).on('error', reject);
      });
    await over(agent);
    await over(agent);
    await over(false);
    agent.destroy();
    const [one, same, other] = simulator.journal.map(({ socket }) => socket);
    should(one).be.above(0).and.equal(same).and.not.equal(other);
  });

  it('forgets the oldest of more than 1000', async () => {
    for (let turn = 0; turn < 10; turn += 1)
      await Promise.all(Array.from({ length: 101 }, () => ask(simulator, 'getEngine', { params: { engineId: turn } })));
    should(simulator.journal).have.length(1000);
    should(simulator.journal[0]?.params).eql({ engineId: '0' });
    should(simulator.journal.at(-1)?.params).eql({ engineId: '9' });
    should(simulator.journal.filter(({ params }) => params.engineId === '0')).have.length(91);
  });

  it('leaves the live page out', async () => {
    for (const path of ['/', '/page.css', '/page.js', '/picture.svg', '/live.json'])
      await (await fetch(simulator.url + path)).text();
    should(simulator.journal).be.empty();
  });
});
