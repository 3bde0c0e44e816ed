import should from 'should';
import { host, next, panel, RemoteStage } from './remote-stage.js';
import { type Message, said } from './stage.js';

/** Messages as version 1.0.0 of this package writes them, by hand. */
const OLD_HOST = 'old-host-run-0001';
const OLD_PANEL = 'old-panel-run-0001';
const oldBeat = (serial: number, ahead = 0) =>
  JSON.stringify({ version: 1, run: OLD_HOST, at: Date.now() + ahead, serial });
const oldState = (serial: number, payload: unknown) =>
  JSON.stringify({ version: 1, run: OLD_HOST, serial, told: { payload, hub: { operation: 'getProperty' } } });

describe('a remote host and a panel of another version', () => {
  const there = RemoteStage.forEach();

  it('carries out commands of an older panel, and gives it all states and their number', async () => {
    await there.open([host(), next]);
    there.watchTells('A', 'off');
    there.watchTells('B', 'program');
    await there.stage.until(() => there.under('state/B').length === 1);
    there.sent.length = 0;
    there.bring('host', 'ask', JSON.stringify({ version: 1, from: OLD_PANEL }));
    await there.stage.until(() => there.under('host').length > 0);
    // It compares the highest number of those that came with that of the beat.
    const states = there.under('state').map(({ version, serial, told: { payload } }) => [version, serial, payload]);
    should(states).eql([
      [1, 1, 'off'],
      [1, 2, 'program'],
    ]);
    const [beat] = there.under('host') as [Message];
    should(beat).match({ version: 1, serial: 2 });
    should(Math.abs(Date.now() - beat.at)).be.below(5000);
    const command = { version: 1, id: 'old-command-1', from: OLD_PANEL, to: beat.run, at: Date.now(), life: 500 };
    there.bring('host', 'command/take', JSON.stringify({ ...command, msg: { topic: 'take', payload: true } }));
    await there.stage.until(() => there.under(`answer/${OLD_PANEL}`).length === 1);
    should(there.under('answer')[0]).match({ version: 1, id: 'old-command-1', outcome: 'done', statusCode: 200 });
    should(there.commands()).have.length(1);
  });

  it('sends commands to an older host, by whose clock they are timed; lamps are unknown, and it says why', async () => {
    await there.open([panel()]);
    there.bring('panel', 'state/title', oldState(1, 'program'), { retain: true });
    there.bring('panel', 'host', oldBeat(1, 300));
    await there.stage.until(() => there.stage.status('panel').text === 'host: older version');
    should(there.lamps('title')).eql(['unknown']);
    should(said('panel')).have.length(1);
    should(said('panel')[0]).match(/older version.*Commands work.*unknown until you update the host/);
    const pressed = there.press({ topic: 'take', payload: true });
    await there.stage.until(() => there.under('command').length === 1);
    const [command] = there.under('command') as [Message];
    should(Object.keys(command).sort()).eql(['at', 'from', 'id', 'life', 'msg', 'to', 'version']);
    should(command).match({ version: 1, to: OLD_HOST, life: 500 });
    should(command.at - Date.now()).be.within(-2000, 300);
    const answer = { version: 1, id: command.id, outcome: 'done', statusCode: 200, payload: {}, hub: {} };
    there.bring('panel', `answer/${command.from}`, JSON.stringify(answer));
    should((await pressed).error).be.undefined();
  });

  for (const [what, fields] of [
    ['format', { version: 2 }],
    ['protocol', { version: 1, protocol: 3 }],
  ] as const)
    it(`sends nothing to a host of another ${what}, and says why`, async () => {
      await there.open([panel()]);
      there.bring('panel', 'host', JSON.stringify({ run: OLD_HOST, at: Date.now(), serial: 0, ...fields }));
      await there.stage.until(() => there.stage.status('panel').text === 'host: other version');
      const { error, hub } = await there.press({ topic: 'take', payload: true });
      should(error.message).match(/another version.*same version on both.*Nothing was sent/);
      should(hub).match({ outcome: 'not-sent' });
      should(there.under('command')).have.length(0);
    });
});
