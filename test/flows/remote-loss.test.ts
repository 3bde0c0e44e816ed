import should from 'should';
import { digestsOf } from '../../dist/remote/digests.js';
import { useTimeLapse } from '../time-lapse.js';
import { pause } from './event-stage.js';
import { host, panel, RemoteStage } from './remote-stage.js';
import { logOf, type Message } from './stage.js';

describe('the states of a remote host', () => {
  useTimeLapse();
  const remote = RemoteStage.forEach();
  const published = (name: string) => remote.sent.filter(({ topic }) => topic === `graphics-hub/state/${name}`);

  beforeEach(async () => {
    await remote.open([host(), panel()]);
    await remote.connected();
  });

  it('are requested again if one was lost, even while another one changes often', async () => {
    remote.sendState('A', 'program');
    remote.sendState('B', 0);
    await remote.shows('A', 'program');
    await remote.shows('B', 0);
    remote.isLost = ({ topic }) => topic === 'graphics-hub/state/A';
    remote.sendState('A', 'off');
    for (let count = 1; count <= 20; count += 1) remote.sendState('B', count);
    await remote.shows('B', 20);
    remote.isLost = () => false;
    await remote.shows('A', 'off');
    should(remote.lamps('A')).eql(['program', 'unknown', 'off']);
    // B was not lost.
    should(remote.lamps('B')).not.containEql('unknown');
  });

  it('are published once for all requests within a second', async () => {
    remote.sendState('A', 'program');
    await remote.shows('A', 'program');
    const before = published('A').length;
    const started = performance.now();
    for (let count = 0; count < 20; count += 1) {
      const ask = { version: 1, from: `panel-${count}-run`, groups: [...Array(32).keys()] };
      remote.deliver('host', 'ask', JSON.stringify(ask));
      await pause(20);
    }
    await pause(1200);
    should(published('A').length - before).be.within(1, 1 + (performance.now() - started) / 1000);
  });

  it('are not serialised again for each message of another panel', async () => {
    const rows = Array.from({ length: 100 }, (_, key) => ({ key, status: 'Available', online: true }));
    for (let count = 0; count < 100; count += 1) remote.sendState(`n${count}`, rows);
    await remote.shows('n99', rows);
    const command = JSON.stringify({ version: 1, id: 'other-panel-1', from: 'other-panel', msg: { payload: 1 } });
    const { stringify } = JSON;
    let calls = 0;
    JSON.stringify = new Proxy(stringify, {
      apply(...args) {
        calls += 1;
        return Reflect.apply(...args);
      },
    });
    try {
      for (let count = 0; count < 1000; count += 1) remote.deliver('panel', 'command/x', command);
      // The last message shows that all others were handled.
      remote.deliver('panel', 'host', 'gone');
      await remote.stage.until(() => remote.lamps('n99').at(-1) === 'unknown');
    } finally {
      JSON.stringify = stringify;
    }
    // Serialising each state for each message would be 100,000 calls.
    should(calls).be.below(10_000);
  });

  it('are unknown if they are too large, with a warning at both ends', async () => {
    remote.sendState('title', 'small');
    await remote.shows('title', 'small');
    remote.sendState('title', 'x'.repeat(70_000));
    remote.sendState('other', 'x'.repeat(70_000));
    await remote.shows('title', 'unknown');
    await remote.stage.until(() => remote.stage.status('host').text === 'dropped: 2');
    await remote.stage.until(() => logOf('host').length === 1);
    should(logOf('host')[0]).match(/^2 states .*: title, other\. .*64 kB.* 5 MB .*500 states/);
    for (const { payload } of remote.sent) should(payload.length).be.below(66_000);
    remote.sendState('title', 'small');
    remote.sendState('other', 'small');
    await remote.shows('other', 'small');
    await remote.stage.until(() => remote.stage.status('host').text === 'serving panels');
  });

  it('are dropped by a panel if another host publishes too much', async () => {
    remote.isConnected = false;
    const [beat] = remote.sentTo('host').slice(-1) as [Message];
    const news = { version: 1, run: beat.run, serial: 1, message: { payload: 'x'.repeat(100_000) } };
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    for (const name of names) remote.deliver('panel', `state/${name}`, JSON.stringify(news));
    const digests = digestsOf(names.map((name) => [name, 1]));
    remote.deliver('panel', 'host', JSON.stringify({ ...beat, digests }));
    await remote.stage.until(() => remote.stage.status('panel').text === 'dropped: 12');
    await remote.stage.until(() => logOf('panel').length === 1);
    should(logOf('panel')[0]).match(/^12 states .*: n0, n1, .*n9, …\. /);
    should(remote.lamps('n0')).eql(['unknown']);
  });

  it('are limited, and the host reports the number of messages about further states', async () => {
    for (let name = 0; name < 1100; name += 1) remote.sendState(`n${name}`, 'program');
    await remote.stage.until(() => logOf('host').length === 1);
    should(logOf('host')[0]).match(/^500 states .*: n500, .* Dropped messages of further states: 100\.$/);
    remote.sendState('n499', 'preview');
    await remote.shows('n499', 'preview');
  });
});
