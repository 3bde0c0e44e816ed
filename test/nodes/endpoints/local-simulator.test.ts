import { EventEmitter } from 'node:events';
import should from 'should';
import { LocalSimulator, UsedPort } from '../../../dist/nodes/endpoints/local-simulator.js';
import { freePort } from '../../free-port.js';
import { listenOn } from '../../usual-port.js';

describe('the simulator of a configuration', () => {
  let events: EventEmitter;
  let simulator: LocalSimulator;
  beforeEach(() => {
    events = new EventEmitter();
    simulator = new LocalSimulator(events as never);
  });
  const stop = () => events.emit('runtime-event', { id: 'runtime-state', payload: { state: 'stop' } });
  afterEach(stop);

  it('starts again on its port while the last one still closes', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    should(await simulator.start(port)).equal(url);
    stop();
    should(simulator.url).be.undefined();
    should(await simulator.start(port)).equal(url);
    should((await fetch(`${url}/api/rest/v1/engines`)).status).equal(200);
  });

  it('names a port that another program uses, until a start succeeds', async () => {
    const port = await freePort();
    const program = await listenOn(port);
    should(await simulator.start(port).catch((error: unknown) => error)).be.instanceof(UsedPort);
    should(simulator.usedPort).equal(port);
    await new Promise((closed) => program?.close(closed));
    await simulator.start(port);
    should(simulator.usedPort).be.undefined();
  });
});
