import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import helper from 'node-red-node-test-helper';
import should from 'should';
import { cuesText } from '../../dist/cues/cue-text.js';
import { sortCues } from '../../dist/cues/list.js';
import { useTimeLapse } from '../time-lapse.js';
import { cueOf, set } from './cue-stage.js';
import { lamp } from './lamp-stage.js';
import { host, panel, RemoteStage } from './remote-stage.js';
import type { Message, NodeOf } from './stage.js';

const CUES = { 10: cueOf('Anchor', [set(0.1)]), 20: cueOf('Guest', [set(0.2)]) };

/** A list at the host. Its states are wired to the host, whose commands are wired to it. */
const list: NodeOf = {
  ...{ id: 'cues', type: 'hub-cues', version: 1, list: 'Show', lockout: '0', wires: [['results'], ['host']] },
};

describe('a cue list over MQTT', () => {
  useTimeLapse();
  const show = RemoteStage.forEach();
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cues-'));
    await mkdir(join(folder, 'graphics-hub-cues'));
    await writeFile(join(folder, 'graphics-hub-cues', 'Show.json'), cuesText(sortCues(Object.entries(CUES))));
    helper.settings({ userDir: folder });
    await show.open([
      host({ wires: [['wire'], ['cues'], ['cues']] }),
      panel({ name: 'Gallery 2', wires: [['wire'], ['lamp', 'out'], ['answers']] }),
      list,
      lamp({ surface: 'mqtt', control: 'key', hub: '', wires: [[]] }),
    ]);
    await show.connected();
  });
  afterEach(async () => {
    helper.settings({});
    await rm(folder, { recursive: true });
  });

  const shows = (text: string) => show.stage.until(() => show.stage.status('lamp').text === text);
  /** The last state at the panel. */
  const state = (): Message => show.stage.out.filter(({ topic }) => topic === 'cues').at(-1)?.payload ?? {};
  const values = () => show.commands().map(({ body }) => (body as { readonly Value: unknown }).Value);

  it('is shown at a panel, plays its operations, and names the panel', async () => {
    await shows('cue on standby');
    should(state()).match({ state: 'standby', standby: { number: '10', name: 'Anchor' } });
    await show.press({ topic: 'cues', operation: 'go', payload: true });
    should(show.answers.at(-1)).match({ hub: { operation: 'goCue', outcome: 'done' } });
    await show.stage.until(() => state().standby?.number === '20');
    should(state()).match({ current: { number: '10' }, by: 'Gallery 2' });
    await show.press({ topic: 'cues', operation: 'standby', cue: '10', by: 'Ann', payload: true });
    await show.stage.until(() => state().by === 'Ann');
    should(state()).match({ standby: { number: '10' } });
    await show.press({ topic: 'cues', operation: 'goto', cue: 20, payload: true });
    await show.stage.until(() => state().state === 'end');
    await shows('off');
    should(values()).eql([0.1, 0.2]);
    should(show.stage.caught).be.empty();
  });

  it('shows a failure at the panel, and is unknown while the hub or the host is lost', async () => {
    await shows('cue on standby');
    const refuse = show.hub.trouble({ operation: 'setProperty', status: 409 });
    await show.press({ topic: 'cues', operation: 'go', payload: true });
    should(show.stage.caught.at(-1)).match({ hub: { outcome: 'refused', code: 'HUB_REJECTED' } });
    refuse();
    await shows('failed');
    should(state()).match({ state: 'failed', failed: { cue: { number: '10' }, step: 1 } });
    show.isConnected = false;
    await shows('unknown');
    show.isConnected = true;
    await shows('failed');
    await show.hub.close();
    await shows('unknown');
  });

  it('carries only the operations of a cue list', async () => {
    await shows('cue on standby');
    await show.press({ topic: 'cues', operation: 'delete', payload: true });
    // Without an operation, the list plays its usual one.
    await show.stage.until(() => state().standby?.number === '20');
    should(show.sentTo('command')[0]?.msg).eql({ topic: 'cues', payload: true, by: 'Gallery 2' });
  });
});
