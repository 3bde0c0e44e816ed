import should from 'should';
import { list } from '../../../dist/hub/lists/index.js';
import { ReadOnlyClient } from '../../../dist/hub/lists/read-only-client.js';
import { failing, ScriptedHub } from '../scripted-hub.js';

const SHOWS = [
  { id: 5, name: 'Evening', started: true, mode: 'Broadcast', loadedRundownsInfo: [{ id: 201 }] },
  { id: 6, name: 'Sports', started: false, mode: 'Broadcast', loadedRundownsInfo: [] },
];

/** A hub since build 2.1.0+191 has `/lino/shows` and no `/lino/engines` (docs/develop/interface.md "Revisions and dialects"). */
const LATER = { 'GET /lino/shows': { body: SHOWS } };
const EARLY = { 'GET /lino/engines': { body: SHOWS }, 'GET /lino/engines/5': { body: { ...SHOWS[0], engines: [] } } };

describe('the list of linear engines', () => {
  let stage: ScriptedHub;

  const open = async (dialect: 1 | 2, settings = {}) => {
    stage = await ScriptedHub.open({ dialect, linearSegment: 'lino', ...settings });
  };
  const paths = () => stage.sent().map(([request]) => request);

  afterEach(() => stage.close());

  it('is found at its new path, and read there from then on', async () => {
    await open(2);
    stage.script = { ...LATER };
    should(await stage.run('listLinearEngines', {})).match({ statusCode: 200, body: SHOWS });
    should(await stage.run('listLinearEngines', {})).match({ body: SHOWS });
    should(paths()).eql(['GET /lino/engines', 'GET /lino/shows', 'GET /lino/shows']);
  });

  it('is read once at its old path on an early hub', async () => {
    await open(2);
    stage.script = { ...EARLY };
    await stage.run('listLinearEngines', {});
    await stage.run('listLinearEngines', {});
    should(paths()).eql(['GET /lino/engines', 'GET /lino/engines']);
  });

  it('is found again on a hub that was updated or downgraded', async () => {
    await open(2);
    for (const script of [EARLY, LATER, EARLY]) {
      stage.script = { ...script };
      should(await stage.run('listLinearEngines', {})).match({ body: SHOWS });
    }
    should(paths()).eql([
      ...['GET /lino/engines'],
      ...['GET /lino/engines', 'GET /lino/shows'],
      ...['GET /lino/shows', 'GET /lino/engines'],
    ]);
  });

  it('is not found if the hub has neither path, and not searched after other errors than 404', async () => {
    await open(2);
    stage.script = { 'GET /lino/shows': { status: 403 } };
    should(await failing(stage.run('listLinearEngines', {}))).match({ code: 'HUB_AUTH' });
    stage.script = {};
    should(await failing(stage.run('listLinearEngines', {}))).match({ code: 'HUB_NOT_FOUND' });
    should(paths()).have.length(4);
    stage.script = { 'GET /lino/engines': { status: 500 } };
    should(await failing(stage.run('listLinearEngines', {}))).match({ code: 'HUB_FAULT' });
    should(paths()).have.length(5);
  });

  it('contains the row of a single engine if the hub reads no single ones', async () => {
    await open(2);
    stage.script = { ...LATER };
    should(await stage.run('getLinearEngine', { engineId: 5 })).match({ statusCode: 200, body: SHOWS[0] });
    should(await stage.run('getLinearEngine', { engineId: 6 })).match({ body: SHOWS[1] });
    should(paths()).eql(['GET /lino/engines/5', 'GET /lino/engines', 'GET /lino/shows', 'GET /lino/shows']);
    should(await failing(stage.run('getLinearEngine', { engineId: 7 }))).match({ code: 'HUB_NOT_FOUND' });
  });

  it('is available to pickers, which note the loaded rundowns', async () => {
    await open(2);
    stage.script = {
      ...LATER,
      'GET /lino/rundowns/5': {
        body: [
          { id: 200, name: 'Morning' },
          { id: 201, name: 'Evening' },
        ],
      },
    };
    const settings = { dialect: 2, linearSegment: 'lino', headers: {}, timeout: 5000, maxInFlight: 1 } as const;
    const visit = new ReadOnlyClient({ baseUrl: stage.wire.url, ...settings }, 5000);
    should((await list(visit.read, 'linearEngine', {})).entries).eql([
      { value: 5, label: 'Evening' },
      { value: 6, label: 'Sports' },
    ]);
    should((await list(visit.read, 'linearRundown', { engineId: 5 })).entries).eql([
      { value: 201, label: 'Evening', note: 'loaded' },
      { value: 200, label: 'Morning' },
    ]);
    visit.close();
  });
});
