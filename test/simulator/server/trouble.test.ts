import should from 'should';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { valueAt } from '../../../dist/simulator/state/motion.js';
import { opacity } from '../../operations/values.js';
import { ask, requestFor } from '../ask.js';

describe('trouble in the simulator', () => {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.reset());
  after(() => simulator.close());

  const read = () => ask(simulator, 'getEngine', { params: { engineId: 1 } });
  const set = (Value = 0) => ask(simulator, 'setProperty', { params: { ...opacity, Value } });
  /** The value of the engine, read without HTTP. */
  const opacityOf = (): unknown => {
    const properties = simulator.state.engines.flatMap(({ nodes }) => nodes.flatMap((node) => node.properties));
    const property = properties.find(({ path }) => path === opacity.propertyPath);
    return property && valueAt(property, Date.now());
  };

  describe('applies to', () => {
    it('every operation, until it is removed', async () => {
      const undo = simulator.trouble({ status: 503 });
      should([await read(), await set(), await read()]).matchEach({ status: 503 });
      undo();
      should(await read()).match({ status: 200 });
    });

    it('one operation', async () => {
      simulator.trouble({ operation: 'setProperty', status: 503 });
      should([(await read()).status, (await set()).status]).eql([200, 503]);
    });

    it('a number of requests, then the next rule, then none', async () => {
      simulator.trouble({ status: 503, times: 2 });
      simulator.trouble({ status: 502, times: 1 });
      const statuses = [];
      for (let turn = 0; turn < 4; turn += 1) statuses.push((await read()).status);
      should(statuses).eql([503, 503, 502, 200]);
    });

    it('a request before its body is checked', async () => {
      simulator.trouble({ status: 503 });
      should(await ask(simulator, 'setProperty', { params: opacity, body: '{}' })).match({ status: 503 });
    });
  });

  it('replaces the answer, and the operation does not run', async () => {
    simulator.trouble({ status: 502, body: '<h1>Bad gateway</h1>', contentType: 'text/html' });
    should(await set()).match({ status: 502, type: 'text/html', text: '<h1>Bad gateway</h1>' });
    should(opacityOf()).equal(1);
    should(simulator.journal.at(-1)).match({ operation: 'setProperty', statusCode: 502 });
  });

  it('sends broken JSON', async () => {
    simulator.trouble({ rubbish: true });
    await should(read()).be.rejectedWith(SyntaxError);
    should(simulator.journal.at(-1)).match({ statusCode: 200 });
  });

  it('delays an answer, while others overtake', async () => {
    simulator.trouble({ operation: 'setProperty', delay: 1000, times: 1 });
    const before = Date.now();
    const order: string[] = [];
    const slow = set().then(() => order.push('slow'));
    while (simulator.journal.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    should(simulator.journal[0]?.statusCode).be.undefined();
    should(opacityOf()).equal(1);
    await read().then(() => order.push('quick'));
    await slow;
    should(order).eql(['quick', 'slow']);
    should(Date.now() - before).be.aboveOrEqual(999);
    should(opacityOf()).equal(0);
  });

  it('hangs up before the answer, and the operation does not run', async () => {
    simulator.trouble({ hangUp: 'before' });
    await should(set()).be.rejectedWith({ cause: { message: 'other side closed' } });
    should(opacityOf()).equal(1);
    should(simulator.journal.at(-1)?.statusCode).be.undefined();
  });

  it('hangs up in the middle of the body, after the operation has run', async () => {
    simulator.trouble({ hangUp: 'during' });
    const { url, method, body } = requestFor(simulator, 'setProperty', { params: { ...opacity, Value: 0 } });
    const response = await fetch(url, { method, body });
    should(response.status).equal(200);
    const before = Date.now();
    await should(response.text()).be.rejected();
    should(Date.now() - before).be.below(20_000);
    should(opacityOf()).equal(0);
  });

  it('drips a body', async () => {
    simulator.trouble({ body: 'slowly', drip: 10 });
    const response = await fetch(requestFor(simulator, 'listEngines').url);
    const pieces: string[] = [];
    for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString());
    should(pieces.join('')).equal('slowly');
    should(pieces.length).be.above(2);
  });

  it('sends no answer, and the operation does not run', async () => {
    simulator.trouble({ never: true });
    const { url, method, body } = requestFor(simulator, 'setProperty', { params: { ...opacity, Value: 0 } });
    await should(fetch(url, { method, body, signal: AbortSignal.timeout(100) })).be.rejectedWith({
      name: 'TimeoutError',
    });
    should(opacityOf()).equal(1);
    should(simulator.journal.at(-1)?.statusCode).be.undefined();
  });

  it('ends with a reset', async () => {
    simulator.trouble({ delay: 60_000, times: 1 });
    simulator.trouble({ drip: 60_000, times: 1 });
    const waiting = [set(), set()].map((request) =>
      request.then(
        ({ status }) => status,
        () => 'broken off',
      ),
    );
    while (simulator.journal.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    simulator.reset();
    should((await Promise.all(waiting)).toSorted()).eql([500, 'broken off']);
    should(opacityOf()).equal(1);
  });
});
