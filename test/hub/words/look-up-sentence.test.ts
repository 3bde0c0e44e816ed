import should from 'should';
import type { HubError } from '../../../dist/hub/wire/errors.js';
import { failing, ScriptedHub } from '../scripted-hub.js';
import { sentenceOf } from './words-of.js';

describe('the sentence of a failed look-up', () => {
  const stage = ScriptedHub.forSuite({ timeout: 1000 });
  const press = { rundownId: 51, itemId: 5, buttonKey: 'In' };
  const ITEM_LINE = 'GET /playout/rundowns/51/items/5';
  const READ = 'The node reads “Get item” (Rundown 51, Item 5) before it sends the command.';

  const failures: readonly [string, object, string, RegExp][] = [
    ['HUB_FAULT', { status: 503, body: 'busy' }, 'hub fault (503). Check the hub.', /Answer of the hub: busy\./],
    [
      'HUB_AUTH',
      { status: 401, body: 'no' },
      "wrong key. Check the hub's key.",
      /accept it for “Get item”\. .*\(401\)/,
    ],
    ['HUB_AUTH', { status: 403, body: 'no' }, 'forbidden. Check the licence.', /Answer of the hub: no \(403\)\./],
    ['HUB_BAD_ANSWER', { body: 5 }, 'unreadable answer. Check the hub.', /read the answer \(Get item\)\./],
    ['HUB_NOT_FOUND', { status: 404, body: 'Item 5 not found' }, 'no item 5. Check the name.', /^Item 5 does not/],
    ['HUB_TIMEOUT', { silent: true }, 'no answer in 1 s. Check the hub.', /^/],
  ];

  for (const [code, reply, start, reason] of failures)
    it(`names the read, its item, the cause and the solution: ${start}`, async () => {
      stage.script = { [ITEM_LINE]: reply };
      check(await failing(stage.run('pressItemButton', press)), code, start, reason);
      should(stage.sent('POST')).eql([]);
    });

  it('has the cause of the system if the hub is offline', async () => {
    await stage.wire.close();
    const error = await failing(stage.run('pressItemButton', press));
    check(error, 'HUB_UNREACHABLE', 'hub offline. Check the network.', /http:\S+ \(ECONNREFUSED\)\./);
    should(error.facts).match({ cause: 'ECONNREFUSED', lookUp: 'getItem' });
  });

  function check(error: HubError, code: string, start: string, reason: RegExp): void {
    should(error).match({ code, outcome: 'not-sent' });
    const sentence = sentenceOf('pressItemButton', press, error);
    const head = `5 › In (Studio): not sent – ${start}`;
    should(sentence).startWith(`${head} `).and.endWith(READ);
    should(head.length).be.belowOrEqual(80);
    const rest = sentence.slice(head.length + 1);
    should(rest).match(reason);
    for (const each of rest.split('. ')) should(each).match(/^[A-Z]/);
  }
});
