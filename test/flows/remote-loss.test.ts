import should from 'should';
import { digestsOf } from '../../dist/remote/digests.js';
import { pause } from './event-stage.js';
import { host, panel, RemoteStage } from './remote-stage.js';
import { type Message, said } from './stage.js';

const SLOW = 20_000;

/** What a panel knows where messages are lost, too large or too many. */
describe('the states of a remote host', function () {
  this.timeout(SLOW);
  const there = RemoteStage.forEach();
  const published = (name: string) => there.sent.filter(({ topic }) => topic === `graphics-hub/state/${name}`);

  beforeEach(async () => {
    await there.open([host(), panel()]);
    await there.together();
  });

  it('are asked for again where one was lost, though another changes all the time', async () => {
    there.watchTells('A', 'program');
    there.watchTells('B', 0);
    await there.shows('A', 'program');
    await there.shows('B', 0);
    there.isLost = ({ topic }) => topic === 'graphics-hub/state/A';
    there.watchTells('A', 'off');
    for (let count = 1; count <= 20; count += 1) there.watchTells('B', count);
    await there.shows('B', 20);
    there.isLost = () => false;
    await there.shows('A', 'off');
    should(there.lamps('A')).eql(['program', 'unknown', 'off']);
    // B was there all the time.
    should(there.lamps('B')).not.containEql('unknown');
  });

  it('are published once for all panels that ask within a second', async () => {
    there.watchTells('A', 'program');
    await there.shows('A', 'program');
    const before = published('A').length;
    for (let count = 0; count < 20; count += 1) {
      const ask = { version: 1, from: `panel-${count}-run`, groups: [...Array(32).keys()] };
      there.bring('host', 'ask', JSON.stringify(ask));
      await pause(20);
    }
    await pause(1200);
    should(published('A').length - before).be.within(1, 3);
  });

  it('are not written again for each message of another panel', async () => {
    const rows = Array.from({ length: 100 }, (_, key) => ({ key, status: 'Available', online: true }));
    for (let count = 0; count < 100; count += 1) there.watchTells(`n${count}`, rows);
    await there.shows('n99', rows);
    const command = JSON.stringify({ version: 1, id: 'other-panel-1', from: 'other-panel', msg: { payload: 1 } });
    const { stringify } = JSON;
    let written = 0;
    JSON.stringify = new Proxy(stringify, {
      apply(...call) {
        written += 1;
        return Reflect.apply(...call);
      },
    });
    try {
      for (let count = 0; count < 1000; count += 1) there.bring('panel', 'command/x', command);
      // Comes after all of them.
      there.bring('panel', 'host', 'gone');
      await there.stage.until(() => there.lamps('n99').at(-1) === 'unknown');
    } finally {
      JSON.stringify = stringify;
    }
    // Each state once for each message would be 100,000.
    should(written).be.below(10_000);
  });

  it('are unknown and named at both ends where they are too large', async () => {
    there.watchTells('title', 'small');
    await there.shows('title', 'small');
    there.watchTells('title', 'x'.repeat(70_000));
    there.watchTells('other', 'x'.repeat(70_000));
    await there.shows('title', 'unknown');
    await there.stage.until(() => there.stage.status('host').text === 'dropped: 2');
    await there.stage.until(() => said('host').length === 1);
    should(said('host')[0]).match(/^2 states .*: title, other\. .*64 kB.* 5 MB .*500 states/);
    for (const { payload } of there.sent) should(payload.length).be.below(66_000);
    there.watchTells('title', 'small');
    there.watchTells('other', 'small');
    await there.shows('other', 'small');
    await there.stage.until(() => there.stage.status('host').text === 'serving panels');
  });

  it('are not kept by a panel where another host publishes too much', async () => {
    there.isWhole = false;
    const [beat] = there.under('host').slice(-1) as [Message];
    const news = { version: 1, run: beat.run, serial: 1, told: { payload: 'x'.repeat(100_000) } };
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    for (const name of names) there.bring('panel', `state/${name}`, JSON.stringify(news));
    const digests = digestsOf(names.map((name) => [name, 1]));
    there.bring('panel', 'host', JSON.stringify({ ...beat, digests }));
    await there.stage.until(() => there.stage.status('panel').text === 'dropped: 12');
    await there.stage.until(() => said('panel').length === 1);
    should(said('panel')[0]).match(/^12 states .*: n0, n1, .*n9, …\. /);
    should(there.lamps('n0')).eql(['unknown']);
  });
});
