import should from 'should';
import { useTimeLapse } from '../time-lapse.js';
import { lamp } from './lamp-stage.js';
import { host, next, panel, RemoteStage } from './remote-stage.js';

/** Real lamps behind a panel, with a wire instead of the broker. */
describe('a lamp behind a remote panel', () => {
  useTimeLapse();
  const remote = RemoteStage.forEach();
  const shows = (text: string) => remote.stage.until(() => remote.stage.status('lamp').text === text);
  const open = async (wires: string[][]) => {
    await remote.open([host(), panel({ wires }), next, lamp({ surface: 'mqtt', control: 'key' })]);
    await remote.connected();
  };

  it('is unknown when the panel alone is stopped, for example by a deploy while the host is away', async () => {
    await open([['wire'], ['lamp'], []]);
    remote.sendState('CAM 1', 'program');
    await shows('on air');
    await remote.stage.node('panel').close();
    await shows('unknown');
  });

  it('is unknown when the host of an answer is away', async () => {
    await open([['wire'], [], ['lamp']]);
    should((await remote.press({ topic: 'take', payload: true })).error).be.undefined();
    await shows('on air');
    remote.isConnected = false;
    await shows('unknown');
  });

  it('stays dark for an answer that arrives while the host is not heard', async () => {
    await open([['wire'], [], ['lamp', 'answers']]);
    remote.isLost = ({ topic }) => topic.endsWith('/host');
    const pressed = remote.press({ topic: 'take', payload: true });
    remote.deliver('panel', 'host', 'gone');
    should((await pressed).error).be.undefined();
    await remote.stage.until(() => remote.answers.length === 1);
    should(remote.stage.out.map(({ payload }) => payload)).eql(['unknown']);
  });
});
