import should from 'should';
import { host, next, panel, RemoteStage } from './remote-stage.js';
import { logOf, type Message } from './stage.js';

/** Messages of version 1.0.0 of this package, written by hand. */
const OLD_HOST = 'old-host-run-0001';
const OLD_PANEL = 'old-panel-run-0001';
const oldBeat = (serial: number, ahead = 0) =>
  JSON.stringify({ version: 1, run: OLD_HOST, at: Date.now() + ahead, serial });
const oldState = (serial: number, payload: unknown) =>
  JSON.stringify({ version: 1, run: OLD_HOST, serial, told: { payload, hub: { operation: 'getProperty' } } });

describe('a remote host and a panel of another version', () => {
  const remote = RemoteStage.forEach();

  it('runs commands of an older panel, and sends it all states and their number', async () => {
    await remote.open([host(), next]);
    remote.sendState('A', 'off');
    remote.sendState('B', 'program');
    await remote.stage.until(() => remote.sentTo('state/B').length === 1);
    remote.sent.length = 0;
    remote.deliver('host', 'ask', JSON.stringify({ version: 1, from: OLD_PANEL }));
    await remote.stage.until(() => remote.sentTo('host').length > 0);
    // An older panel compares the highest serial of the states with the one of the beat.
    const states = remote.sentTo('state').map(({ version, serial, told: { payload } }) => [version, serial, payload]);
    should(states).eql([
      [1, 1, 'off'],
      [1, 2, 'program'],
    ]);
    const [beat] = remote.sentTo('host') as [Message];
    should(beat).match({ version: 1, serial: 2 });
    should(Math.abs(Date.now() - beat.at)).be.below(5000);
    const command = { version: 1, id: 'old-command-1', from: OLD_PANEL, to: beat.run, at: Date.now(), life: 500 };
    remote.deliver('host', 'command/take', JSON.stringify({ ...command, msg: { topic: 'take', payload: true } }));
    await remote.stage.until(() => remote.sentTo(`answer/${OLD_PANEL}`).length === 1);
    should(remote.sentTo('answer')[0]).match({ version: 1, id: 'old-command-1', outcome: 'done', statusCode: 200 });
    should(remote.commands()).have.length(1);
  });

  it('sends commands in the time of an older host, and warns that lamps are unknown', async () => {
    await remote.open([panel()]);
    remote.deliver('panel', 'state/title', oldState(1, 'program'), { retain: true });
    remote.deliver('panel', 'host', oldBeat(1, 300));
    await remote.stage.until(() => remote.stage.status('panel').text === 'host: older version');
    should(remote.lamps('title')).eql(['unknown']);
    should(logOf('panel')).have.length(1);
    should(logOf('panel')[0]).match(/older version.*Commands work.*unknown until you update the host/);
    const pressed = remote.press({ topic: 'take', payload: true });
    await remote.stage.until(() => remote.sentTo('command').length === 1);
    const [command] = remote.sentTo('command') as [Message];
    should(Object.keys(command).sort()).eql(['at', 'from', 'id', 'life', 'msg', 'to', 'version']);
    should(command).match({ version: 1, to: OLD_HOST, life: 500 });
    should(command.at - Date.now()).be.within(-2000, 300);
    const answer = { version: 1, id: command.id, outcome: 'done', statusCode: 200, payload: {}, hub: {} };
    remote.deliver('panel', `answer/${command.from}`, JSON.stringify(answer));
    should((await pressed).error).be.undefined();
  });

  for (const [part, fields] of [
    ['format', { version: 2 }],
    ['protocol', { version: 1, protocol: 3 }],
  ] as const)
    it(`sends nothing to a host of another ${part}, and reports it`, async () => {
      await remote.open([panel()]);
      remote.deliver('panel', 'host', JSON.stringify({ run: OLD_HOST, at: Date.now(), serial: 0, ...fields }));
      await remote.stage.until(() => remote.stage.status('panel').text === 'host: other version');
      const { error, hub } = await remote.press({ topic: 'take', payload: true });
      should(error.message).match(/: not sent – another version.*same one on both/);
      should(hub).match({ outcome: 'not-sent' });
      should(remote.sentTo('command')).have.length(0);
    });
});
