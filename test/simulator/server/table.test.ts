import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import should from 'should';
import { area, type Dialect } from '../../../dist/hub/table/operation.js';
import { operations } from '../../../dist/hub/table/operations.js';
import { behaviours } from '../../../dist/simulator/behaviour/index.js';
import { initialState } from '../../../dist/simulator/data/initial-state.js';
import { type Simulator, startSimulator } from '../../../dist/simulator/index.js';
import { settingsFrom } from '../../../dist/simulator/server/options.js';
import { perform } from '../../../dist/simulator/server/perform.js';
import { routerFor } from '../../../dist/simulator/server/route.js';
import { ask } from '../ask.js';
import { validParamsOn } from '../valid-params.js';

/** These answer 422 to an unknown launch configuration (docs/interface.md "Seen in the field", Shapes of answers). */
const SAYS_422 = ['getLaunchConfig', 'stopLaunch', 'retime'];

describe('the table in the simulator', () => {
  it('has a behaviour for every operation, and no other', () => {
    const names = operations.map(({ name }) => name).toSorted();
    should(Object.keys(behaviours).toSorted()).eql(names);
    should(Object.keys(validParamsOn(1)).toSorted()).eql(names);
  });

  it('answers 501 to an operation without one', () => {
    const table = area('graph', { novelty: { kind: 'read', method: 'GET', path: '/novelty', answer: Type.Unknown() } });
    const [operation] = table;
    const hub = { state: initialState(1), settings: settingsFrom({}), router: routerFor(settingsFrom({}), table) };
    should(perform(hub, { operation: operation!, params: {} }, { body: undefined })).match({
      status: 501,
      body: /novelty/,
    });
  });

  const hubs: [Dialect, string][] = [
    [1, 'linear'],
    [1, 'lino'],
    [2, 'lino'],
    [2, 'linear'],
  ];
  for (const [dialect, linear] of hubs)
    describe(`on dialect ${dialect} under ${linear}`, () => {
      const validParams = validParamsOn(dialect);
      let simulator: Simulator;
      before(async () => {
        // Later hubs of dialect 2 have fewer paths. answers.ts tests them.
        simulator = await startSimulator({ dialect, linearSegment: linear, early: true });
      });
      // Some commands need an item that plays.
      beforeEach(() => ask(simulator, 'playItem', { params: validParams.playItem, linear }));
      afterEach(() => simulator.reset());
      after(() => simulator.close());

      for (const { name, answer, success, dialects, parameters } of operations) {
        if (!dialects.includes(dialect)) {
          it(`${name} is unknown`, async () => {
            should(await ask(simulator, name, { params: validParams[name], linear })).match({
              status: 404,
              type: /plain/,
              text: '404: Not found',
            });
          });
          continue;
        }

        it(`${name} answers as defined in the table`, async () => {
          const { status, type, text, body } = await ask(simulator, name, { params: validParams[name], linear });
          should(success.includes(status)).equal(true, `${status} ${text}`);
          should(simulator.journal.at(-1)?.operation).equal(name);
          should([...Value.Errors(answer, text === '' ? null : body)]).be.empty();
          if (typeof body === 'string')
            should([text, type]).be.oneOf([
              ['OK', 'text/plain; charset=utf-8'],
              ['', null],
            ]);
        });

        for (const { in: where, names, name: parameter, schema } of parameters) {
          // An unknown rundown is created, and buttons share their path with external data.
          if (where !== 'path' || !names || (name === 'createLinearRundown' && parameter === 'rundownId')) continue;
          if (dialect === 2 && name === 'listLinearRundowns') continue;
          it(`${name} of an unknown ${parameter} is not found, and changes nothing`, async () => {
            const unknown = schema.type === 'string' ? 'Nothing; \\ / at all' : 999;
            const before = structuredClone(simulator.state);
            const { status, type, body } = await ask(simulator, name, {
              params: { ...validParams[name], [parameter]: unknown },
              linear,
            });
            should(status).equal(SAYS_422.includes(name) && parameter === 'configID' ? 422 : 404);
            should(type?.includes('json') ? (body as { error: string }).error : body).match(/not found$/);
            should(simulator.state).eql(before);
          });
        }
      }
    });
});
