import { setTimeout as pause } from 'node:timers/promises';
import should from 'should';
import type { Cue, Step } from '../../dist/cues/list.js';
import { get, post } from '../nodes/endpoints/endpoints.js';
import { useTimeLapse } from '../time-lapse.js';
import { CueStage, cueOf, message, set } from './cue-stage.js';
import { nameOf } from './look-stage.js';
import { literal } from './stage.js';

const FOLLOW_ON = { does: 'followOn', after: 0, from: 'confirmed' } as const;

/** All measured at the hub, which answers the first step late. The second step waits in the lane of the same property. */
describe('a cue whose second step waits in the hub', () => {
  useTimeLapse();
  const show = CueStage.forEach();

  async function open(second: Step, next: Step = set(0.2)): Promise<void> {
    const look = {
      ...{ id: 'look', type: 'hub-look', interval: '0', file: `${show.folder}/looks.json` },
      properties: [nameOf('opacity')],
    };
    await show.open(
      {
        10: cueOf('Übergabe', [set(0.1), second], FOLLOW_ON),
        20: cueOf('日本語', [next]),
        30: cueOf('End', [set(0.3)]),
      },
      {},
      [look],
    );
    await show.stage.send('look', { _msgid: 'store', operation: 'store', look: 'Soirée' });
  }

  /** Presses Go, and returns when the first step is on its way. */
  async function goUntilSent(trouble: object = {}): Promise<void> {
    show.hub.trouble({ operation: 'setProperty', delay: 600, times: 1, ...trouble });
    show.press('go');
    await show.stage.until(() => show.values.length > 0);
  }

  for (const [what, second, value] of [
    ['command', set(0.15), 0.15],
    ['look', { does: 'look', look: 'Soirée', delay: 0 }, 1],
  ] as const)
    it(`drops a ${what} at a Stop, with its follow-on, and does not hold`, async () => {
      await open(second);
      await goUntilSent();
      await show.send('stop');
      await show.becomes(({ state }) => state !== 'running');
      should(show.values).eql([0.1]);
      should(show.state).match({ state: 'standby', standby: { number: '10' }, failed: null });
      should(show.stage.caught).be.empty();
      await show.send('go');
      await show.stage.until(() => show.values.length === 4);
      should(show.values).eql([0.1, 0.1, value, 0.2]);
    });

  it('sends nothing after the next Go, which plays the next cue', async () => {
    await open(set(0.15), message('atem'));
    await goUntilSent();
    should(await show.send('go')).match({ cue: { number: '20' }, hub: { outcome: 'done' } });
    await show.stage.until(() => show.stage.completed.some(({ cue }) => cue?.number === '10'));
    should((await get('cues')).body[0].cues).match([{ outcome: 'superseded' }, { outcome: 'done' }, {}]);
    should(show.state).match({ state: 'standby', standby: { number: '30' }, failed: null });
    should(await show.send('go')).match({ cue: { number: '30' }, hub: { outcome: 'done' } });
    should(show.values).eql([0.1, 0.3]);
  });
});

describe('the failure of a cue', () => {
  useTimeLapse();
  const show = CueStage.forEach();

  it('holds on an answer 200 with “success”: false, and plays no follow-on', async () => {
    const followOn = { does: 'followOn', from: 'confirmed', after: 0 } as const;
    await show.open({ 10: cueOf('Übergabe', [set(0.1)], followOn), 20: cueOf('Guest', [set(0.2)]) });
    const body = JSON.stringify({ success: false, error: '日本語 is busy' });
    const remove = show.hub.trouble({ operation: 'setProperty', body, contentType: 'application/json' });
    should(await show.send('go')).match({ statusCode: 200, hub: { outcome: 'refused', code: 'HUB_REJECTED' } });
    await show.becomes(({ state }) => state === 'failed');
    should(show.state).match({
      standby: { number: '10' },
      failed: { step: 1, reason: /: refused – .*日本語 is busy/ },
    });
    should(show.values).eql([0.1]);
    remove();
    await show.send('go');
    await show.becomes(({ state }) => state === 'end');
    should(show.values).eql([0.1, 0.1, 0.2]);
  });

  it('gives the same reason of a failure after a deploy, and does not contradict itself', async () => {
    const press: Step = {
      does: 'command',
      operation: 'pressItemButton',
      params: {
        rundownId: literal(51),
        itemId: { ...literal(1), label: 'Übergabe' },
        buttonKey: { ...literal('in'), label: 'In' },
      },
      delay: 0,
    };
    await show.open({ 70: cueOf('日本語', [press]) });
    should(await show.send('go')).match({ hub: { code: 'HUB_NOT_FOUND', outcome: 'not-sent' } });
    await show.becomes(({ failed }) => failed);
    const before = show.state.failed;
    should(before).match({ cue: { number: '70', name: '日本語' }, step: 1 });
    should(before.reason).match(/^Übergabe › In \(.*\): not sent – no item "Übergabe"\. Check the name\.$/);
    for (const begin of [() => show.stage.deploy((flow) => flow, 'full'), () => show.restart()]) {
      await begin();
      await show.becomes(({ failed }) => failed);
      should(show.state.failed).eql(before);
    }
    should(show.state.state).equal('restarted');
  });
});

describe('a cue list on a computer', () => {
  /** An import would have a copy. */
  const os = require('node:os') as typeof import('node:os');

  const HOUR_MS = 3_600_000;
  /** The follow-on or the time out of the cue. */
  const AFTER_MS = 600;

  const inTime = (does: 'followOn' | 'timeOut'): Cue['afterwards'] => ({
    ...{ does, after: AFTER_MS / 1000, from: 'confirmed' },
    steps: [set(0.15)],
  });

  const show = CueStage.forEach();
  const original = { now: Date.now, uptime: os.uptime };
  /** In ms. */
  let stepped: number;
  let slept: number;

  before(() => {
    Date.now = () => original.now() + stepped + slept;
    os.uptime = () => original.uptime() + slept / 1000;
  });
  beforeEach(() => {
    stepped = 0;
    slept = 0;
  });
  after(() => Object.assign(Date, { now: original.now }) && Object.assign(os, { uptime: original.uptime }));

  const open = (does: 'followOn' | 'timeOut', fields: object = {}) =>
    show.open({ 10: cueOf('Übergabe', [set(0.1)], inTime(does)), 20: cueOf('日本語', [set(0.2)]) }, fields);

  for (const step of [HOUR_MS, -HOUR_MS])
    describe(`whose clock is set by ${step / 1000} s`, () => {
      for (const [does, value] of [
        ['followOn', 0.2],
        ['timeOut', 0.15],
      ] as const)
        it(`carries out a ${does} at its time`, async () => {
          await open(does, { expiry: '10' });
          await show.send('go');
          const confirmedBefore = performance.now();
          stepped = step;
          // An event that changes nothing looks at all times.
          show.press('again');
          await pause(AFTER_MS / 2);
          should(show.values).eql([0.1]);
          await show.stage.until(() => show.values.length === 2);
          should(performance.now() - confirmedBefore).be.above(AFTER_MS - 100);
          should(show.values).eql([0.1, value]);
          should(show.state.failed).equal(null);
        });

      it('takes a Go after the lockout and none before, also in rehearsal and after it', async () => {
        await show.open({ 10: cueOf('Übergabe', [set(0.1)]) }, { lockout: '1' }, [{ id: 'event', type: 'hub-event' }]);
        const go = async () => (await post('cues/cues', { operation: 'goto', cue: '10' })).body.note;
        const notes: unknown[] = [];
        for (const payload of [true, false]) {
          await show.stage.send('event', { _msgid: `${payload}`, payload });
          await pause(1050);
          notes.push(await go());
          stepped += step;
          notes.push(await go());
          await pause(1050);
          notes.push(await go());
        }
        should(notes).eql([undefined, 'lockedOut', undefined, undefined, 'lockedOut', undefined]);
        await show.stage.until(() => show.values.length === 2);
      });
    });

  it('that slept drops a step that is too late, and names it', async () => {
    await show.open(
      { 10: cueOf('Anchor', [set(0.1), set(0.15, 0.3)]), 20: cueOf('日本語', [set(0.2)]) },
      { expiry: '0.5' },
    );
    show.press('go');
    await show.stage.until(() => show.values.length === 1);
    slept = HOUR_MS;
    await show.becomes(({ state }) => state === 'failed');
    await show.stage.until(() => show.stage.caught.length > 0);
    const { error, hub } = show.stage.caught[0] ?? {};
    should(hub).match({ code: 'EXPIRED', outcome: 'not-sent' });
    should(String(error?.message)).match(/Its time passed too long ago.* Cue 10 Anchor, step 2\./);
    should(show.state).match({ state: 'failed', failed: { cue: { number: '10' }, step: 2, reason: /too late/ } });
    should(show.values).eql([0.1]);
  });

  it('that slept drops a follow-on that is too late', async () => {
    await open('followOn', { expiry: '5' });
    await show.send('go');
    slept = HOUR_MS;
    await show.becomes(({ state }) => state === 'holding');
    should(show.state.failed.reason).match(/not sent – too late\./);
    should(show.values).eql([0.1]);
    await show.send('go');
    should(show.values).eql([0.1, 0.2]);
  });
});
