import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import should from 'should';
import { area, type Dialect, type OperationEntry } from '../../../dist/hub/table/operation.js';
import { type Operation, operations } from '../../../dist/hub/table/operations.js';
import { behaviours } from '../../../dist/simulator/behaviour/index.js';
import { initialState } from '../../../dist/simulator/data/initial-state.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { settingsFrom } from '../../../dist/simulator/server/options.js';
import { perform } from '../../../dist/simulator/server/perform.js';
import { routerFor } from '../../../dist/simulator/server/route.js';
import { StatusLag } from '../../../dist/simulator/server/status-lag.js';
import { CARDS, onDialect } from '../../operations/index.js';
import { ask } from '../ask.js';

describe('the table in the simulator', () => {
  it('has a behaviour for every operation, and no other', () => {
    const names = operations.map(({ name }) => name).toSorted();
    should(Object.keys(behaviours).toSorted()).eql(names);
  });

  it('answers 501 to an operation without one', () => {
    const novelty = { kind: 'read', method: 'GET', path: '/novelty', answer: Type.Unknown() } as const;
    const table = area('graph', { novelty }) as readonly OperationEntry<string, never>[] as readonly Operation[];
    const [operation] = table;
    const hub = {
      state: initialState(1),
      settings: settingsFrom({}),
      router: routerFor(settingsFrom({}), table),
      statusLag: new StatusLag(),
    };
    should(perform(hub, { operation: operation!, params: {} }, { body: undefined })).match({
      status: 501,
      body: /novelty/,
    });
  });

  const isLinear = ({ path }: Operation) => path.includes('{linear}');
  const hubs: [Dialect, string, readonly Operation[]][] = [
    [1, 'linear', operations],
    [1, 'lino', operations.filter(isLinear)],
    [2, 'lino', operations],
    [2, 'linear', operations.filter(isLinear)],
  ];
  for (const [dialect, linear, table] of hubs)
    describe(`on dialect ${dialect} under ${linear}`, () => {
      const offered = table.filter(({ dialects }) => dialects.includes(dialect));
      const unknown = table.filter(({ dialects }) => !dialects.includes(dialect));
      let simulator: Simulator;
      before(async () => {
        // Later hubs of dialect 2 have fewer paths. answers.test.ts tests them.
        simulator = await startSimulator({ dialect, linearSegment: linear, early: dialect === 2 });
      });
      after(() => simulator.close());

      /** Checks each operation on a hub in its initial state. */
      async function forEach(
        chosen: readonly Operation[],
        check: (operation: Operation, send: (params?: object) => ReturnType<typeof ask>) => Promise<void>,
      ): Promise<void> {
        should(chosen).not.be.empty();
        for (const operation of chosen) {
          simulator.reset();
          // Some commands need an item that plays.
          await ask(simulator, 'playItem', { params: CARDS.playItem.params, linear });
          const usual = onDialect(dialect, CARDS[operation.name].params);
          await check(operation, (params) =>
            ask(simulator, operation.name, { params: { ...usual, ...params }, linear }),
          );
        }
      }

      if (unknown.length > 0)
        it('answers 404 to an operation of the other dialect', () =>
          forEach(unknown, async ({ name }, send) => {
            should(await send()).match({ status: 404, type: /plain/, text: '404: Not found' }, name);
          }));

      it('answers each operation as defined in the table', () =>
        forEach(offered, async ({ name, answer, success }, send) => {
          const { status, type, text, body } = await send();
          should(success.includes(status)).equal(true, `${name}: ${status} ${text}`);
          should(simulator.journal.at(-1)?.operation).equal(name);
          should([...Value.Errors(answer, text === '' ? null : body)]).eql([], name);
          if (typeof body === 'string')
            should([name, text, type]).be.oneOf([
              [name, 'OK', 'text/plain; charset=utf-8'],
              [name, '', null],
            ]);
        }));

      it('answers not found to an unknown name in a path, and changes nothing', () =>
        forEach(offered, async ({ name, parameters }, send) => {
          for (const { in: where, names, name: parameter, schema } of parameters) {
            // An unknown rundown is created, and buttons share their path with external data.
            if (where !== 'path' || !names || (name === 'createLinearRundown' && parameter === 'rundownId')) continue;
            if (dialect === 2 && name === 'listLinearRundowns') continue;
            const wrong = schema.type === 'string' ? 'Nothing; \\ / at all' : 999;
            const before = structuredClone(simulator.state);
            const { status, type, body } = await send({ [parameter]: wrong });
            const { missing, badInput } = CARDS[name];
            const expected = parameter in { ...missing, ...badInput } ? 404 : 422;
            should(status).equal(expected, `${name} of an unknown ${parameter}`);
            should(type?.includes('json') ? (body as { error: string }).error : body).match(/not found$/, name);
            should(simulator.state).eql(before, name);
          }
        }));
    });
});
