import should from 'should';
import { detectHub } from '../../../dist/hub/lists/detect.js';
import { ReadOnlyClient } from '../../../dist/hub/lists/read-only-client.js';
import { type Reply, ScriptedHub } from '../scripted-hub.js';

const ANSWERS: Record<string, Reply> = {
  list: { body: [] },
  403: { status: 403 },
  404: { status: 404 },
  401: { status: 401 },
  500: { status: 500 },
};

/**
 * The revision of a hub, by its answers to the lists of linear engines and of shows under `lino`, if it has no
 * `linear`. Revision 1 has no shows and no 403. Since build 2.1.0+191 it has only shows.
 */
const FOUND: Record<string, Record<string, [dialect: 1 | 2 | null, segment: 'lino' | null]>> = {
  list: { list: [2, 'lino'], 403: [null, 'lino'], 404: [1, 'lino'], 401: [null, 'lino'], 500: [null, 'lino'] },
  403: { list: [2, 'lino'], 403: [2, 'lino'], 404: [null, 'lino'], 401: [null, 'lino'], 500: [null, 'lino'] },
  404: { list: [2, 'lino'], 403: [2, 'lino'], 404: [null, null], 401: [null, null], 500: [null, null] },
  401: { list: [2, 'lino'], 403: [2, 'lino'], 404: [null, null], 401: [null, null], 500: [null, null] },
  500: { list: [2, 'lino'], 403: [2, 'lino'], 404: [null, null], 401: [null, null], 500: [null, null] },
};

describe('the revision of a hub', () => {
  const stage = ScriptedHub.forSuite();

  beforeEach(() => {
    stage.script = { 'GET /engines': ANSWERS.list! };
  });

  /** A client remembers where the hub has its lists, so each search has its own. */
  async function detect() {
    const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 1 } as const;
    const visit = new ReadOnlyClient({ baseUrl: stage.wire.url, ...settings }, 5000);
    const found = await detectHub(visit);
    visit.close();
    return found;
  }

  const answers = (segment: string, engines: string, shows: string) => {
    stage.script[`GET /${segment}/engines`] = ANSWERS[engines]!;
    stage.script[`GET /${segment}/shows`] = ANSWERS[shows]!;
  };

  it('is that of the lists of engines and shows under one segment', async () => {
    for (const [engines, row] of Object.entries(FOUND))
      for (const [shows, [dialect, linearSegment]] of Object.entries(row)) {
        answers('lino', engines, shows);
        const answered = `${engines} ${shows}`;
        should({ ...(await detect()), answered }).match({
          ...{ answered, reachable: true, key: 'accepted', dialect, linearSegment },
        });
      }
  });

  it('is unknown if both segments give the same answers', async () => {
    for (const [engines, row] of Object.entries(FOUND))
      for (const shows of Object.keys(row)) {
        answers('lino', engines, shows);
        answers('linear', engines, shows);
        should(await detect()).match({ dialect: null, linearSegment: null });
      }
  });

  it('is unknown if the other segment refuses, or has a fault', async () => {
    answers('lino', '404', 'list');
    for (const answer of ['401', '403', '500']) {
      answers('linear', answer, answer);
      should(await detect()).match({ dialect: null, linearSegment: null });
    }
  });

  it('is unknown after a 403 under a segment that revision 2 does not have', async () => {
    answers('linear', '403', '403');
    should(await detect()).match({ dialect: null, linearSegment: null });
  });

  it('is found under the other segment in the same way', async () => {
    answers('linear', 'list', '404');
    should(await detect()).match({ dialect: 1, linearSegment: 'linear' });
  });

  it('is unknown after a 401, and no more requests are sent', async () => {
    stage.script['GET /engines'] = ANSWERS[401]!;
    should(await detect()).match({ reachable: true, key: 'refused', dialect: null, linearSegment: null });
    should(stage.sent()).eql([['GET /engines']]);
  });

  it('is found with a key for shows only', async () => {
    stage.script['GET /engines'] = ANSWERS[403]!;
    answers('lino', '404', 'list');
    should(await detect()).match({ key: 'forbidden', dialect: 2, linearSegment: 'lino' });
  });
});
