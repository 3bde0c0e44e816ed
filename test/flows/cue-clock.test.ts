import { setTimeout as pause } from 'node:timers/promises';
import should from 'should';
import type { Cue } from '../../dist/cues/list.js';
import { post } from '../nodes/endpoints/endpoints.js';
import { CueStage, cueOf, set } from './cue-stage.js';

/** An import would have a copy. */
const os = require('node:os') as typeof import('node:os');

const HOUR_MS = 3_600_000;
/** The follow-on or the time out of the cue. */
const AFTER_MS = 1500;

const inTime = (does: 'followOn' | 'timeOut'): Cue['afterwards'] => ({
  ...{ does, after: AFTER_MS / 1000, from: 'confirmed' },
  steps: [set(0.15)],
});

describe('a cue list on a computer', function () {
  this.timeout(60_000);
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

  for (const step of [18_000, HOUR_MS, -HOUR_MS])
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
        await show.open({ 10: cueOf('Übergabe', [set(0.1)]) }, { lockout: '0.4' }, [
          { id: 'event', type: 'hub-event' },
        ]);
        const go = async () => (await post('cues/cues', { operation: 'goto', cue: '10' })).body.note;
        const notes: unknown[] = [];
        for (const payload of [true, false]) {
          await show.stage.send('event', { _msgid: `${payload}`, payload });
          await pause(450);
          notes.push(await go());
          stepped += step;
          notes.push(await go());
          await pause(450);
          notes.push(await go());
        }
        should(notes).eql([undefined, 'lockedOut', undefined, undefined, 'lockedOut', undefined]);
        await show.stage.until(() => show.values.length === 2);
      });
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

  it('that does not report its uptime plays as usual', async () => {
    os.uptime = () => {
      throw new Error('not permitted');
    };
    try {
      await open('followOn');
      await show.send('go');
      await show.stage.until(() => show.values.length === 2);
    } finally {
      os.uptime = () => original.uptime() + slept / 1000;
    }
  });
});
