import should from 'should';
import { CueTime } from '../../dist/cues/cue-time.js';
import { type Afterwards, type Cue, sortCues } from '../../dist/cues/list.js';
import { firstState, type PlayRules } from '../../dist/cues/play.js';
import { type CueReport, Player } from '../../dist/cues/player.js';
import type { StepOutcome } from '../../dist/cues/run.js';
import { HubError } from '../../dist/hub/wire/errors.js';
import { FakeClock } from '../hub/fake-clock.js';

const message = (delay: number) => ({ does: 'message', topic: '', payload: 1, delay }) as const;

const cue = (name: string, delays: readonly number[], afterwards?: Afterwards): Cue => ({
  name,
  note: '',
  steps: delays.map(message),
  ...(afterwards && { afterwards }),
});

interface Sent {
  readonly number: string;
  readonly index: number;
  readonly since: number;
  readonly remaining: number;
  readonly end: (outcome: StepOutcome) => void;
  readonly fail: (error: unknown) => void;
}

/** A player on a fake clock. The test ends each step. */
function stage(cues: Record<string, Cue>, rules: Partial<PlayRules> = {}) {
  const clock = new FakeClock();
  const computer = { slept: 1_000_000 as number | undefined };
  const sent: Sent[] = [];
  const reports: CueReport[] = [];
  const faults: unknown[] = [];
  const order: string[] = [];
  const player = new Player(
    firstState(sortCues(Object.entries(cues))),
    { onGo: 'next', lockout: 0, expiry: 5000, ...rules },
    {
      send: ({ number }, index, since, remaining) => {
        order.push(`send ${number}`);
        return new Promise((end, fail) => sent.push({ number, index, since, remaining, end, fail }));
      },
      drop: ({ number }) => order.push(`drop ${number}`),
      save: ({ standby }) => order.push(`save ${standby}`),
      report: (report) => reports.push(report),
      changed: () => order.push('changed'),
      fault: (thrown) => faults.push(thrown),
    },
    clock,
    new CueTime(clock.now, () => (computer.slept === undefined ? undefined : clock.now() + computer.slept)),
  );
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const go = (remaining?: number) => player.take({ does: 'go', by: 'key' }, remaining);
  return {
    clock,
    computer,
    sent,
    reports,
    faults,
    order,
    player,
    settle,
    go,
    advance: (ms: number) => clock.advance(ms, settle),
  };
}

describe('a player', () => {
  it('saves the state before it sends a step, and shows it after', () => {
    const { go, order } = stage({ 10: cue('a', [0, 0]), 20: cue('b', [0]) });
    go();
    should(order).eql(['save 10', 'send 10', 'send 10', 'changed']);
  });

  it('answers the operation at the end of its steps, and reports only the ends for which no operation waits', async () => {
    const out: Afterwards = { does: 'timeOut', after: 2, from: 'start', steps: [message(0)] };
    const { go, sent, reports, advance, settle } = stage({ 10: cue('a', [0], out) });
    const { ended } = go();
    sent[0]?.end('done');
    should(await ended).match({ part: 'steps', outcome: 'done', isRehearsal: false, run: { number: '10' } });
    should(reports).eql([]);
    await advance(2000);
    sent[1]?.end('refused');
    await settle();
    should(reports).match([{ part: 'timeOut', outcome: 'failed', hold: { step: 0, outcome: 'refused' } }]);
    should(reports).have.length(1);
  });

  it('reports the end of a follow-on', async () => {
    const { go, sent, reports, advance, settle } = stage({
      10: cue('a', [0], { does: 'followOn', after: 1, from: 'start' }),
      20: cue('b', [0]),
    });
    const { ended } = go();
    sent[0]?.end('done');
    await ended;
    await advance(1000);
    sent[1]?.end('done');
    await settle();
    should(reports).match([{ run: { number: '20' }, part: 'steps', outcome: 'done' }]);
  });

  it('reports a follow-on that was too late', async () => {
    const { clock, go, sent, reports, advance } = stage({
      10: cue('a', [0], { does: 'followOn', after: 1, from: 'start' }),
      20: cue('b', [0]),
    });
    const { ended } = go();
    sent[0]?.end('done');
    await ended;
    clock.jump(6001);
    await advance(0);
    should(sent).have.length(1);
    should(reports).match([
      { run: { number: '10' }, part: 'steps', outcome: 'failed', hold: { reason: 'late' }, isRehearsal: false },
    ]);
  });

  it('gives a step the rest of its time: the expiry without its delay, or the rest of the operation', async () => {
    const { clock, go, sent, advance } = stage({ 10: cue('a', [0, 1]) });
    clock.jump(100);
    go(300);
    clock.jump(1200);
    await advance(0);
    should(sent.map(({ index, since, remaining }) => [index, since, remaining])).eql([
      [0, 100, 300],
      [1, 1300, 4800],
    ]);
  });

  it('keeps the outcome and the error of a step that fails', async () => {
    const { go, sent, player, settle, faults } = stage({ 10: cue('a', [0]) });
    const { ended } = go();
    const error = new HubError('HUB_REJECTED', { statusCode: 422 });
    sent[0]?.fail(error);
    should(await ended).match({ outcome: 'failed' });
    await settle();
    should(player.state.hold).match({ outcome: 'refused', error });
    should(faults).eql([]);
  });

  it('does not know the outcome of a step that broke the program, and reports the fault', async () => {
    const { go, sent, player, settle, faults } = stage({ 10: cue('a', [0]) });
    go();
    const fault = new TypeError('broken');
    sent[0]?.fail(fault);
    await settle();
    should(player.state.hold).match({ outcome: 'unknown' });
    should(faults).eql([fault]);
  });

  it('marks the reports of a rehearsal', async () => {
    const { go, sent } = stage({ 10: cue('a', [0]) }, { isRehearsal: true });
    const { ended } = go();
    sent[0]?.end('rehearsal');
    should(await ended).match({ outcome: 'done', isRehearsal: true });
  });

  it('counts the time that the computer slept, but not the steps of an uptime in whole seconds', () => {
    const { clock, computer, player } = stage({ 10: cue('a', [0]) });
    clock.jump(1000);
    should(player.now).equal(1000);
    for (const step of [999, -999, 500, -999, 999]) {
      computer.slept! += step;
      should(player.now).equal(1000);
    }
    computer.slept! += 1500;
    should(player.now).equal(2500);
    should(player.now).equal(2500);
    computer.slept! -= 60_000;
    should(player.now).equal(2500);
  });

  it('goes on where no uptime is known, also if this changes', () => {
    const { clock, computer, player } = stage({ 10: cue('a', [0]) });
    for (const slept of [undefined, 5_000_000, undefined]) {
      computer.slept = slept;
      should(player.now).equal(clock.now());
    }
  });

  it('ends its timer and its operations when it closes, and sends nothing more', async () => {
    const { clock, go, sent, player, settle, order } = stage({ 10: cue('a', [0, 2]), 20: cue('b', [0]) });
    const { ended } = go();
    should(clock.timers).equal(1);
    player.close();
    should(clock.timers).equal(0);
    await should(ended).be.rejectedWith({ code: 'CLOSED', outcome: 'unknown' });
    order.length = 0;
    sent[0]?.end('done');
    await settle();
    should(go()).eql({});
    should(order).eql([]);
    should(clock.timers).equal(0);
  });

  it('has not sent a cue whose steps all waited at its close', async () => {
    const { go, player } = stage({ 10: cue('a', [2]) });
    const { ended } = go();
    player.close();
    await should(ended).be.rejectedWith({ code: 'CLOSED', outcome: 'not-sent' });
  });

  it('has one timer, however often something happens', () => {
    const { clock, go, player } = stage({ 10: cue('a', [3]), 20: cue('b', [4]) });
    go();
    player.take({ does: 'standby', cue: '10', by: 'key' });
    player.take({ does: 'standby', cue: '20', by: 'key' });
    should(clock.timers).equal(1);
  });
});
