import should from 'should';
import { failing, ScriptedHub } from '../scripted-hub.js';

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe('a hub sends a batch', () => {
  const entries = [
    { operation: 'setProperty', params: { engineId: 1, nodePath: 'A/B', propertyPath: 'P', Value: 0 } },
    { id: 1, url: '/playout/rundowns', verb: 'GET' },
    { id: 'mine', url: '/linear/rundown/101/playnext/0', verb: 'PUT' },
  ];

  const stage = ScriptedHub.forSuite();

  beforeEach(() => {
    stage.script['PUT /batch'] = { body: [] };
  });

  it('in one call, with ids where they were missing', async () => {
    await stage.run('batch', { entries });
    should(stage.sent()).eql([
      [
        'PUT /batch',
        [
          { id: 2, url: '/engines/1/nodes/A%2FB/properties/P', verb: 'PATCH', body: { Value: 0 } },
          { id: 1, url: '/playout/rundowns', verb: 'GET' },
          { id: 'mine', url: '/linear/rundown/101/playnext/0', verb: 'PUT' },
        ],
      ],
    ]);
  });

  it('without the other fields of its entries', async () => {
    const other: Record<string, unknown> = { big: 1n };
    other.self = other;
    const result = await stage.run('batch', { entries: entries.map((entry) => ({ ...entry, other })) });
    should(stage.sent()[0]?.[1]).have.length(3);
    should(result)
      .have.propertyByPath('params', 'entries')
      .eql([{ ...entries[0], id: 2 }, entries[1], entries[2]]);
  });

  it('in the lanes of its entries', async () => {
    stage.script['PUT /linear/rundown/101/out/0'] = { body: 'OK', delay: 100 };
    stage.script['PUT /linear/rundown/102/out/0'] = { body: 'OK' };
    const slow = stage.run('takeOut', { engineId: 101, preview: 0 });
    const batch = stage.run('batch', { entries });
    const other = stage.run('takeOut', { engineId: 102, preview: 0 });
    await Promise.all([slow, batch, other]);
    const sent = stage.sent().map(([request]) => request);
    // Both have a new connection each, so any of them may be first.
    should([...sent.slice(0, 2).sort(), ...sent.slice(2)]).eql([
      'PUT /linear/rundown/101/out/0',
      'PUT /linear/rundown/102/out/0',
      'PUT /batch',
    ]);
  });

  it('with buttons named by their labels', async () => {
    stage.script['GET /playout/rundowns/1/items/2'] = { body: { buttons: [{ id: 'b', key: 'in', label: 'Show' }] } };
    const params = { rundownId: 1, itemId: 2, buttonKey: 'Show' };
    await stage.run('batch', { entries: [{ operation: 'pressItemButton', params }] });
    should(stage.sent('PUT')[0]?.[1]).eql([{ id: 1, url: '/playout/rundowns/1/items/2/in', verb: 'POST' }]);
  });

  const wrong: [string, object[], object][] = [
    ['DELETE', [{ url: '/playout/rundowns/1', verb: 'DELETE' }], { field: 'entries' }],
    ['an unknown verb', [{ url: '/engines', verb: 'HEAD' }], { field: 'entries' }],
    [
      'an operation that deletes',
      [{ operation: 'deleteRundown', params: { rundownId: 1 } }],
      { field: 'operation', entry: 1 },
    ],
    ['an unknown operation', [{ operation: 'explode' }], { field: 'operation' }],
    ['a batch in a batch', [{ url: '/batch', verb: 'PUT', body: [] }], { field: 'url' }],
    [
      'one id twice',
      [
        { id: 1, url: '/a', verb: 'GET' },
        { id: '1', url: '/b', verb: 'GET' },
      ],
      { sentence: 'doubleId' },
    ],
    [
      'a bad value, naming its entry',
      [{ id: 'x', operation: 'getEngine', params: { engineId: 'CAM' } }],
      { field: 'engineId', entry: 'x' },
    ],
    [
      'a body that JSON would change',
      [{ url: '/a', verb: 'POST', body: { x: Number.NaN } }],
      { field: 'entries[0].body.x' },
    ],
    [
      'a parameter that JSON would change',
      [{ operation: 'setProperty', params: { Value: [1n] } }],
      { field: 'entries[0].params.Value[0]' },
    ],
    ['an entry that throws when it is read', [revoked()], { field: 'entries' }],
    ['nothing', [], { field: 'entries' }],
  ];
  for (const [name, given, facts] of wrong)
    it(`not with ${name}`, async () => {
      should(await failing(stage.run('batch', { entries: given }))).match({
        code: 'BAD_INPUT',
        outcome: 'not-sent',
        facts,
      });
      should(stage.sent()).be.empty();
    });
});
