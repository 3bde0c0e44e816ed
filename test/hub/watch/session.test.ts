import should from 'should';
import { findOperation, type Operation } from '../../../dist/hub/table/operations.js';
import type { HubError } from '../../../dist/hub/wire/errors.js';
import { SteppedHub, type SteppedRequest } from '../stepped-hub.js';

describe('the session with a hub', () => {
  const stage = SteppedHub.forSuite();

  /** Lets one read end, and returns the session after it. */
  async function sessionAfter(end: (asked: SteppedRequest) => void): Promise<string | undefined> {
    const read = stage.run('listRundowns', {}).catch(() => undefined);
    await stage.settle();
    const asked = stage.open.find(({ line }) => line === 'GET /playout/rundowns');
    if (asked) end(asked);
    await read;
    return stage.hub.connection.session;
  }
  const failure = (...failed: ConstructorParameters<typeof HubError>) => sessionAfter((asked) => asked.fail(...failed));
  const status = (code: number) => sessionAfter((asked) => asked.answer([], code));

  it('begins with its first answer, and lasts until it is lost or refuses the key', async () => {
    should(await failure('HUB_UNREACHABLE')).be.undefined();
    const first = await status(200);
    should(first).be.a.String();
    should(await status(500)).equal(first);
    should(await failure('HUB_CONNECTION_LOST')).equal(first);
    should(await failure('HUB_UNREACHABLE')).be.undefined();
    const second = await status(404);
    should(second).be.a.String().and.not.equal(first);
    should(await status(401)).be.undefined();
  });

  it('begins with an answer that cannot be read', async () => {
    should(await failure('HUB_BAD_ANSWER')).be.a.String();
    should(stage.hub.connection.state).equal('connected');
  });

  it('reports its end once to each watched value and each listener', async () => {
    const states: string[] = [];
    const results: unknown[] = [];
    stage.hub.connection.stateChanged.watch((state) => states.push(state));
    const unwatch = stage.hub.reads.watch(findOperation('listEngines') as Operation, {}, 60_000, {
      answer: ({ body }) => results.push(body),
      failure: (error) => results.push((error as { code: string }).code),
    });
    await stage.advance(0);
    await stage.answer('GET /engines', []);
    await failure('HUB_UNREACHABLE');
    await failure('HUB_UNREACHABLE');
    should(results).eql([[], 'HUB_UNREACHABLE']);
    await status(401);
    should(states).eql(['connected', 'unreachable', 'refused']);
    unwatch();
  });

  it('does not show access if no answer has come', async () => {
    for (const code of ['HUB_TIMEOUT', 'HUB_UNREACHABLE'] as const) await failure(code);
    await status(403);
    should(stage.hub.connection.hasNoAccess).be.true();
    await status(422);
    should(stage.hub.connection.hasNoAccess).be.false();
  });
});
