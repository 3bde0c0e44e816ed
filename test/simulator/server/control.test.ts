import should from 'should';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { valueAt } from '../../../dist/simulator/state/motion.js';
import { opacity } from '../../operations/values.js';
import { ask, reply, requestFor } from '../ask.js';

const KEY = 'rh_very_secret';
const NONE = { slow: false, refuse: false, away: false, lag: false };

describe('the controls of the simulator by HTTP', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ apiKey: KEY, modules: ['Launcher'] });
  });
  afterEach(() => simulator.reset());
  after(() => simulator.close());

  const headers = { 'X-API-Key': KEY };
  const control = async (method: string, name: string, body?: string) =>
    reply(
      await fetch(`${simulator.url}/control/${name}`, {
        method,
        body,
        headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      }),
    );
  const perform = (operation: string, params: object) =>
    control('POST', 'perform', JSON.stringify({ operation, params }));
  const read = () => ask(simulator, 'listRundowns', { headers });
  const press = () =>
    ask(simulator, 'pressItemButton', { params: { rundownId: 51, itemId: 512, buttonKey: 'in' }, headers });
  const presses = () => simulator.state.playout.presses.length;
  const opacityNow = (): unknown => valueAt(simulator.state.engines[0]!.nodes[0]!.properties[2]!, Date.now());

  it('slow the hub down, and end it', async () => {
    should(await control('PUT', 'slow')).match({ status: 200, body: { ...NONE, slow: true } });
    const slow = read().catch(() => ({ status: 0 }));
    while (simulator.journal.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    should((await control('DELETE', 'slow')).body).eql(NONE);
    should(await read()).match({ status: 200 });
    should(simulator.journal.map(({ statusCode }) => statusCode)).eql([undefined, 200]);
    simulator.reset();
    await slow;
  });

  it('let the hub refuse each command, but no read', async () => {
    await control('PUT', 'refuse');
    // As a hub answers its buttons, and otherwise with a status.
    should(await press()).match({ status: 200, text: /^\{"success":false,"error":".*set to refuse/ });
    should(await ask(simulator, 'deleteItem', { params: { rundownId: 51, itemId: 512 }, headers })).match({
      status: 409,
      text: /set to refuse/,
    });
    should(presses()).equal(0);
    should(await read()).match({ status: 200 });
    await control('DELETE', 'refuse');
    should(await press()).match({ status: 200 });
  });

  it('take the hub away, while the page and the controls still answer', async () => {
    await control('PUT', 'away');
    const { url, method } = requestFor(simulator, 'listRundowns');
    // With a wrong key and at an unknown path, too.
    for (const address of [url, `${url}/nowhere`])
      for (const sent of [headers, {}])
        await should(fetch(address, { method, headers: sent })).be.rejectedWith(TypeError);
    for (const path of ['/', '/live.json', '/picture.svg'])
      should((await fetch(simulator.url + path)).status).equal(200);
    should((await control('DELETE', 'away')).body).eql(NONE);
    should(await read()).match({ status: 200 });
  });

  it('take the hub away from a command that waits', async () => {
    simulator.trouble({ delay: 2000 });
    const waiting = press().catch(() => 'cut');
    while (simulator.journal.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await control('PUT', 'away');
    should(await waiting).equal('cut');
    should(presses()).equal(0);
  });

  it('restore the first state', async () => {
    await perform('setProperty', { ...opacity, Value: 0.25 });
    await read();
    await perform('stopLaunch', { configID: 61 });
    for (const name of ['slow', 'refuse', 'away']) await control('PUT', name);
    should(await control('POST', 'reset')).match({ status: 200, body: NONE });
    should(opacityNow()).equal(1);
    should(simulator.journal).be.empty();
    should(simulator.state.engines[0]?.host.instances[0]?.status).equal('Loaded');
    should(await read()).match({ status: 200 });
  });

  describe('lag of the states', () => {
    const listed = () => ask(simulator, 'listRundowns', { headers });
    const create = (name: string) => perform('createRundown', { name });
    const names = async () => ((await listed()).body as { name: string }[]).map(({ name }) => name);
    const until = async (holds: () => Promise<boolean>) => {
      while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
    };

    it('shows the state from before a command for this time', async () => {
      should(await control('PUT', 'lag', '{"seconds":1}')).match({ status: 200, body: { ...NONE, lag: true } });
      const before = await names();
      const at = Date.now();
      await create('first');
      should(await names()).eql(before);
      await until(async () => (await names()).includes('first'));
      should(Date.now() - at).be.aboveOrEqual(990);
    });

    it('ends at once, and does not concern values of properties', async () => {
      await control('PUT', 'lag');
      await create('first');
      await perform('setProperty', { ...opacity, Value: 0.25 });
      should(opacityNow()).equal(0.25);
      should(await names()).not.containEql('first');
      should((await control('DELETE', 'lag')).body).eql(NONE);
      should(await names()).containEql('first');
    });

    it('is at most 5 s', async () => {
      for (const seconds of [6, -1, '"1"'])
        should(await control('PUT', 'lag', `{"seconds":${seconds}}`)).match({
          status: 422,
          text: /seconds is .+\. It must be a number from 0 to 5\./,
        });
      should(await control('PUT', 'lag', '[]')).match({ status: 422, text: /the seconds of the lag/ });
      should((await control('DELETE', 'lag')).body).eql(NONE);
    });

    it('is on from the start by an option, and again after a reset', async () => {
      const lagging = await startSimulator({ statusLag: 5000 });
      const switches = async (method: string, name: string) =>
        (await fetch(`${lagging.url}/control/${name}`, { method })).json();
      should(await switches('DELETE', 'lag')).eql(NONE);
      should(await switches('POST', 'reset')).eql({ ...NONE, lag: true });
      await lagging.close();
      await should(startSimulator({ statusLag: 6000 })).be.rejectedWith(
        /statusLag is 6000\. It must be a number from 0 to 5000\./,
      );
    });
  });

  it('run operations by name, without key, module, journal and trouble', async () => {
    for (const name of ['slow', 'refuse', 'away']) await control('PUT', name);
    should(await perform('setProperty', { ...opacity, Value: 0.5 })).match({ status: 200, body: { Value: 0.5 } });
    should(opacityNow()).equal(0.5);
    const pressed = await perform('pressItemButton', { rundownId: 51, itemId: 512, buttonKey: 'in' });
    should(pressed).match({ status: 200 });
    should(presses()).equal(1);
    should(simulator.journal).be.empty();
  });

  it('refuse values that do not fit, with the reason', async () => {
    should(await perform('setProperty', { ...opacity, Value: 'half' })).match({ status: 422, text: /Value/ });
    should(await perform('setProperty', opacity)).match({ status: 422, text: /Value/ });
    should(await perform('pressItemButton', { rundownId: 51, itemId: 512, buttonKey: 'wave' })).match({ status: 404 });
    should(await perform('nothing', {})).match({ status: 404 });
    for (const body of ['{"operation":5}', '{"operation":"launch","params":[]}', '[]', 'null', '{', '{"params":{}}'])
      should(await control('POST', 'perform', body)).match({ status: 422, text: /an operation and its params/ });
    should(await control('POST', 'perform')).match({ status: 422 });
  });

  const mistakes: [string, string, object, number, RegExp][] = [
    ['an unknown operation', 'setProprety', {}, 404, /operation is "setProprety"\. It must be one of .*"setProperty"/],
    ['an operation of another revision', 'clearOutput', {}, 404, /clearOutput needs a hub of dialect 2/],
    ['an unknown parameter', 'launch', { configId: 61 }, 422, /"configId" is not a known parameter\. .*: configID\./],
    ['a missing parameter', 'launch', {}, 422, /configID is missing\. It must be a whole number from 0\./],
    ['an unusable parameter', 'launch', { configID: -1 }, 422, /configID is -1\. It must be a whole number from 0\./],
    ['an unusable output', 'takeOut', { engineId: 101, preview: 2 }, 422, /preview is 2\. It must be one of 0, 1\./],
  ];
  for (const [name, operation, params, status, text] of mistakes)
    it(`refuse ${name}, with the reason`, async () => {
      should(await perform(operation, params)).match({ status, text });
    });

  it('list the controls in the answer to an unknown one', async () => {
    should((await control('PUT', 'slwo')).text).match(
      /PUT \/control\/slwo is not a control\. .*PUT and DELETE \/control\/slow,/,
    );
  });

  it('answer 404 to everything else, and change nothing by a GET', async () => {
    await perform('setProperty', { ...opacity, Value: 0.25 });
    for (const [method, name] of [
      ['GET', 'reset'],
      ['GET', 'away'],
      ['POST', 'away'],
      ['PUT', 'reset'],
      ['PUT', 'loud'],
      ['PUT', 'toString'],
      ['DELETE', ''],
    ] as const)
      should(await control(method, name)).match({ status: 404 });
    should(opacityNow()).equal(0.25);
    should(await read()).match({ status: 200 });
  });
});
