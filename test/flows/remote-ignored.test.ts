import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { cuesText } from '../../dist/cues/cue-text.js';
import { type Cue, sortCues } from '../../dist/cues/list.js';
import { useTimeLapse } from '../time-lapse.js';
import { control, sets, stops } from './control-stage.js';
import { cueOf, set } from './cue-stage.js';
import { pause } from './event-stage.js';
import { nameOf } from './look-stage.js';
import { key } from './panel-stage.js';
import { beatOf, host, next, panel, RemoteStage } from './remote-stage.js';
import type { Message, NodeOf } from './stage.js';

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

  it('is two steps of an encoder behind the host', async () => {
    const fields = { surface: 'mqtt', control: 'desk/fern', kind: 'encoder', coding: 'oneZero', light: '-' };
    const dial = control({ ...fields, actions: [sets('Overlay//Opacity/0', undefined)], step: '0.1' });
    await show.open([at(dial.id), panel({ expiry: '5' }), dial]);
    await show.connected();
    await pause(1000);
    await deliverTwice(0);
    await show.stage.until(() => show.commands().length > 0);
    should(show.commands().at(-1)).match({ body: { Value: 0.8 } });
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

    it('has the reason: a cue has started by itself', async () => {
      const follow = { does: 'followOn', after: 70, from: 'confirmed' } as const;
      const cues = { 10: cueOf('a', [set(0.1)], follow), 20: cueOf('b', [set(0.2)]), 30: cueOf('c', [set(0.3)]) };
      await openList({ lockout: '60' }, cues);
      await plays(go);
      await show.stage.until(() => values().length === 2);
      await ignores(go, 'cueStarted', 'started by itself');
      await pause(61_000);
      await plays(go);
      should(values()).eql([0.1, 0.2, 0.3]);
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

    it('has the reason: another Go or a Stop ended it', async () => {
      await openList({}, { 10: cueOf('a', [set(0.1, 60)]), 20: cueOf('b', [set(0.2, 60)]) });
      const first = show.press(go);
      await show.stage.until(() => show.stage.status('cues').text?.includes('10') === true);
      const second = show.press(go);
      should(await first).match({ remote: { ignored: 'superseded' } });
      await show.press({ ...go, operation: 'stop' });
      should(await second).match({ remote: { ignored: 'stopped' } });
      await show.stage.until(() => show.stage.status('panel').text === 'stopped');
      should(values()).be.empty();
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
