import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import should from 'should';
import type { Cue } from '../../dist/cues/list.js';
import type { Trouble } from '../../dist/simulator/index.js';
import { get } from '../nodes/endpoints/endpoints.js';
import { useTimeLapse } from '../time-lapse.js';
import { CueStage, cueOf, message, set } from './cue-stage.js';
import { randomOf } from './random.js';
import { handPause, logOf, type Message, type NodeOf } from './stage.js';

describe('a cue list at its panels', () => {
  /** The whole number is 10,000. */
  const GOS = Number(process.env.CUE_GOS ?? 300);
  const CUES = 40;
  const numberOf = (index: number) => String(10 * (index + 1));
  /** The value that the command of a cue sets. */
  const valueAt = (index: number) => (index + 1) / 1000;

  /** The faults of a hub, as in docs/develop/rules.md "Message out". */
  const FAULTS: readonly Trouble[] = [
    { status: 409 },
    { status: 401 },
    { status: 404 },
    { status: 500 },
    { hangUp: 'before' },
    { hangUp: 'during' },
    { never: true },
    { rubbish: true },
    { delay: 30 },
    { delay: 60 },
  ];

  /** Three panels, each with its form of a press and of a release. */
  const PANELS: readonly [press: Message, release: Message][] = [
    [{ payload: true }, { payload: false }],
    [
      { topic: 'desk/go', payload: 'ON' },
      { topic: 'desk/go', payload: 'OFF' },
    ],
    [
      { payload: true, gesture: { source: 'streamdeck', control: 'key 3', did: 'press' } },
      { payload: false, gesture: { source: 'streamdeck', control: 'key 3', did: 'release' } },
    ],
  ];

  /** A message that may have started a cue. `moved`: a person had moved standby before it. */
  interface Press {
    readonly moved: boolean;
    readonly standby: string | undefined;
  }

  describe('a cue list under random Gos of three panels', function () {
    this.timeout(1_800_000);
    const show = CueStage.forEach();

    for (const onGo of ['next', 'refuse'])
      it(`plays no cue twice, and skips none without a reason: a Go during a cue ${onGo}`, async () => {
        const random = randomOf(43);
        const cues = Object.fromEntries(
          Array.from({ length: CUES }, (_, index) => [
            numberOf(index),
            cueOf(`cue ${index}`, index % 4 === 3 ? [message('atem'), set(valueAt(index))] : [set(valueAt(index))]),
          ]),
        );
        await show.open(cues, { onGo, lockout: '0' }, [], { timeout: '0.2' });
        /** The messages in their order, by their id. */
        const presses = new Map<string, Press>();
        const sent = new Map<unknown, number>();
        const reasons = new Set<string>();
        let states = 0;
        const requests = new WeakSet<object>();
        let moved = true;
        let count = 0;

        const send = (msg: Message, press?: Press) => {
          count += 1;
          const id = `p${count}`;
          if (press) presses.set(id, press);
          show.stage.node('cues').receive({ _msgid: id, ...msg });
        };
        const allEnded = () => show.stage.caught.length + show.stage.completed.length;
        const before = allEnded();
        const ended = () => allEnded() - before;
        const settled = () => show.stage.until(() => ended() === count);
        /** The hub keeps only the last requests. */
        const collect = () => {
          for (const request of show.hub.journal) {
            if (requests.has(request) || request.operation !== 'setProperty') continue;
            requests.add(request);
            const { Value } = request.body as { Value: unknown };
            sent.set(Value, (sent.get(Value) ?? 0) + 1);
          }
          for (const { payload } of show.states.slice(states))
            if (payload.failed) reasons.add(payload.failed.cue.number);
          states = show.states.length;
        };

        for (let go = 0; go < GOS / 2; go += 1) {
          const { state, standby } = show.state;
          if (state === 'end' || !standby) {
            await settled();
            send({ operation: 'standby', cue: numberOf(0) });
            moved = true;
          } else if (state === 'asking' || state === 'failed' || state === 'holding') {
            // A person looks at the screen, and decides to play it again, or not.
            await settled();
            send(random() < 0.5 ? { operation: 'standby', cue: show.state.standby?.number } : { operation: 'next' });
            moved = true;
          }
          if (random() < 0.1)
            show.hub.trouble({ operation: 'setProperty', times: 1, ...FAULTS[Math.floor(random() * FAULTS.length)] });
          const [press, release] = PANELS[Math.floor(random() * PANELS.length)] as (typeof PANELS)[number];
          send({ ...press }, { moved, standby: show.state.standby?.number });
          send({ ...release });
          moved = false;
          if (random() < 0.7) await settled();
          else if (random() < 0.5) await new Promise((resolve) => setTimeout(resolve, 5 * random()));
          collect();
        }
        await settled();
        await show.stage.until(() => show.state.state !== 'running');
        collect();

        const results = new Map([...show.stage.completed, ...show.stage.caught].map((msg) => [msg._msgid, msg]));
        const started = [...presses].flatMap(([id, press]) => {
          const { cue, hub, payload } = results.get(id) ?? {};
          if (!cue) return [];
          // The next Go has replaced it before its command left.
          const isReplaced = Array.isArray(payload) && payload.some(({ outcome }) => outcome === 'dropped');
          return [{ ...press, number: cue.number as string, isDone: hub?.outcome === 'done', isReplaced }];
        });
        should(started.length).be.above(GOS / 8);

        // No cue twice: after a success, the next one plays. None is skipped without a reason.
        started.forEach(({ number, moved: isMoved }, index) => {
          const last = started[index - 1];
          if (!last || isMoved) return;
          const next = String(Number(last.number) + 10);
          if (last.isDone) should(number).equal(next, `press ${index}`);
          else if (number !== last.number) {
            should(number).equal(next);
            const hasReason = last.isReplaced || reasons.has(last.number);
            should(hasReason).equal(true, `${last.number} failed, and the screen does not say so`);
          }
        });

        // Each start sends its command at most once.
        for (let index = 0; index < CUES; index += 1) {
          const starts = started.filter(({ number }) => number === numberOf(index)).length;
          should(sent.get(valueAt(index)) ?? 0).be.belowOrEqual(starts, `commands of cue ${numberOf(index)}`);
        }
      });
  });

  describe('a cue list behind a broker that delivers a Go twice', () => {
    const show = CueStage.forEach();

    it('plays one cue for each Go', async () => {
      await show.open(
        { 10: cueOf('Übergabe', [set(0.25)]), 20: cueOf('日本語', [set(0.5)]), 30: cueOf('c', [set(1)]) },
        { lockout: '0' },
      );
      const go = { topic: 'desk/go', payload: 'GO', qos: 1, retain: false, operation: 'go' };
      for (const press of [1, 2]) {
        for (const delivery of ['a', 'b']) show.stage.node('cues').receive({ ...go, _msgid: `${press} ${delivery}` });
        // The first one is the message of the start.
        await show.stage.until(() => show.stage.completed.length === 1 + 2 * press);
        await handPause();
      }
      should(show.values).eql([0.25, 0.5]);
    });
  });
});

describe('a cue list and its deploys', () => {
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

  /** A whole run has 1,000. */
  const RANDOM_DEPLOYS = Number(process.env.CUE_DEPLOYS ?? 25);
  const SEED = Number(process.env.CUE_SEED ?? Date.now() % 1_000_000);
  const CUES = 30;
  const numberOf = (index: number) => String(10 * (index + 1));

  describe('a deploy of a cue list', () => {
    useTimeLapse();
    const show = CueStage.forEach();

    async function deployed(kind: string): Promise<void> {
      const before = show.states.length;
      await DEPLOYS[kind]?.(show);
      await show.stage.until(() => show.states.length > before);
    }

    for (const kind of ['of everything', 'of the changed list'])
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

    for (const kind of Object.keys(DEPLOYS))
      it(`${kind} does not know the outcome of a cue in flight, and is named`, async () => {
        await show.open(THREE);
        await show.send('go');
        const end = show.hub.trouble({ operation: 'setProperty', never: true });
        // A deploy of everything also replaces the node that would receive its end.
        const sent = kind === 'of the changed list' ? show.send('go') : show.press('go');
        await show.stage.until(() => show.values.length === 2);
        await deployed(kind);
        end();
        if (sent) should((await sent).hub).match({ code: 'CLOSED', outcome: 'unknown' });
        should(show.state).match({ state: 'holding', standby: { number: '20' }, failed: { cue: { number: '20' } } });
        should(show.state.failed.reason)
          .match(/unknown – closed by a deploy\. Check output\./)
          .and.not.match(/restart|not sent/);
        should(await results()).eql(['done', 'unknown', '']);
        await show.send('go');
        await show.becomes(({ state }) => state === 'asking');
        should(show.values).eql([0.1, 0.2]);
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

    it('that cannot be read does not begin the show again', async () => {
      await show.open(THREE);
      await show.send('go');
      await show.end();
      await writeFile(show.position, '{"standby":"20","after":null,"hold":{"name":"Überg');
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
  });

  describe('random deploys around follow-ons', function () {
    this.timeout(3_600_000);
    const show = CueStage.forEach();

    it(`lose no place, and send nothing, in ${RANDOM_DEPLOYS} deploys of seed ${SEED}`, async () => {
      const cues: Record<string, Cue> = {};
      for (let index = 0; index < CUES; index += 1)
        cues[numberOf(index)] = cueOf(
          `Übergabe 日本語 ${index}`,
          [set((index + 1) / 100)],
          followOn((index % 3) * 0.01),
        );
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
});
