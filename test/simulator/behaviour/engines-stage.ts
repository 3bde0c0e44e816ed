import should from 'should';
import type { Params } from '../../../dist/hub/wire/request.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { ask, type Reply } from '../ask.js';

export const player = { engineId: 1, nodePath: 'Media Player_0' };
export const playing = { ...player, propertyPath: 'Status//Playing/0' };
export const play = { ...player, functionPath: 'Default//Play/0' };

/** Simulated engines for a suite, reset before each test, and functions that read and set them. */
export function simulatedEngines() {
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.reset());
  after(() => simulator.close());

  async function get<T>(name: string, params = {}): Promise<T> {
    const { status, body } = await ask(simulator, name, { params });
    should(status).equal(200);
    return body as T;
  }
  const readValue = async (params: Params): Promise<unknown> =>
    (await get<{ Value: unknown }>('getProperty', params)).Value;
  const set = (params: Params): Promise<Reply> => ask(simulator, 'setProperty', { params });

  return { simulator: () => simulator, get, readValue, set };
}
