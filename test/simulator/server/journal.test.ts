import { Agent, get } from 'node:http';
import should from 'should';
import { type JournalEntry, type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { opacity } from '../../operations/values.js';
import { ask, requestFor } from '../ask.js';

describe('the journal of the simulator', () => {
  let simulator: Simulator;
  const arrived: JournalEntry[] = [];
  before(async () => {
    simulator = await startSimulator({ onArrival: (entry) => arrived.push(entry) });
  });
  afterEach(() => {
    simulator.reset();
    arrived.length = 0;
  });
  after(() => simulator.close());

  it('stores all parts of a request', async () => {
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

  it('stores an absent body, and a body that is not JSON', async () => {
    await ask(simulator, 'listEngines');
    await ask(simulator, 'setProperty', { params: opacity, body: '{"Value' });
    should(simulator.journal.map(({ body }) => body)).eql([undefined, '{"Value']);
  });

  it('distinguishes connections', async () => {
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

  it('removes the oldest of more than 1000. A listener gets all requests, and later their answers', async () => {
    for (let turn = 0; turn < 10; turn += 1)
      await Promise.all(Array.from({ length: 101 }, () => ask(simulator, 'getEngine', { params: { engineId: turn } })));
    should(simulator.journal).have.length(1000);
    should(simulator.journal[0]?.params).eql({ engineId: '0' });
    should(simulator.journal.at(-1)?.params).eql({ engineId: '9' });
    should(simulator.journal.filter(({ params }) => params.engineId === '0')).have.length(91);
    // The hub has four engines.
    should(arrived.filter(({ statusCode }) => statusCode === 200)).have.length(4 * 101);
    should(arrived.filter(({ statusCode }) => statusCode === 404)).have.length(6 * 101);
    simulator.reset();
    await ask(simulator, 'listEngines');
    should(arrived).have.length(1011);
  });

  /** Sets the program channel to a text, so that the body has this many bytes. */
  const send = async (bytes: number, letter = 'x') => {
    const params = { ...opacity, propertyPath: 'Channels//ProgramChannel/0' };
    const body = JSON.stringify({ Value: '' }).length;
    await ask(simulator, 'setProperty', {
      params: { ...params, Value: letter.repeat((bytes - body) / Buffer.byteLength(letter)) },
    });
  };

  it('stores a body of 64 KiB whole, and of a larger one the beginning and its size', async () => {
    await send(65_536);
    await send(65_537, 'y');
    await send(10 * 2 ** 20, 'ü');
    await send(10 * 2 ** 20 + 1, 'z');
    should(simulator.journal[0]?.body).eql({ Value: 'x'.repeat(65_524) });
    should(simulator.journal[1]?.body).equal(`{"Value":"${'y'.repeat(990)}… (65537 bytes)`);
    should(simulator.journal[2]?.body).equal(`{"Value":"${'ü'.repeat(495)}… (10485760 bytes)`);
    should(simulator.journal[3]?.body).equal(`{"Value":"${'z'.repeat(990)}… (10485761 bytes)`);
    should(simulator.journal.map(({ statusCode }) => statusCode)).eql([200, 200, 200, 413]);
  });

  it('stores 16 MiB of bodies, and removes the oldest above this limit', async () => {
    for (let turn = 0; turn < 256; turn += 1) await send(65_536);
    should(simulator.journal).have.length(256);
    await send(65_536, 'y');
    should(simulator.journal).have.length(256);
    await send(20);
    should(simulator.journal).have.length(256);
    should(simulator.journal.at(-1)?.body).eql({ Value: 'x'.repeat(8) });
  });

  it('ignores requests of the live page', async () => {
    for (const path of ['/', '/page.css', '/page.mjs', '/picture.svg', '/live.json'])
      await (await fetch(simulator.url + path)).text();
    should(simulator.journal).be.empty();
  });
});
