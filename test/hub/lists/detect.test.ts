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
  let visit: ReadOnlyClient;

  beforeEach(() => {
    const settings = { dialect: 1, linearSegment: 'linear', headers: {}, timeout: 5000, maxInFlight: 1 } as const;
    visit = new ReadOnlyClient({ baseUrl: stage.wire.url, ...settings }, 5000);
    stage.script = { 'GET /engines': ANSWERS.list! };
  });

  afterEach(() => visit.close());

  const answers = (segment: string, engines: string, shows: string) => {
    stage.script[`GET /${segment}/engines`] = ANSWERS[engines]!;
    stage.script[`GET /${segment}/shows`] = ANSWERS[shows]!;
  };

  for (const [engines, row] of Object.entries(FOUND))
    for (const [shows, [dialect, linearSegment]] of Object.entries(row)) {
      it(`that answers ${engines} to lino/engines and ${shows} to lino/shows`, async () => {
        answers('lino', engines, shows);
        should(await detectHub(visit)).match({ reachable: true, key: 'accepted', dialect, linearSegment });
      });

      it(`is unknown if ${engines} and ${shows} are its answers under both segments`, async () => {
        answers('lino', engines, shows);
        answers('linear', engines, shows);
        should(await detectHub(visit)).match({ dialect: null, linearSegment: null });
      });
    }

  for (const answer of ['401', '403', '500'])
    it(`is unknown if the other segment answers ${answer}`, async () => {
      answers('lino', '404', 'list');
      answers('linear', answer, answer);
      should(await detectHub(visit)).match({ dialect: null, linearSegment: null });
    });

  it('is unknown after a 403 under a segment that revision 2 does not have', async () => {
    answers('linear', '403', '403');
    should(await detectHub(visit)).match({ dialect: null, linearSegment: null });
  });

  it('is found under the other segment in the same way', async () => {
    answers('linear', 'list', '404');
    should(await detectHub(visit)).match({ dialect: 1, linearSegment: 'linear' });
  });

  it('is unknown after a 401, and no more requests are sent', async () => {
    stage.script['GET /engines'] = ANSWERS[401]!;
    should(await detectHub(visit)).match({ reachable: true, key: 'refused', dialect: null, linearSegment: null });
    should(stage.sent()).eql([['GET /engines']]);
  });

  it('is found with a key for shows only', async () => {
    stage.script['GET /engines'] = ANSWERS[403]!;
    answers('lino', '404', 'list');
    should(await detectHub(visit)).match({ key: 'forbidden', dialect: 2, linearSegment: 'lino' });
  });
});
