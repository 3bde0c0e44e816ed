import should from 'should';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

const property = { engineId: 1, nodePath: 'N', propertyPath: 'P' };
const path = '/engines/1/nodes/N/properties/P';
const engine = (engineType: string) => ({ instances: [{ status: 'Loaded', engineType }] });

describe('a cached value', () => {
  let stage: SteppedHub;

  beforeEach(() => {
    stage = new SteppedHub({ rate: 1000 });
  });

  afterEach(async () => {
    stage.hub.close();
    await stage.settle();
    should(stage.clock.timers).equal(0);
  });

  const set = (values: object) => stage.run('setProperty', { ...property, engineType: 'RE', ...values });
  async function sent(line: string, call: Promise<unknown>, body: unknown = {}): Promise<void> {
    await stage.settle();
    await stage.answer(line, body);
    await call;
  }

  it('of a fader holds until 1 s after its delay and its duration', async () => {
    await sent('PATCH', set({ Value: { x: 1, y: 1 }, Interpolation: 'Linear', Delay: 3, Duration: 2 }));
    await stage.advance(5999);
    const inTime = set({ Component: 'x', Value: 2 });
    await sent('PATCH', inTime);
    should(stage.asked.at(-1)?.body).eql({ Value: { x: 2, y: 1 } });
    // This one has no delay, so it holds for 1 s.
    await stage.advance(1000);
    const later = set({ Component: 'y', Value: 3 });
    await stage.settle();
    await stage.answer(`GET ${path}`, { Value: { x: 7, y: 7 } });
    await sent('PATCH', later);
    should(stage.asked.at(-1)?.body).eql({ Value: { x: 7, y: 3 } });
  });

  it('is not made from a look-up that was under way as a 404 showed that things have changed', async () => {
    const component = (propertyPath: string, Value: number) =>
      stage.run('setProperty', { ...property, propertyPath, Component: 'x', Value });
    const first = failing(component('P', 1));
    await stage.settle();
    await stage.answer('GET /engines/1', engine('RE5'));
    should(stage.open.map(({ line }) => line)).eql([`PATCH ${path}.x`]);
    // After a minute the type is read again, while the first command still waits for its answer.
    stage.clock.jump(60_000);
    const second = component('Q', 2);
    await stage.settle();
    await stage.answer('PATCH', null, 404);
    should(await first).have.property('code', 'HUB_NOT_FOUND');
    await stage.answer('GET /engines/1', engine('RE5'));
    await stage.answer('GET /engines/1', engine('RE'));
    await stage.answer(`GET ${path.replace(/P$/, 'Q')}`, { Value: { x: 0, y: 0 } });
    await sent('PATCH', second);
    should(stage.asked.at(-1)?.body).eql({ Value: { x: 2, y: 0 } });
  });
});
