import should from 'should';
import { beatOf, panel, RemoteStage } from './remote-stage.js';

describe('a remote panel', () => {
  const remote = RemoteStage.forEach();

  it('sends nothing to a host of another version, and reports it', async () => {
    await remote.open([panel()]);
    remote.deliver('panel', 'host', beatOf('another-host', { version: 2 }));
    await remote.stage.until(() => remote.stage.status('panel').text === 'host: other version');
    const { error, hub } = await remote.press({ topic: 'take', payload: true });
    should(error.message).match(/: not sent – another version.*same one on both/);
    should(hub).match({ outcome: 'not-sent' });
    should(remote.sentTo('command')).have.length(0);
  });
});
