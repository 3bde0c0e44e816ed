import should from 'should';
import { digestsOf } from '../../dist/remote/digests.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { pause } from './event-stage.js';
import { host, next, panel, RemoteStage, WATCHES } from './remote-stage.js';
import type { Message } from './stage.js';

/** What the lamps behind a panel are told, with a wire in place of the broker. */
describe('the lamps of a remote panel', () => {
  const there = RemoteStage.forEach();
  const { lamps: payloads, shows: last } = there;
  const opacity = (value: number) =>
    fetch(`${there.hub.url}/api/rest/v1/engines/1/nodes/Mixer_0/properties/Overlay%2F%2FOpacity%2F0`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Value: value }),
    });

  beforeEach(async () => {
    await there.open([host(), panel(), next, ...WATCHES]);
    await there.together();
    await opacity(0.5);
    await last('title', 0.5);
    await last('connection', 'connected');
    await last('rehearsal', false);
  });

  it('hear what the watch and the event node of the host say, each state retained and no more often', async () => {
    await opacity(0.25);
    await last('title', 0.25);
    const sent = there.sent.filter(({ topic }) => topic === 'graphics-hub/state/title');
    for (const msg of sent) should(msg).match({ qos: 0, retain: true });
    should(
      there
        .under('state/title')
        .map(({ told }) => told.payload)
        .slice(-2),
    ).eql([0.5, 0.25]);
    const [told] = there.stage.out.filter(({ payload }) => payload === 0.25) as [Message];
    should(told).match({ topic: 'title', hub: { operation: 'getProperty' } });
  });

  it('are told that nobody knows once the host is silent, and are right when it is heard again', async () => {
    there.isWhole = false;
    await last('title', 'unknown');
    await last('connection', 'connecting');
    // It changes meanwhile: what was told into the cut wire is told anew.
    await opacity(0.75);
    await there.stage.until(() => there.under('state/title').at(-1)?.told.payload === 0.75);
    const before = there.stage.out.length;
    there.isWhole = true;
    await last('title', 0.75);
    await last('connection', 'connected');
    const since = there.stage.out.slice(before);
    // Never the old state in between.
    should(since.filter(({ topic }) => topic === 'title').map(({ payload }) => payload)).eql([0.75]);
  });

  it('do not wait for a beat: a panel asks while it hears no host, and no more once it hears one', async () => {
    const asks = () => there.sent.filter(({ topic }) => topic === 'graphics-hub/ask').length;
    there.isWhole = false;
    await last('title', 'unknown');
    const before = asks();
    await there.stage.until(() => asks() > before + 1);
    there.isWhole = true;
    await last('title', 0.5);
    const then = asks();
    await pause(1000);
    should(asks()).equal(then);
  });

  it('have a beat for each panel that asks, and all states anew for the first within a second', async () => {
    const told = (place: string) => there.sent.filter(({ topic }) => topic === `graphics-hub/${place}`).length;
    await pause(1100);
    const [states, beats] = [told('state/title'), told('host')];
    for (const name of ['one', 'two', 'three', 'four']) {
      there.bring('host', 'ask', JSON.stringify({ version: 1, from: name }));
      await pause(250);
    }
    should(told('host')).be.aboveOrEqual(beats + 4);
    should(told('state/title') - states).be.within(1, 2);
  });

  it('are told at once when the broker tells the host’s will', async () => {
    there.isWhole = false;
    there.bring('panel', 'host', 'gone');
    await last('title', 'unknown');
    await last('rehearsal', 'unknown');
  });

  it('believe nothing of a run that is over, and nothing that the broker only kept of the host itself', async () => {
    there.isWhole = false;
    there.bring('panel', 'host', 'gone');
    await last('title', 'unknown');
    const old = there.under('state/title').at(-1) as Message;
    const [theirs] = there.under('host').slice(-1) as [Message];
    const states: [string, number][] = [['other', 1]];
    const beat = { ...theirs, at: Date.now(), digests: digestsOf(states) };
    there.bring('panel', 'host', JSON.stringify(beat), { retain: true });
    there.bring('panel', 'state/title', JSON.stringify({ ...old, run: 'long-ago-run', serial: 99 }), { retain: true });
    there.bring('panel', 'state/other', JSON.stringify({ ...old, run: 'a-new-run', serial: 1 }));
    there.bring('panel', 'host', JSON.stringify({ ...beat, run: 'a-new-run' }));
    await last('other', 0.5);
    should(payloads('title').at(-1)).equal('unknown');
  });

  it('need no catch node at the host: a state is unknown until it was read again, though the hub is back', async () => {
    there.hasCatch = false;
    const { port } = new URL(there.hub.url);
    await there.hub.close();
    await last('title', 'unknown');
    const before = payloads('title').length;
    there.hub = await startSimulator({ port: Number(port) });
    const undo = there.hub.trouble({ operation: 'getProperty', status: 503 });
    await last('connection', 'connected');
    await pause(500);
    should(payloads('title').slice(before)).eql([]);
    undo();
    await last('title', 1);
    should(payloads('title').slice(before)).eql([1]);
  });

  it('hear no id of the host’s nodes, also from a host that tells them, and the host tells none', async () => {
    const [state] = there.under('state/title');
    should(Object.keys(state?.told.hub).sort()).eql(['area', 'at', 'operation', 'params']);
    const hub = { ...state?.told.hub, config: 'config', watch: 'watch', contact: 'x' };
    const run = there.under('host').at(-1)?.run;
    there.bring('panel', 'state/other', JSON.stringify({ version: 1, run, serial: 1, told: { payload: 1, hub } }));
    await last('other', 1);
    const [other] = there.stage.out.filter(({ topic }) => topic === 'other') as [Message];
    should(Object.keys(other.hub).sort()).eql(['area', 'at', 'operation', 'params']);
    should(other.remote).eql({ name: 'other' });
  });

  it('hear of a watch that cannot read that nobody knows, and then what it reads', async () => {
    const undo = there.hub.trouble({ operation: 'getProperty', status: 500 });
    await last('title', 'unknown');
    undo();
    await opacity(0.875);
    await last('title', 0.875);
  });
});
