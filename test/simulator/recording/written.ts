import type { OperationName } from '../../../dist/hub/table/operations.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import type { RecordedRead, Recording } from '../../../dist/recording/recording.js';
import { type Dialect, type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { ask } from '../ask.js';

/** A read, its answer or the status of its refusal, and its parameters. */
type WrittenRead = readonly [RecordedRead['operation'], unknown, RecordedRead['params']?];
type WrittenRefusal = readonly [RecordedRead['operation'], number, RecordedRead['params']?];

/** A list on one line. */
export const rows = (...list: object[]): object[] => list;

const written = (dialect: Dialect, reads: RecordedRead[]): Recording => ({
  ...{ format: 'graphics-hub-recording', version: 1, recordedAt: '2026-11-26T12:00:00.000Z', isAnonymous: false },
  ...{ hub: { dialect, linearSegment: 'linear', isEarly: false }, missing: [], reads },
});

/** A simulator of a recording that is written by hand. It is reset after each test. */
export function servedHub(dialect: Dialect, answers: readonly WrittenRead[], refusals: readonly WrittenRefusal[] = []) {
  const recording = written(dialect, [
    ...answers.map(([operation, answer, params = {}]) => ({ operation, params, answer })),
    ...refusals.map(([operation, refusal, params = {}]) => ({ operation, params, refusal })),
  ]);
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ recording, restartTime: 0 });
  });
  afterEach(() => simulator.reset());
  after(() => simulator.close());
  return {
    state: () => simulator.state,
    /** The answer to an operation. A refusal is its status. */
    call: async (name: OperationName, params?: Params): Promise<unknown> => {
      const { status, body } = await ask(simulator, name, { params });
      return status < 400 ? body : status;
    },
    reply: (name: OperationName, params?: Params) => ask(simulator, name, { params }),
  };
}
