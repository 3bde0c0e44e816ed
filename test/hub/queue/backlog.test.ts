import should from 'should';
import type { CallOptions } from '../../../dist/hub/hub.js';
import type { Params } from '../../../dist/hub/wire/request.js';
import { failing } from '../scripted-hub.js';
import { SteppedHub } from '../stepped-hub.js';

/** The hub takes 20 ms for a request and 8 at once: 600 fit into 1.5 s. */
const LATENCY_MS = 20;
const EXPIRY_MS = 1500;
const FIT = 600;

const property = { engineId: 1, nodePath: 'N' };

describe('the error of a command that expires behind many others', () => {
  const stage = SteppedHub.forSuite();

  const set = (index: number, options: CallOptions = {}, propertyPath = `P${index}`) =>
    stage.run('setProperty', { ...property, propertyPath, Value: index }, options);

  /** Answers all requests every 20 ms until the expiry, and then the last ones. */
  async function answerAll(): Promise<void> {
    for (let at = 0; at < EXPIRY_MS + LATENCY_MS; at += LATENCY_MS) {
      await stage.advance(LATENCY_MS);
      for (const request of stage.open) request.answer({});
      await stage.settle();
    }
  }

  /** The facts of the calls that expired. */
  async function expired(calls: readonly Promise<unknown>[]) {
    const ends = calls.map((call) =>
      call.then(
        () => undefined,
        (error) => error,
      ),
    );
    await answerAll();
    const errors = (await Promise.all(ends)).filter((error) => error !== undefined);
    for (const error of errors) should(error).match({ code: 'EXPIRED', outcome: 'not-sent' });
    return errors.map(({ facts }) => facts);
  }

  const many = (count: number, run = (index: number) => set(index)) => Array.from({ length: count }, (_, i) => run(i));

  it('has the number that waited, the number that fit, and the time', async () => {
    const all = await expired(many(1000));
    should(all.length).be.within(1000 - FIT - 20, 1000 - FIT + 20);
    for (const { waiting, fit, seconds } of all) {
      should(waiting).equal(990);
      should(fit).be.within(FIT - 20, FIT + 20);
      should(seconds).equal(1.5);
    }
  });

  it('counts the values of a fader once', async () => {
    const faders = many(300, () => set(0, {}, 'Fader'));
    const all = await expired([...faders, ...many(1000)]);
    should(all).not.be.empty();
    for (const { waiting } of all) should(waiting).be.within(990, 1000);
  });

  it('does not count commands that had ended before', async () => {
    const before = many(400);
    while (stage.open.length > 0) {
      for (const request of stage.open) request.answer({});
      await stage.settle();
    }
    await Promise.all(before);
    const all = await expired(many(1000, (index) => set(index + 400)));
    should(all).not.be.empty();
    for (const { waiting, fit } of all) {
      should(waiting).equal(990);
      should(fit).be.below(FIT + 20);
    }
  });

  const isOnlyWait = (facts: Params, waitedFor: string) => should(facts).eql({ waited: facts.waited, waitedFor });

  /** Cases in which joining would not help, or is not possible. */
  const others: Record<string, [waitedFor: string, commands: () => Promise<unknown>[]]> = {
    'has its own timeout': ['queue', () => many(1000, (index) => set(index, { timeout: 500, expiry: EXPIRY_MS }))],
    'waited for the commands of its own target': [
      'commands',
      () => many(1000, (index) => set(index, { delivery: 'inOrder' }, 'same')),
    ],
    'is a trigger': [
      'queue',
      () =>
        many(1000, (index) => stage.run('playItem', { engineId: index, itemId: 1, preview: 0 }, { expiry: EXPIRY_MS })),
    ],
  };
  for (const [name, [waitedFor, commands]] of Object.entries(others))
    it(`has only its wait if it ${name}`, async () => {
      const all = await expired(commands());
      should(all).not.be.empty();
      for (const facts of all) isOnlyWait(facts, waitedFor);
    });

  it('has only its wait if the hub answers nothing', async () => {
    const ends = many(100).map(failing);
    await stage.advance(EXPIRY_MS);
    const late = (await Promise.all(ends)).filter(({ code }) => code === 'EXPIRED');
    should(late.length).be.above(50);
    for (const { facts } of late) isOnlyWait(facts, 'queue');
  });

  it('has only its wait if the hub takes no batch', async () => {
    const reads = [1, 2].map((rundownId) => stage.run('getRundown', { rundownId }, { joinable: true }));
    await stage.advance(0);
    await stage.answer('PUT /batch', 'no such path', 404);
    for (const request of stage.open) request.answer({});
    await Promise.all(reads);
    const all = await expired(many(1000));
    should(all).not.be.empty();
    for (const facts of all) isOnlyWait(facts, 'queue');
  });
});

describe('many values of a hub with joining', () => {
  const stage = SteppedHub.forSuite({ joining: true });

  it('are all sent in the same time', async () => {
    const calls = Array.from({ length: 1000 }, (_, index) =>
      stage.run('setProperty', { ...property, propertyPath: `P${index}`, Value: index }),
    );
    for (let step = 0; step < 5; step += 1) {
      await stage.advance(LATENCY_MS);
      for (const request of stage.open)
        request.answer(
          (request.body as { id: number }[]).map(({ id }) => ({ id, responseCode: 200, responseBody: {} })),
        );
      await stage.settle();
    }
    should(await Promise.all(calls)).have.length(1000);
  });
});
