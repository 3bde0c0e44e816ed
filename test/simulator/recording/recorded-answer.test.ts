import should from 'should';
import { rows, servedHub } from './written.js';

const IN_NEWS = { rundownId: 51 };
const HEAD = { ...IN_NEWS, itemId: 511 };

describe('the answer to a read of a recording', () => {
  const head = { id: 511, name: 'Head', template: 'Title' };
  const { call, reply } = servedHub(
    1,
    [
      ['listEngines', 'Restarting'],
      ['listGraphs', null],
      ['listRundowns', { data: [{ id: 51, name: 'News' }] }],
      ['listItems', rows(head, { name: 'Without an id' }), IN_NEWS],
      ['getItem', { ...head, data: 'none' }, HEAD],
      ['listLaunchConfigs', [{ id: 101, renderers: [7] }]],
    ],
    [
      ['listProjects', 403],
      ['listTemplates', 500],
      ['getRundown', 500, IN_NEWS],
      // The first ids of new things.
      ['getRundown', 401, { rundownId: 1_000_000_001 }],
      ['getRundown', 404, { rundownId: 1_000_000_002 }],
    ],
  );

  it('is the recorded one, or the state of the simulator', async () => {
    const type = 'application/json; charset=utf-8';
    for (const [operation, expected] of [
      ['listEngines', { status: 200, type: 'text/plain; charset=utf-8', text: 'Restarting' }],
      ['listGraphs', { status: 200, type: null, text: '' }],
      ['listProjects', { status: 403, type, body: { error: 'Recorded refusal 403' } }],
      ['listTemplates', { status: 500, type, body: { error: 'Recorded refusal 500' } }],
      ['listRundowns', { status: 200, type, body: { data: [{ id: 51, name: 'News' }] } }],
      ['listUstates', { status: 200, type, text: '[]' }],
    ] as const)
      should(await reply(operation)).match(expected);
  });

  it('changes with commands, unless the key lacks a right', async () => {
    const created = [await call('createRundown', { name: 'A' }), await call('createRundown', { name: 'B' })];
    should(await call('getRundown', { rundownId: 1_000_000_001 })).equal(401);
    should(await call('getRundown', { rundownId: 1_000_000_002 })).eql(created[1]);
    should(await call('getRundown', IN_NEWS)).equal(500);
    const late = await call('renameRundown', { ...IN_NEWS, name: 'Late' });
    should(await call('getRundown', IN_NEWS)).eql(late);
    should(await call('listRundowns')).eql([late, ...created]);
    await call('deleteRundown', IN_NEWS);
    should(await call('listItems', IN_NEWS)).equal(404);
    const id = await call('createRenderer', { configID: 101 });
    should(await call('listLaunchConfigs')).eql([{ id: 101, renderers: [7, id] }]);
  });

  it('is the present one if the recorded value has another form', async () => {
    await call('updateItem', { ...HEAD, data: { title: 'Sun' } });
    should(await call('getItem', HEAD)).eql({ ...head, data: { title: 'Sun' } });
    should(await call('listItems', IN_NEWS)).match([{ id: 511, data: { title: 'Sun' } }, { id: 0 }]);
  });
});
