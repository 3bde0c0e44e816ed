import should from 'should';
import { failing } from './scripted-hub.js';
import { SteppedHub } from './stepped-hub.js';

const property = { engineId: 1, nodePath: 'N', propertyPath: 'P' };
const path = '/engines/1/nodes/N/properties/P';

describe('the type of an engine', () => {
  const stage = SteppedHub.forSuite();

  const set = (values: object) => stage.run('setProperty', { ...property, Value: 1, ...values });

  /** The request after the description of the engine: a component of RE5 is sent, of other types the value is read. */
  async function nextRequest(engine: unknown): Promise<string | undefined> {
    const call = set({ Component: 'x' }).catch(() => undefined);
    await stage.settle();
    await stage.answer('GET /engines/1', engine);
    const line = stage.open[0]?.line;
    stage.hub.close();
    await call;
    return line;
  }

  const RE5 = `PATCH ${path}.x`;
  const OTHER = `GET ${path}`;
  const described: [string, unknown, string | undefined][] = [
    [
      'that of its loaded instance',
      [
        { status: 'Idle', engineType: 'UE' },
        { status: 'Loaded', engineType: 'RE5' },
      ],
      RE5,
    ],
    [
      'not that of another',
      [
        { status: 'Idle', engineType: 'RE5' },
        { status: 'Loaded', engineType: 'RE' },
      ],
      OTHER,
    ],
    ['that of the first if none is loaded', [{ status: 'Idle', engineType: 'RE5' }, { engineType: 'UE' }], RE5],
    [
      'not that of an instance whose type is a number',
      [{ status: 'Loaded', engineType: 5 }, { engineType: 'RE5' }],
      RE5,
    ],
    ['unknown without an instance, so not RE5', [], OTHER],
  ];
  for (const [name, instances, line] of described)
    it(`is ${name}`, async () => should(await nextRequest({ instances })).equal(line));

  it('is its own if it has no instance', async () => {
    should(await nextRequest({ engineType: 'RE5', instances: [] })).equal(RE5);
  });

  it('is not read if the call names it', async () => {
    const calls = [set({ engineType: 'RE5', Component: 'x' }), set({ engineType: 'RE5', Component: 'y' })];
    await stage.settle();
    // Components of RE5 have their own paths, so both are in flight.
    should(stage.lines()).eql([`PATCH ${path}.x`, `PATCH ${path}.y`]);
    for (const request of stage.open) request.answer({});
    await Promise.all(calls);
  });

  it('keeps the components of a property in order if the call names RE and the engine runs RE5', async () => {
    const first = set({ Component: 'x' });
    await stage.settle();
    await stage.answer('GET /engines/1', { engineType: 'RE5' });
    const second = set({ engineType: 'RE', Component: 'y' });
    await stage.settle();
    should(stage.open.map(({ line }) => line)).eql([`PATCH ${path}.x`]);
    await stage.answer('PATCH');
    await first;
    await stage.advance(20);
    await stage.answer(`GET ${path}`, { Value: { x: 1, y: 0 } });
    await stage.answer('PATCH');
    await second;
    should(stage.requests.at(-1)?.body).eql({ Value: { x: 1, y: 1 } });
  });

  it('that cannot be read is an error of the look-up', async () => {
    const call = failing(set({ Component: 'x' }));
    await stage.settle();
    await stage.answer('GET /engines/1', { instances: [{ engineType: 5 }] });
    should(await call).match({ code: 'HUB_BAD_ANSWER', outcome: 'not-sent', facts: { lookUp: 'getEngine' } });
  });
});
