import should from 'should';
import { asRunOf } from '../../dist/hub/records/as-run.js';
import { failing, type Reply, ScriptedHub } from './scripted-hub.js';

const property = { engineId: 1, nodePath: 'N', propertyPath: 'P' };
const button = { rundownId: 1, itemId: 2, buttonKey: 'Show' };

/** Nested lists. */
function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

describe('for every answer of the hub, a call', () => {
  const stage = ScriptedHub.forSuite({ rate: 1000 });

  const setX = () => stage.run('setProperty', { ...property, Component: 'x', Value: 1 });
  const press = () => stage.run('pressItemButton', button);

  describe('with a look-up', () => {
    for (const body of [{ instances: null }, [null], 5, { instances: [null] }])
      it(`in ${JSON.stringify(body)}, for an engine, was not sent, and names the read with the unusable answer`, async () => {
        stage.script['GET /engines/1'] = { body };
        should(await failing(setX())).match({
          code: 'HUB_BAD_ANSWER',
          outcome: 'not-sent',
          facts: { lookUp: 'getEngine' },
        });
        should(stage.sent('PATCH')).be.empty();
      });

    for (const buttons of [[null], 5, 'Show'])
      it(`in ${JSON.stringify(buttons)}, for buttons, was not sent`, async () => {
        stage.script['GET /playout/rundowns/1/items/2'] = { body: { buttons } };
        should(await failing(press())).match({ code: 'HUB_BAD_ANSWER', outcome: 'not-sent' });
        should(stage.sent('POST')).be.empty();
      });
  });

  const explanations: [string, Reply][] = [
    ['a fault', { status: 500 }],
    ['a list of nothing', { body: [null] }],
    ['a number', { body: 5 }],
    ['another 404', { status: 404 }],
  ];
  for (const [what, reply] of explanations)
    it(`that was answered 404 keeps this error if its explanation is ${what}`, async () => {
      stage.script['GET /engines'] = reply;
      const error = await failing(stage.run('playNext', { engineId: 3, preview: 0 }));
      should(error).match({ code: 'HUB_NOT_FOUND', outcome: 'refused', reply: { statusCode: 404 } });
    });

  describe('of a batch', () => {
    const batch = () =>
      stage.run('batch', {
        entries: [
          { id: 'a', operation: 'setProperty', params: { ...property, Value: 1 } },
          { id: 'b', url: '/odd', verb: 'POST' },
        ],
      });
    /** The as-run record of a batch whose second entry has this reply. */
    async function logged(reply: Reply): Promise<object> {
      const records: object[] = [];
      const stop = stage.hub.ended.watch((ended) => records.push(asRunOf(ended)));
      stage.script['PUT /batch'] = reply;
      await batch().catch(() => undefined);
      stop();
      should(records).have.length(1);
      return records[0] as object;
    }
    const done = { id: 'a', responseCode: 200, responseBody: null };

    it('is recorded with its worst entry, or with the error of the whole', async () => {
      should(await logged({ body: [done, { id: 'b', responseCode: 404 }] })).match({ outcome: 'refused' });
      const both = [
        { ...done, responseCode: 404 },
        { id: 'b', responseCode: 500 },
      ];
      should(await logged({ body: both })).match({ outcome: 'unknown' });
      should(await logged({ status: 422 })).match({ outcome: 'refused', code: 'HUB_REJECTED' });
      should(await logged({ status: 500 })).match({ outcome: 'unknown', code: 'HUB_FAULT' });
      should(await logged({ body: { success: true } })).match({ outcome: 'unknown', code: 'HUB_BAD_ANSWER' });
    });

    it('is joined, and is unknown to all its calls if its answer is nested too deep', async () => {
      const joined = await ScriptedHub.open({ joining: true });
      joined.script['PUT /batch'] = {
        body: [
          { id: 0, responseCode: 200, responseBody: nested(1000) },
          { id: 1, responseCode: 200, responseBody: { Value: 1 } },
        ],
      };
      const set = (index: number) =>
        failing(joined.run('setProperty', { ...property, propertyPath: `P${index}`, Value: index }));
      const errors = await Promise.all([0, 1].map(set));
      for (const error of errors) should(error).match({ code: 'HUB_BAD_ANSWER', outcome: 'unknown' });
      should(joined.sent().map(([line]) => line)).eql(['PUT /batch']);
      await joined.close();
    });
  });
});
