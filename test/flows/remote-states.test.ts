import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { cuesText } from '../../dist/cues/cue-text.js';
import { type Cue, sortCues } from '../../dist/cues/list.js';
import { digestsOf } from '../../dist/remote/digests.js';
import { startSimulator } from '../../dist/simulator/index.js';
import { useTimeLapse } from '../time-lapse.js';
import { control, stops } from './control-stage.js';
import { cueOf, set } from './cue-stage.js';
import { pause, setOpacity } from './event-stage.js';
import { lamp } from './lamp-stage.js';
import { nameOf } from './look-stage.js';
import { key } from './panel-stage.js';
import { beatOf, host, next, panel, RemoteStage, WATCHES } from './remote-stage.js';
import type { Message, NodeOf } from './stage.js';

/** The states for lamps behind a panel, with a wire instead of the broker. */
describe('the lamps of a remote panel', () => {
  useTimeLapse();
  const remote = RemoteStage.forEach();
  const { lamps: payloads, shows: last } = remote;
  const opacity = (value: number) => setOpacity(remote.hub, value);

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
});

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
});

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

describe('presses at a remote panel', () => {
  const at = (target: string): NodeOf => host({ wires: [['wire'], [target], []] });
  const event: NodeOf = { id: 'event', type: 'hub-event', connection: false, asRun: false, wires: [[]] };
  const take = { topic: 'take', payload: true };
  const go = { topic: 'cues', operation: 'go', payload: true };

  describe('a number that the broker of a panel delivers twice', () => {
    useTimeLapse();
    const show = RemoteStage.forEach();

    /** Delivers both at once. The network holds the second command for longer than two copies are apart. */
    async function deliverTwice(payload: unknown): Promise<void> {
      let commands = 0;
      show.isLost = (msg) => {
        if (!msg.topic.includes('/command/')) return false;
        commands += 1;
        if (commands === 2) setTimeout(() => show.stage.node('host').receive({ ...msg, retain: false }), 60);
        return commands === 2;
      };
      const before = show.stage.completed.length;
      for (const delivery of ['Übergabe', '日本語'])
        show.stage.node('panel').receive({ _msgid: delivery, topic: 'desk/fern', payload, qos: 0, retain: false });
      const ended = () => show.stage.completed.slice(before).map(({ _msgid }) => _msgid);
      await show.stage.until(() => ['Übergabe', '日本語'].every((id) => ended().includes(id)));
      should(commands).equal(2);
    }

    // A node remembers a key over a deploy, so this one has its own topic.
    const playNext = { on: 'press', does: 'command', operation: 'playNext', params: next.params };
    const byKey = control({ surface: 'mqtt', control: 'desk/fern', light: '-', actions: [playNext] });
    for (const target of [next, byKey])
      it(`is one press of a ${target.type} behind the host`, async () => {
        await show.open([at(target.id), panel({ expiry: '5' }), { ...target, wires: [[], ['results']] }]);
        await show.connected();
        for (const [index, payload] of [1, '1', { value: 1 }].entries()) {
          await deliverTwice(payload);
          should(show.commands()).have.length(index + 1);
          should(show.answers).have.length(index + 1);
          should(show.stage.status('panel').text).equal('host connected');
          await show.press({ topic: 'desk/fern', payload: 0, qos: 0, retain: false });
          await pause(600);
        }
      });
  });

  describe('a press at a panel that sends nothing', () => {
    useTimeLapse();
    const show = RemoteStage.forEach();
    let folder: string;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'ignored-'));
      helper.settings({ userDir: folder });
    });
    afterEach(async () => {
      helper.settings({});
      await rm(folder, { recursive: true });
    });

    async function open(target: NodeOf, config: object = {}): Promise<void> {
      await show.open([at(target.id), panel({ expiry: '5' }), { wires: [['results']], ...target }, event], config);
      await show.connected();
    }
    const rehearse = (payload: boolean) => show.stage.send('event', { _msgid: `rehearsal ${payload}`, payload });
    const values = () =>
      show.commands().flatMap(({ method, body }) => (method === 'PATCH' ? (body as Message).Value : []));

    /** Presses, and expects the reason in the status of the panel and in its message. */
    async function ignores(msg: Message, reason: string, text: string): Promise<void> {
      const ended = await show.press(msg);
      should(ended).match({ remote: { ignored: reason } });
      should(ended.error).be.undefined();
      should(ended.hub).be.undefined();
      await show.stage.until(() => show.stage.status('panel').text === text);
      should(show.stage.status('panel')).match({ fill: 'yellow', shape: 'ring' });
    }
    const plays = async (msg: Message) => {
      const before = show.answers.length;
      const { error } = await show.press(msg);
      should(error).be.undefined();
      should(show.answers.length).equal(before + 1);
      should(show.answers.at(-1)).match({ hub: { outcome: 'done' } });
    };

    it('has the reason of a command: its lockout, and none for a release', async () => {
      await open({ ...next, lockout: '60' });
      await plays(take);
      await ignores(take, 'lockedOut', 'press ignored');
      should((await show.press({ ...take, payload: false })).remote).be.undefined();
      should(show.commands()).have.length(1);
    });

    it('has the reason of a command in rehearsal', async () => {
      await open(next);
      await rehearse(true);
      await ignores(take, 'rehearsal', 'rehearsal');
      await rehearse(false);
      await plays(take);
    });

    it('has the reason of a control: its lockout, or the first of two presses', async () => {
      const playNext = { on: 'press', does: 'command', operation: 'playNext', params: next.params };
      const fields = { id: 'control', light: '-', wires: [[], ['results']] };
      await open(control({ ...fields, actions: [playNext], lockout: '60' }));
      await plays(key(0, 1));
      await show.press(key(0, 0));
      await ignores(key(0, 1), 'lockedOut', 'press ignored');
      should(show.commands()).have.length(1);
      await show.stage.close();
      await open(control({ ...fields, actions: [stops(61)] }));
      await ignores(key(0, 1), 'again', 'press again');
      should(show.commands()).have.length(1);
      await show.press(key(0, 0));
      await pause(600);
      await plays(key(0, 1));
      should(show.commands()).have.length(2);
    });

    describe('of a cue list', () => {
      const openList = async (fields: object, cues: Record<string, Cue>, position?: object) => {
        await mkdir(join(folder, 'graphics-hub-cues'));
        const file = join(folder, 'graphics-hub-cues', 'Übergabe');
        await writeFile(`${file}.json`, cuesText(sortCues(Object.entries(cues))));
        if (position) await writeFile(`${file}.position`, JSON.stringify(position));
        await open({ ...{ id: 'cues', type: 'hub-cues', version: 1, list: 'Übergabe', lockout: '0' }, ...fields });
      };

      it('has the reason: the lockout, a rehearsal, the end', async () => {
        await openList({ lockout: '60' }, { 10: cueOf('日本語', [set(0.1)]), 20: cueOf('b', [set(0.2)]) });
        await plays(go);
        await ignores(go, 'lockedOut', 'press ignored');
        await pause(61_000);
        await rehearse(true);
        await ignores(go, 'rehearsal', 'rehearsal');
        await rehearse(false);
        await pause(61_000);
        await plays(go);
        await pause(61_000);
        await ignores(go, 'cueEnd', 'end of the list');
        should(values()).eql([0.1, 0.2]);
      });

      it('has the reason: the first Go after a host that was killed asks for a second one', async () => {
        const position = { standby: '10', after: null, running: '10', hold: null };
        await openList({}, { 10: cueOf('a', [set(0.1)]), 20: cueOf('b', [set(0.2)]) }, position);
        await ignores(go, 'again', 'press again');
        should(values()).be.empty();
        await pause(600);
        await plays(go);
        should(values()).eql([0.1]);
      });
    });

    it('has the reason of a look, whose name a panel may send', async () => {
      const look = { id: 'look', type: 'hub-look', interval: '0', file: `${folder}/looks.json` };
      await open({ ...look, properties: [nameOf('opacity')], wires: [['results'], []] });
      await show.stage.send('look', { _msgid: 'store', operation: 'store', look: '日本語' });
      await plays({ topic: 'look', look: '日本語', payload: true });
      should(values()).eql([1]);
      await rehearse(true);
      await ignores({ topic: 'look', look: '日本語', payload: true }, 'rehearsal', 'rehearsal');
      await rehearse(false);
      const { error } = await show.press({ topic: 'look', look: 'Soirée', payload: true });
      should(String(error.message)).match(/no look "Soirée"/);
    });

    describe('because it was for the run of the host before its restart', () => {
      /** Presses. The command reaches only a host of another run, which may send heartbeats beside the first one. */
      async function pressForOther(isAlive: boolean): Promise<Message> {
        await open(next);
        const beat = () => show.deliver('host', 'host', beatOf('former-run'));
        if (isAlive) beat();
        show.isLost = ({ topic }) => topic.includes('/command/');
        const pressed = show.press(take);
        await show.stage.until(() => show.sentTo('command').length === 1);
        const [command] = show.sentTo('command');
        show.deliver('host', 'command/take', JSON.stringify({ ...command, to: 'former-run' }));
        const msg = await pressed;
        should(show.commands()).be.empty();
        return msg;
      }

      it('is answered as not sent', async () => {
        const msg = await pressForOther(false);
        should(msg).match({ hub: { outcome: 'not-sent', code: 'CLOSED' } });
        should(String(msg.error.message)).match(/the host has restarted\. Send it again\./);
        show.isLost = () => false;
        await plays(take);
      });

      it('is unknown if that run was alive, since it may have carried it out', async () => {
        const msg = await pressForOther(true);
        should(msg).match({ hub: { outcome: 'unknown', code: 'HUB_TIMEOUT' } });
      });
    });
  });
});
