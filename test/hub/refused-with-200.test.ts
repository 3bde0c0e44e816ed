import should from 'should';
import { asRunOf } from '../../dist/hub/records/as-run.js';
import type { Params } from '../../dist/hub/wire/request.js';
import { failing, ScriptedHub } from './scripted-hub.js';

const SECRET = 'rh_very_secret_key';
const NO = { success: false, error: 'Übergabe läuft' };
const item = (id: number) => ({ id, itemType: 'md', status: { program: 'Playing', preview: 'Available' } });

/** Commands whose answer is described as `{success}`, and others, with their requests. */
const commands: [string, Params, string][] = [
  ['callFunction', { engineId: 1, nodePath: 'N', functionPath: 'F' }, 'POST /engines/1/nodes/N/functions/F'],
  ['loadGraph', { graphId: 3, engineHostId: 1 }, 'POST /graphs/3/load'],
  ['pressItemButton', { rundownId: 1, itemId: 2, buttonKey: 'in' }, 'POST /playout/rundowns/1/items/2/in'],
  ['setProperty', { engineId: 1, nodePath: 'N', propertyPath: 'P', Value: 1 }, 'PATCH /engines/1/nodes/N/properties/P'],
  ['playItem', { engineId: 5, itemId: 9, preview: 'program' }, 'PUT /lino/rundown/5/play/9/0'],
  ['deleteItem', { rundownId: 1, itemId: 2 }, 'DELETE /playout/rundowns/1/items/2'],
];

describe('an answer 200 with "success": false', () => {
  const stage = ScriptedHub.forSuite({ dialect: 2, linearSegment: 'lino', headers: { 'X-API-Key': SECRET } });
  const description = { buttons: [{ id: 'in', label: 'In' }] };

  beforeEach(() => {
    stage.script = {
      'GET /playout/rundowns/1/items/2': { body: description },
      'GET /engines/1/nodes/N/functions/F': { body: { Properties: {} } },
    };
  });

  for (const [name, params, request] of commands)
    it(`to ${name} is a refusal with the reason of the hub, in the record too`, async () => {
      const records: object[] = [];
      stage.hub.ended.watch((ended) => records.push(asRunOf(ended)));
      stage.script[request] = { body: NO };
      should(await failing(stage.run(name, params))).match({
        code: 'HUB_REJECTED',
        outcome: 'refused',
        facts: { statusCode: 200, said: 'Übergabe läuft' },
        reply: { statusCode: 200, body: NO },
      });
      should(records).match([{ operation: name, outcome: 'refused', code: 'HUB_REJECTED', statusCode: 200 }]);
      stage.script[request] = { body: { success: true } };
      should(await stage.run(name, params)).match({ outcome: 'done', statusCode: 200, body: { success: true } });
    });

  it('to a read is data', async () => {
    stage.script['GET /engines/1/nodes/N/properties/P'] = { body: { ...NO, Value: 1 } };
    should(await stage.run('getProperty', { engineId: 1, nodePath: 'N', propertyPath: 'P' })).match({
      outcome: 'done',
      body: { ...NO, Value: 1 },
    });
  });

  it('gives the reason in `error`, else in `message`, else the answer itself, and no secret', async () => {
    const said = async (body: object) => {
      stage.script['POST /graphs/3/load'] = { body };
      return (await failing(stage.run('loadGraph', { graphId: 3, engineHostId: 1 }))).facts.said;
    };
    should(await said({ success: false, message: '日本語\n locked' })).equal('日本語 locked');
    should(await said({ success: false, error: null, message: 'busy' })).equal('busy');
    should(await said({ success: false })).equal('{"success":false}');
    should(await said({ success: false, error: `key ${SECRET}` })).equal('key •••');
  });

  it('to a step of everything out is a refused step, after which the others follow', async () => {
    stage.script = {
      'PUT /lino/rundown/5/clear/0': { status: 404 },
      'GET /lino/shows': { body: [{ id: 5, name: 'Evening', started: true, loadedRundownsInfo: [{ id: 1 }] }] },
      'GET /launcher': { body: [{ id: 5, running: true }] },
      'GET /lino/rundown/5/1/items': { body: [item(101), item(102)] },
      'PUT /lino/rundown/5/out/101/0': { body: NO },
      'PUT /lino/rundown/5/out/102/0': { status: 204 },
    };
    const result = await stage.run('everythingOut', { engineId: 5, preview: 'program' });
    should(result).match({ outcome: 'refused' });
    should((result as { body: { outcome: string; statusCode: number }[] }).body).match([
      { outcome: 'refused', statusCode: 200 },
      { outcome: 'done', statusCode: 204 },
    ]);
    stage.script['PUT /lino/rundown/5/clear/0'] = { body: NO };
    should(await failing(stage.run('everythingOut', { engineId: 5, preview: 'program' }))).match({
      code: 'HUB_REJECTED',
      outcome: 'refused',
      facts: { said: 'Übergabe läuft' },
    });
  });
});

describe('joined values, one of which is answered 200 with "success": false', () => {
  const stage = ScriptedHub.forSuite({ joining: true, rate: 1000 });

  it('are done, but for the refused one', async () => {
    stage.script['PUT /batch'] = (entries) => ({
      body: (entries as { id: number; body: { Value: number } }[]).map(({ id, body: { Value } }) => ({
        id,
        responseCode: 200,
        responseBody: Value === 2 ? NO : { Value },
      })),
    });
    const set = (Value: number) =>
      stage.run('setProperty', { engineId: 1, nodePath: 'N', propertyPath: `P${Value}`, Value });
    const [one, two, three] = await Promise.allSettled([set(1), set(2), set(3)]);
    should(stage.sent()).have.length(1);
    should([one, three]).match([{ value: { body: { Value: 1 } } }, { value: { body: { Value: 3 } } }]);
    should(two).match({ reason: { code: 'HUB_REJECTED', outcome: 'refused', facts: { said: 'Übergabe läuft' } } });
  });
});
