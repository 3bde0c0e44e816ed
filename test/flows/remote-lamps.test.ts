import should from 'should';
import { digestsOf } from '../../dist/remote/digests.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { useTimeLapse } from '../time-lapse.js';
import { pause } from './event-stage.js';
import { host, next, panel, RemoteStage, WATCHES } from './remote-stage.js';
import type { Message } from './stage.js';

/** The states for lamps behind a panel, with a wire instead of the broker. */
describe('the lamps of a remote panel', () => {
  useTimeLapse();
  const remote = RemoteStage.forEach();
  const { lamps: payloads, shows: last } = remote;
  const opacity = (value: number) =>
    fetch(`${remote.hub.url}/api/rest/v1/engines/1/nodes/Mixer_0/properties/Overlay%2F%2FOpacity%2F0`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Value: value }),
    });

  beforeEach(async () => {
    await remote.open([host(), panel(), next, ...WATCHES]);
    await remote.connected();
    await opacity(0.5);
    await last('title', 0.5);
    await last('connection', 'connected');
    await last('rehearsal', false);
  });

  it('get the states of the host’s watch and event node, each of them retained and sent once', async () => {
    await opacity(0.25);
    await last('title', 0.25);
    const sent = remote.sent.filter(({ topic }) => topic === 'graphics-hub/state/title');
    for (const msg of sent) should(msg).match({ qos: 0, retain: true });
    should(
      remote
        .sentTo('state/title')
        .map((state) => state.message.payload)
        .slice(-2),
    ).eql([0.5, 0.25]);
    const [update] = remote.stage.out.filter(({ payload }) => payload === 0.25) as [Message];
    should(update).match({ topic: 'title', hub: { operation: 'getProperty' } });
  });

  it('are unknown while the host sends no beats, and right when it sends them again', async () => {
    remote.isConnected = false;
    await last('title', 'unknown');
    await last('connection', 'connecting');
    await remote.stage.until(() => remote.stage.status('host').text === 'no broker');
    should(remote.stage.status('host')).match({ fill: 'yellow', shape: 'ring' });
    // The value changes while the wire is cut, so the host sends it again later.
    await opacity(0.75);
    await remote.stage.until(() => remote.sentTo('state/title').at(-1)?.message.payload === 0.75);
    const before = remote.stage.out.length;
    remote.isConnected = true;
    await last('title', 0.75);
    await last('connection', 'connected');
    const since = remote.stage.out.slice(before);
    // Without the old state in between.
    should(since.filter(({ topic }) => topic === 'title').map(({ payload }) => payload)).eql([0.75]);
  });

  it('do not wait for a beat, since the panel sends requests until it gets one', async () => {
    const asks = () => remote.sent.filter(({ topic }) => topic === 'graphics-hub/ask').length;
    remote.isConnected = false;
    await last('title', 'unknown');
    const before = asks();
    await remote.stage.until(() => asks() > before + 1);
    remote.isConnected = true;
    await last('title', 0.5);
    const then = asks();
    await pause(1000);
    should(asks()).equal(then);
  });

  it('get a beat for each request, and all states at most once a second', async () => {
    const countOf = (place: string) => remote.sent.filter(({ topic }) => topic === `graphics-hub/${place}`).length;
    await pause(1100);
    const [states, beats] = [countOf('state/title'), countOf('host')];
    const started = performance.now();
    for (const name of ['one', 'two', 'three', 'four']) {
      const handled = remote.stage.completed.length;
      remote.deliver('host', 'ask', JSON.stringify({ version: 1, from: name, groups: [...Array(32).keys()] }));
      await remote.stage.until(() => remote.stage.completed.length > handled);
      // Requested beats have a minimum time between them.
      await pause(250);
    }
    should(countOf('host')).be.aboveOrEqual(beats + 4);
    should(countOf('state/title') - states).be.within(1, 1 + (performance.now() - started) / 1000);
  });

  it('are unknown at once when the broker sends the host’s last will', async () => {
    remote.isConnected = false;
    remote.deliver('panel', 'host', 'gone');
    await last('title', 'unknown');
    await last('rehearsal', 'unknown');
  });

  it('ignore states of an earlier run, and a retained beat', async () => {
    remote.isConnected = false;
    remote.deliver('panel', 'host', 'gone');
    await last('title', 'unknown');
    const old = remote.sentTo('state/title').at(-1) as Message;
    const [theirs] = remote.sentTo('host').slice(-1) as [Message];
    const states: [string, number][] = [['other', 1]];
    const beat = { ...theirs, at: Date.now(), digests: digestsOf(states) };
    remote.deliver('panel', 'host', JSON.stringify(beat), { retain: true });
    remote.deliver('panel', 'state/title', JSON.stringify({ ...old, run: 'long-ago-run', serial: 99 }), {
      retain: true,
    });
    remote.deliver('panel', 'state/other', JSON.stringify({ ...old, run: 'a-new-run', serial: 1 }));
    remote.deliver('panel', 'host', JSON.stringify({ ...beat, run: 'a-new-run' }));
    await last('other', 0.5);
    should(payloads('title').at(-1)).equal('unknown');
  });

  it('need no catch node at the host: a state is unknown until it is read again', async () => {
    remote.hasCatch = false;
    const { port } = new URL(remote.hub.url);
    await remote.hub.close();
    await last('title', 'unknown');
    const before = payloads('title').length;
    remote.hub = await startSimulator({ port: Number(port) });
    const undo = remote.hub.trouble({ operation: 'getProperty', status: 503 });
    await last('connection', 'connected');
    await pause(500);
    should(payloads('title').slice(before)).eql([]);
    undo();
    await last('title', 1);
    should(payloads('title').slice(before)).eql([1]);
  });

  it('are unknown after a failed read until the next one, also if the hub comes back', async () => {
    const fail = (topic: string, operation: string) =>
      remote.stage.node('host').receive({ topic, error: { message: '' }, hub: { operation, outcome: 'unknown' } });
    for (const name of ['A', 'B']) remote.sendState(name, 'program');
    await last('B', 'program');
    fail('B', 'playNext');
    fail('A', 'getProperty');
    await last('A', 'unknown');
    should(payloads('B')).eql(['program']);
    const { port } = new URL(remote.hub.url);
    await remote.hub.close();
    await last('B', 'unknown');
    remote.hub = await startSimulator({ port: Number(port) });
    await last('B', 'program');
    should(payloads('A')).eql(['program', 'unknown']);
    remote.sendState('A', 'program');
    await last('A', 'program');
  });

  it('get no id of the host’s nodes, even from a host that sends them', async () => {
    const [state] = remote.sentTo('state/title');
    should(Object.keys(state?.message.hub).sort()).eql(['area', 'at', 'operation', 'params']);
    const hub = { ...state?.message.hub, config: 'config', watch: 'watch', session: 'x' };
    const run = remote.sentTo('host').at(-1)?.run;
    remote.deliver(
      'panel',
      'state/other',
      JSON.stringify({ version: 1, run, serial: 1, message: { payload: 1, hub } }),
    );
    await last('other', 1);
    const [other] = remote.stage.out.filter(({ topic }) => topic === 'other') as [Message];
    should(Object.keys(other.hub).sort()).eql(['area', 'at', 'operation', 'params']);
    should(other.remote).eql({ name: 'other', panel: 'panel', session: run });
  });

  it('are unknown while the watch cannot read, and then get its value', async () => {
    const undo = remote.hub.trouble({ operation: 'getProperty', status: 500 });
    await last('title', 'unknown');
    undo();
    await opacity(0.875);
    await last('title', 0.875);
  });
});
