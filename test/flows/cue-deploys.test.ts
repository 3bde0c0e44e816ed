import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import should from 'should';
import type { Cue } from '../../dist/cues/list.js';
import { get } from '../nodes/endpoints/endpoints.js';
import { CueStage, cueOf, set } from './cue-stage.js';
import { randomOf } from './random.js';
import { logOf, type Message, type NodeOf } from './stage.js';

const followOn = (after: number) => ({ does: 'followOn', after, from: 'confirmed' }) as const;
const THREE = {
  10: cueOf('Übergabe', [set(0.1)]),
  20: cueOf('日本語', [set(0.2)]),
  30: cueOf('🎬', [set(0.3)]),
};

/** Each deploy changes a time, since a node without a change is not restarted. */
let seconds = 4;
const changed = (id: string, field: string) => {
  seconds += 0.001;
  return CueStage.with(id, { [field]: String(seconds) });
};

/** Deploys that restart the list `cues`, alone or with its hub. */
const DEPLOYS: Readonly<Record<string, (show: CueStage) => Promise<void>>> = {
  'of everything': ({ stage }) => stage.deploy((flow) => flow, 'full'),
  'of the changed list': ({ stage }) => stage.deploy(changed('cues', 'expiry'), 'nodes'),
  'of the changed hub': ({ stage }) => stage.deploy(changed('config', 'timeout'), 'nodes'),
  'of its flow': ({ stage }) => stage.deploy(changed('cues', 'expiry'), 'flows'),
};

/** The lists as the sidebar shows them, when their files were read. */
async function reports() {
  for (;;) {
    const { body } = await get('cues');
    if (!body.some(({ state }: Message) => state.state === 'unreadable')) return body;
  }
}

const results = async () => (await reports())[0].cues.map(({ outcome = '' }) => outcome);

describe('a deploy of a cue list', function () {
  this.timeout(120_000);
  const show = CueStage.forEach();

  async function deployed(kind: string): Promise<void> {
    const before = show.states.length;
    await DEPLOYS[kind]?.(show);
    await show.stage.until(() => show.states.length > before);
  }

  for (const kind of Object.keys(DEPLOYS))
    describe(kind, () => {
      it('keeps the place, the results, the failure and the panel', async () => {
        await show.open(THREE);
        await show.send('go', { by: 'Übergabe 1' });
        const remove = show.hub.trouble({ operation: 'setProperty', status: 409 });
        await show.send('go', { by: '日本語' });
        remove();
        await show.becomes(({ state }) => state === 'failed');
        const before = show.state;
        await deployed(kind);
        should(show.state).eql(before);
        should(await results()).eql(['done', 'failed', '']);
        await show.send('go');
        await show.becomes(({ standby }) => standby?.number === '30');
        should(show.values).eql([0.1, 0.2, 0.2]);
      });

      it('does not know the outcome of a cue in flight, and names the deploy', async () => {
        await show.open(THREE);
        await show.send('go');
        const end = show.hub.trouble({ operation: 'setProperty', never: true });
        show.press('go');
        await show.stage.until(() => show.values.length === 2);
        await deployed(kind);
        end();
        should(show.state).match({ state: 'holding', standby: { number: '20' }, failed: { cue: { number: '20' } } });
        should(show.state.failed.reason)
          .match(/unknown – closed by a deploy\. Check output\./)
          .and.not.match(/restart|not sent/);
        should(await results()).eql(['done', 'unknown', '']);
        await show.send('go');
        await show.becomes(({ state }) => state === 'asking');
        should(show.values).eql([0.1, 0.2]);
      });

      it('drops a follow-on, and names it', async () => {
        await show.open({ ...THREE, 10: cueOf('Übergabe', [set(0.1)], followOn(0.3)) });
        await show.send('go');
        await deployed(kind);
        await show.becomes(({ state }) => state === 'holding');
        should(show.state).match({ standby: { number: '20' }, remaining: null });
        should(show.state.failed).match({ cue: { number: '10' }, reason: /not sent – dropped by a deploy\./ });
        await pause(500);
        should(show.values).eql([0.1]);
        should(await results()).eql(['done', '', '']);
      });
    });

  it('ends the message of a Go in flight with an unknown outcome', async () => {
    await show.open(THREE);
    const end = show.hub.trouble({ operation: 'setProperty', never: true });
    const sent = show.send('go');
    await show.stage.until(() => show.values.length === 1);
    await deployed('of the changed list');
    end();
    should((await sent).hub).match({ code: 'CLOSED', outcome: 'unknown' });
  });

  it('of another node does not end a follow-on', async () => {
    await show.open({ ...THREE, 10: cueOf('Übergabe', [set(0.1)], followOn(0.3)) }, {}, [
      { id: 'other', type: 'hub-cues', list: 'Other' },
    ]);
    await show.send('go');
    await show.stage.deploy(CueStage.with('other', { lockout: '1' }), 'nodes');
    await show.becomes(({ standby }) => standby?.number === '30');
    should(show.values).eql([0.1, 0.2]);
  });

  it('keeps the place if the node has another id, or another hub, or the other hub is removed', async () => {
    await show.open(THREE);
    await show.stage.deploy((flow) => [{ ...flow[1], id: 'second', name: 'Zweite' } as NodeOf, ...flow], 'nodes');
    await show.send('go');
    await show.becomes(({ standby }) => standby?.number === '20');
    const { state } = show;
    await show.stage.deploy((flow) => flow.filter(({ id }) => id !== 'second'), 'full');
    await show.becomes(({ standby }) => standby);
    should(show.state).eql(state);
    await show.stage.deploy(
      (flow) => [
        ...CueStage.with('cues', { id: 'moved', hub: 'third' })(flow),
        { ...flow[1], id: 'third', name: '第三' } as NodeOf,
      ],
      'nodes',
    );
    should(await reports()).match([{ id: 'moved', hub: 'third', state, cues: [{ outcome: 'done' }, {}, {}] }]);
  });

  it('gives the list to a second node of it when the first one is removed', async () => {
    await show.open(THREE);
    await show.send('go');
    const second = { id: 'second', type: 'hub-cues', list: 'show', hub: 'config', version: 1, z: 'flow', wires: [] };
    await show.stage.deploy((flow) => [...flow, second], 'nodes');
    should(logOf('second').join()).containEql('list in use');
    const files = show.file.replace('Show', 'show');
    await writeFile(files, await readFile(show.file));
    await show.stage.deploy((flow) => flow.filter(({ id }) => id !== 'cues'), 'full');
    should(await reports()).match([{ id: 'second', list: 'show' }]);
  });

  it('begins at its position if it comes back later, and does not claim that Node-RED was restarted', async () => {
    await show.open(THREE);
    await show.send('go');
    await show.stage.deploy(CueStage.with('flow', { disabled: true }), 'nodes');
    should((await get('cues')).body).eql([]);
    await show.stage.deploy(CueStage.with('flow', { disabled: false }), 'nodes');
    await show.becomes(({ state }) => state === 'restarted');
    should(show.state).match({ standby: { number: '20' }, failed: null });
    should(await results()).eql(['', '', '']);
  });

  it('of another list begins there', async () => {
    await show.open(THREE);
    await show.send('go');
    await writeFile(show.file.replace('Show', 'Zweite'), await readFile(show.file));
    await show.stage.deploy(CueStage.with('cues', { list: 'Zweite' }), 'nodes');
    await show.becomes(({ standby }) => standby?.number === '10');
    should(await results()).eql(['', '', '']);
  });
});

describe('the position of a cue list', function () {
  this.timeout(60_000);
  const show = CueStage.forEach();

  for (const [what, spoil] of [
    ['a folder', () => rm(show.position).then(() => mkdir(show.position))],
    ['empty', () => writeFile(show.position, '')],
    ['cut off', () => writeFile(show.position, '{"standby":"20","after":null,"hold":{"name":"Überg')],
    ['of another form', () => writeFile(show.position, '{"standby":20}\n')],
    ['protected', () => chmod(show.position, 0)],
  ] as const)
    it(`that is ${what} does not begin the show again`, async function () {
      // root reads everything.
      if (what === 'protected' && process.getuid?.() === 0) this.skip();
      await show.open(THREE);
      await show.send('go');
      await show.end();
      await spoil();
      await show.start();
      should(show.state).match({ state: 'holding', standby: { number: '10' }, failed: { step: null } });
      should(show.state.failed.reason).match(
        /^Place in the list \(.*\): unknown – file not readable\. Check output, then put the right cue on standby\./,
      );
      should(String(show.stage.caught[0]?.error.message)).containEql('Show.position');
      await show.send('go');
      await show.becomes(({ state }) => state === 'asking');
      should(show.values).eql([0.1]);
      show.press('goto', { cue: '30' });
      await show.stage.until(() => show.values.length === 2);
      should(show.values).eql([0.1, 0.3]);
    });

  it('is kept by a list with any names after a failure', async () => {
    await show.open(THREE);
    for (const status of [409, 200]) {
      const remove = show.hub.trouble({ operation: 'setProperty', status, times: 1, body: '{}' });
      await show.send('go');
      remove();
      await show.restart();
    }
    should(show.state).match({ state: 'restarted', standby: { number: '20' }, failed: null });
    should((await readFile(show.position, 'utf8')).split('\n')).have.length(2);
  });
});

/** A whole run has 1,000. */
const RANDOM_DEPLOYS = Number(process.env.CUE_DEPLOYS ?? 40);
const SEED = Number(process.env.CUE_SEED ?? Date.now() % 1_000_000);
const CUES = 30;
const numberOf = (index: number) => String(10 * (index + 1));

describe('random deploys around follow-ons', function () {
  this.timeout(3_600_000);
  const show = CueStage.forEach();

  it(`lose no place, and send nothing, in ${RANDOM_DEPLOYS} deploys of seed ${SEED}`, async () => {
    const cues: Record<string, Cue> = {};
    for (let index = 0; index < CUES; index += 1)
      cues[numberOf(index)] = cueOf(`Übergabe 日本語 ${index}`, [set((index + 1) / 100)], followOn((index % 3) * 0.01));
    await show.open(cues);
    const other = { ...{ id: 'other', type: 'hub-config', name: '第二' }, baseUrl: show.hub.url, auth: 'none' };
    const deploys: Readonly<Record<string, (show: CueStage) => Promise<void>>> = {
      ...DEPLOYS,
      'that adds a hub': ({ stage }) => stage.deploy((flow) => [other, ...without(flow)], 'full'),
      'that removes it': ({ stage }) => stage.deploy(without, 'full'),
      'during another one': async (each) => {
        const both = [DEPLOYS['of everything'], DEPLOYS['of the changed list']].map((begin) => begin?.(each));
        await Promise.all(both);
      },
    };
    const without = (flow: readonly NodeOf[]) => flow.filter(({ id }) => id !== other.id);
    const last = () => Math.round(100 * Number(show.values.at(-1) ?? 0)) - 1;
    const kinds = Object.keys(deploys);
    const random = randomOf(SEED);
    for (let deploy = 0; deploy < RANDOM_DEPLOYS; deploy += 1) {
      // After a cue in flight, a Go to another cue needs no second press.
      const first = last() > CUES / 2 ? 0 : last() + 2;
      show.press('goto', { cue: numberOf(first) });
      const moment = random() * 80;
      const kind = kinds[Math.floor(random() * kinds.length)] ?? '';
      await pause(moment);
      await deploys[kind]?.(show);
      // Requests that were sent before the deploy arrive.
      await pause(20);
      const sent = show.values.length;
      await pause(40);
      const [{ state }] = await reports();
      const now = JSON.stringify([deploy, kind, moment, first, last(), state]);
      should([now, show.values.length]).eql([now, sent]);
      should([now, ['holding', 'failed', 'standby', 'end'].includes(state.state)]).eql([now, true]);
      const standby = state.standby?.number ?? numberOf(CUES);
      should([now, [last(), last() + 1, first].map(numberOf).includes(standby)]).eql([now, true]);
    }
  });
});
