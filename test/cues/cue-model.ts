import should from 'should';
import { Signal } from '../../dist/base/signal.js';
import { CueDesk, type DeskStates } from '../../dist/cues/cue-desk.js';
import { CueTime } from '../../dist/cues/cue-time.js';
import type { CueList, Step } from '../../dist/cues/list.js';
import type { PlayNote, PlayState, Press } from '../../dist/cues/play.js';
import type { Position } from '../../dist/cues/position.js';
import { Hub } from '../../dist/hub/hub.js';
import { FakeClock } from '../hub/fake-clock.js';
import { after, type Drawn, drawnList, nameOf } from './drawn-list.js';
import { checkDeployed } from './expected-deploy.js';
import { checkAnswers, checkPlace, checkProgress, NO_COUNTS, outcomeOf } from './expected-progress.js';
import {
  dueOf,
  expectedCue,
  expectedMove,
  FAILURES,
  hasMore,
  holdAfter,
  type ModelHold,
  type Run,
  runsOf,
  unansweredCues,
} from './expected-run.js';
import { type Fault, MemoryHub, type Sent } from './memory-hub.js';

/** Times in ms. */
const EXPIRY = 1000;
const LOCKOUT = 300;
const TIMEOUT = 1500;
/** The date at the start of each story. */
const MORNING = 1_700_000_000_000;

type Cause = 'press' | 'edit' | 'rehearse' | 'start';

/** One desk on a hub in memory, and the rules 1 to 4 of the cue list, checked at each change and each command. */
export class CueModel {
  readonly clock = new FakeClock();
  readonly #onGo: 'next' | 'refuse';
  readonly #memory = new MemoryHub(this.clock);
  #hub!: Hub;
  #desk!: CueDesk;
  #list: CueList;
  #revision = 0;
  #position: Position | undefined;
  #file = { changed: new Signal<CueList>(), failed: new Signal<unknown>(), read: async () => this.#list, close() {} };
  /** The time that the computer slept, since the start of this Node-RED and in all. */
  #slept = 0;
  #allSlept = 0;
  #sleptAt = Number.NEGATIVE_INFINITY;
  /** The time by which the clock of the computer was set. */
  #stepped = 0;
  #time!: CueTime;
  /** The call of the test that changes the state now. */
  #cause: Cause | undefined;
  #last: PlayState | undefined;
  /** The cue that the list must hold on, from the answers of the hub and the presses alone. */
  #hold: ModelHold | undefined;
  /** The same for the show, while a rehearsal is on. */
  #liveHold: ModelHold | undefined;
  /** The last Go that was taken, and the last cue that started by itself since a person did something else. */
  #lastStart = Number.NEGATIVE_INFINITY;
  #lastFollowOn = Number.NEGATIVE_INFINITY;
  /** The commands of each cue that was started, by the name of the step: the times when they are due. */
  #tickets: { name: string; due: number; run: string; sent?: Sent }[] = [];
  /** Ends of the waiting steps of a run. */
  readonly #endedAt = new Map<string, number>();
  /** Stops, Gos and rehearsals: nothing of a run leaves after it, also no step that waits in the hub. */
  readonly #stoppedAt = new Map<string, number>();
  #generation = 0;
  #isRehearsal = false;
  #askedAt: number | undefined;
  readonly #under: Promise<unknown>[] = [];
  readonly counts = { ...NO_COUNTS };

  constructor(cues: readonly Drawn[], onGo: 'next' | 'refuse') {
    this.#onGo = onGo;
    this.#list = drawnList(cues, this.#revision);
    this.#memory.onCommand = (sent) => this.#judge(() => this.#checkCommand(sent));
  }

  async open(): Promise<void> {
    this.#startHub();
    this.#time = new CueTime(this.clock.now);
    await this.#startDesk();
  }

  /** The time of a list: it counts a sleep, and no step of the clock. */
  get #now(): number {
    return this.clock.now() + this.#slept;
  }

  /** The clock of the computer, and the time since its start, in ms. */
  get date(): number {
    return MORNING + this.uptime + this.#stepped;
  }
  get uptime(): number {
    return this.clock.now() + this.#allSlept;
  }

  #startHub(rehearsal = false): void {
    const settings = { baseUrl: 'http://hub', headers: {}, timeout: TIMEOUT, maxInFlight: 4, dialect: 1 } as const;
    this.#hub = new Hub(
      { ...settings, linearSegment: 'linear', rehearsal },
      { clock: this.clock, transport: this.#memory },
    );
  }

  async #startDesk(before?: DeskStates): Promise<void> {
    this.#generation += 1;
    const { clock } = this;
    this.#desk = new CueDesk({
      hub: this.#hub,
      owner: this,
      file: this.#file,
      position: { read: () => this.#position, write: (position) => this.#save(position) },
      before,
      rules: { onGo: this.#onGo, lockout: LOCKOUT, expiry: EXPIRY },
      clock,
      time: this.#time,
      recall: async () => 'done',
      message: ({ topic }) => this.#judge(() => this.#checkCommand({ name: topic, at: clock.now(), answer: 200 })),
    });
    const generation = this.#generation;
    this.#desk.changed.watch(() => {
      if (generation === this.#generation) this.#judge(() => this.#checkChange());
    });
    this.#desk.fault.watch((fault) => {
      this.#broken ??= fault;
    });
    this.#cause = 'start';
    await this.#desk.start();
    this.#cause = undefined;
  }

  /** A rule that is broken in a listener of the desk fails the story after its step. */
  #judge(check: () => void): void {
    try {
      check();
    } catch (broken) {
      this.#broken ??= broken;
    }
  }
  #broken: unknown;

  verify(): void {
    if (this.#broken) throw this.#broken;
    should(this.#desk.now).equal(this.#now, 'the time of the list');
    const { state } = this.#desk;
    const now = this.#slept === 0 ? this.#now : Number.NEGATIVE_INFINITY;
    if (state) checkProgress(state, now, (run, step) => this.#ticketOf(run, step)?.sent?.answer);
  }

  #save(position: Position): void {
    this.#position = JSON.parse(JSON.stringify(position));
  }

  #by<T>(cause: Cause, work: () => T): T {
    this.#cause = cause;
    try {
      return work();
    } finally {
      this.#cause = undefined;
    }
  }

  #settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  pause = (ms: number): Promise<void> => this.clock.advance(ms, this.#settle);

  /** The program does nothing for a time. */
  block(ms: number): void {
    this.clock.jump(ms);
  }

  /** The clock of the computer stops for hours. */
  sleep(ms: number): void {
    this.#sleptAt = this.#now;
    this.#slept += ms;
    this.#allSlept += ms;
  }

  /** A person, or a time server, sets the clock. */
  setClock(ms: number): void {
    this.#stepped += ms;
  }

  fail = (fault: Fault): unknown => this.#memory.faults.push(fault);
  slow = (ms: number): unknown => this.#memory.latencies.push(ms);

  async loseHub(ms: number): Promise<void> {
    this.#memory.isOnline = false;
    await this.pause(ms);
    this.#memory.isOnline = true;
  }

  edit(cues: readonly Drawn[]): void {
    this.#revision += 1;
    this.#list = drawnList(cues, this.#revision);
    // A cue of the place may be deleted, and added again.
    this.#live = undefined;
    this.#by('edit', () => this.#file.changed.emit(this.#list));
  }

  rehearse(on: boolean): void {
    const { standby, current, older = [] } = this.#desk.state ?? {};
    if (on === this.#isRehearsal) return;
    this.#isRehearsal = on;
    if (on) this.#endWaiting();
    // A key that bounces at the end of a rehearsal does nothing.
    else this.#lastStart = Math.max(this.#lastStart, this.#lastFollowOn);
    this.#lastFollowOn = Number.NEGATIVE_INFINITY;
    this.#by('rehearse', () => this.#hub.rehearsal.set(on));
    if (on) should(this.#desk.state).match({ standby });
    if (on) this.#liveHold = this.#hold;
    // Answers from before the rehearsal may have changed the hold of the show.
    else this.#hold = this.#live?.isOver ? this.#liveHold : this.#holdOfDesk;
    should(this.#holdOfDesk).eql(this.#hold, 'the hold of a rehearsal');
    if (on) this.#live = { standby, isOver: standby !== undefined && !hasMore(current) && older.length === 0 };
    // Rule 4: a rehearsal moves only its own position. Answers from before it may have moved the other one.
    else if (this.#live?.isOver) should(this.#desk.state?.standby).equal(this.#placeOf(this.#live.standby));
  }
  #live: { readonly standby: string | undefined; readonly isOver: boolean } | undefined;

  /** The place of a number that a person may have deleted. */
  #placeOf(number: string | undefined): string | undefined {
    return number === undefined || this.#list.has(number) ? number : after(this.#list, number);
  }

  /** `kill -9`: no desk closes, and nothing of this Node-RED happens any more. */
  async restart(): Promise<void> {
    if (this.#isRehearsal) return;
    const { standby } = this.#desk.state ?? {};
    const unanswered = unansweredCues(this.#desk.state as PlayState);
    this.#endWaiting();
    this.#generation += 1;
    // No code of the killed process runs any more.
    this.#desk.close();
    this.#hub.close();
    const before = this.#memory.sent.length;
    this.#startHub();
    this.#slept = 0;
    this.#time = new CueTime(this.clock.now);
    this.#askedAt = undefined;
    this.#last = undefined;
    // The clock of the next process has not counted the sleep.
    this.#lastStart = Number.NEGATIVE_INFINITY;
    this.#lastFollowOn = Number.NEGATIVE_INFINITY;
    this.#sleptAt = Number.NEGATIVE_INFINITY;
    this.#tickets = [];
    await this.#startDesk();
    this.counts.restarts += 1;
    const { state } = this.#desk;
    // Rule 2: the position is back, and nothing is sent.
    should(state?.standby).equal(this.#placeOf(standby), 'the position after a restart');
    if (this.#position) should(state?.isRestarted).be.true();
    const last = unanswered.at(-1);
    if (last) {
      this.#hold = { number: last, outcome: 'unknown' };
      should(state?.hold?.reason).equal('restarted');
    }
    should(this.#holdOfDesk).eql(this.#hold, 'the hold after a restart');
    for (const number of unanswered) should(state?.results.get(number)).equal('unknown', 'a cue without an answer');
    this.counts.twoUnknown += new Set(unanswered).size > 1 ? 1 : 0;
    await this.pause(3000);
    should(this.#memory.sent.length).equal(before, 'commands after a restart');
  }

  /** A deploy of the list, alone or with its hub. Only things in progress end. */
  async deploy(withHub: boolean): Promise<void> {
    const before = this.#desk.state as PlayState;
    this.#endWaiting();
    const left = this.#desk.close();
    this.#hub.abandon(this);
    if (withHub) {
      this.#hub.close();
      this.#startHub(this.#isRehearsal);
    }
    this.#askedAt = undefined;
    this.#last = undefined;
    const sent = this.#memory.sent.length;
    await this.#startDesk(left);
    this.counts.deploys += 1;
    const state = this.#desk.state as PlayState;
    should(state.standby).equal(this.#placeOf(before.standby), 'the position after a deploy');
    checkDeployed(before, state, this.#isRehearsal);
    this.#hold = this.#holdOfDesk;
    // The next desk has a copy of the show, whose steps in flight have ended.
    this.#live = undefined;
    await this.pause(3000);
    should(this.#memory.sent.length).equal(sent, 'commands after a deploy');
  }

  /** The waiting steps of the current cue are not sent any more. */
  #endWaiting(): void {
    const { current } = this.#desk.state ?? {};
    if (current) this.#stop(current);
  }

  #stop(run: Run): void {
    this.#endedAt.set(this.#keyOf(run), this.#now);
    if (!this.#stoppedAt.has(this.#keyOf(run))) this.#stoppedAt.set(this.#keyOf(run), this.#now);
  }

  #endOf = (run: string): number => this.#endedAt.get(run) ?? Number.POSITIVE_INFINITY;

  #keyOf = ({ id }: Run): string => `${this.#generation} ${this.#isRehearsal ? 'rehearsal ' : ''}${id}`;

  get #holdOfDesk(): ModelHold | undefined {
    const { number, outcome } = this.#desk.state?.hold ?? {};
    return number === undefined || outcome === undefined ? undefined : { number, outcome };
  }

  /** An operation of one of three panels. */
  press(does: Press['does'], cue: string): void {
    const before = this.#desk.state as PlayState;
    const press = does === 'goto' || does === 'standby' ? { does, cue, by: 'panel' } : { does, by: 'panel' };
    if (!this.#list.has(cue) && 'cue' in press) return;
    const now = this.#now;
    const askedAt = this.#askedAt;
    if (does === 'stop') {
      this.#endWaiting();
      this.#askedAt = undefined;
    }
    const move = expectedMove(this.#list, does, cue, before);
    const expected = move ? move.note : this.#expectedNote(does, cue, before, now);
    const hold = this.#hold;
    // An operation that is taken ends a hold.
    if (expected === undefined && does !== 'stop') this.#hold = undefined;
    const { note, ended } = this.#by('press', () => this.#desk.press(press));
    if (ended) this.#under.push(ended.catch(() => undefined));
    const state = this.#desk.state as PlayState;
    const isStart = ended !== undefined;
    if (does === 'back' || does === 'next' || does === 'standby' || does === 'stop') {
      should(isStart).be.false();
      should(state.lastId).equal(before.lastId, `${does} plays nothing`);
      should([note, state.standby]).eql([move?.note, move ? move.standby : before.standby], does);
      if (!note) this.#lastFollowOn = Number.NEGATIVE_INFINITY;
      return;
    }
    should(note).equal(expected, `${does} is taken, or ignored for this reason`);
    if (note === 'started') {
      this.#lastStart = now;
      this.counts.counted += 1;
    }
    if (note === 'again') {
      this.counts.asks += 1;
      if (now - (this.#askedAt ?? Number.NEGATIVE_INFINITY) >= 5000) this.#askedAt = now;
    }
    should(isStart).equal(expected === undefined, `${does} plays`);
    if (!isStart) return;
    const isPlaying = hasMore(before.current);
    if (this.#onGo === 'refuse') should(isPlaying).equal(false, 'a Go while a cue plays');
    should(state.lastId).equal(before.lastId + 1);
    should(state.current?.number).equal(expectedCue(this.#list, does, cue, before, hold), `${does} plays`);
    // Rule 1: after an unknown outcome, a second press.
    const isHeld = hold?.outcome === 'unknown' && (does !== 'goto' || cue === hold.number);
    if (isHeld) {
      should(askedAt).not.equal(undefined, 'a question before the second press');
      should(now - Number(askedAt)).be.within(500, 5000, 'the second press');
    }
    this.#askedAt = undefined;
    this.#lastStart = now;
    this.#lastFollowOn = Number.NEGATIVE_INFINITY;
    this.counts.starts += 1;
  }

  /**
   * Rule 3: one lockout for all panels, and none when it is over. A Go counts for a cue that has started by itself within
   * the lockout. Undefined: the operation is taken, also after a sleep or a step of the clock.
   */
  #expectedNote(does: string, cue: string, before: PlayState, now: number): PlayNote | undefined {
    const { current } = before;
    const hold = this.#hold;
    if (now - this.#lastStart < LOCKOUT) return 'lockedOut';
    const sinceAsked = now - (this.#askedAt ?? Number.NEGATIVE_INFINITY);
    const isConfirmed = sinceAsked >= 500 && sinceAsked < 5000;
    if (does === 'again') return hold && isConfirmed && this.#list.has(hold.number) ? undefined : 'notAsking';
    const isSame = does === 'go' || cue === current?.number;
    if (isSame && now - this.#lastFollowOn < LOCKOUT) return 'started';
    if (this.#onGo === 'refuse' && hasMore(current)) return 'playing';
    if (expectedCue(this.#list, does, cue, before, hold) === undefined) return 'end';
    const isHeld = hold?.outcome === 'unknown' && (does === 'go' || cue === hold.number);
    return isHeld && !isConfirmed ? 'again' : undefined;
  }

  /** The rules for each change of the state. */
  #checkChange(): void {
    const state = this.#desk.state as PlayState;
    const last = this.#last;
    if (state === last) return;
    this.#last = state;
    if (state.askingUntil === undefined && this.#cause !== 'press') this.#askedAt = undefined;
    if (!last || this.#cause === 'rehearse' || this.#cause === 'start') return;
    const latest = this.#cause ? Number.NEGATIVE_INFINITY : this.#now - EXPIRY;
    this.#hold = holdAfter(this.#hold, last, state, latest, (run, step) =>
      outcomeOf(this.#ticketOf(run, step)?.sent, state.results.get(run.number)),
    );
    if (this.#hold === undefined) this.#askedAt = undefined;
    should(this.#holdOfDesk).eql(this.#hold, 'the hold of the list');
    this.#checkStarts(last, state);
    this.#checkFailures(last, state);
    if (this.#cause !== 'press' && this.#cause !== 'edit') checkPlace(this.#list, last, state);
  }

  #ticketOf = (run: Run, step: Step) =>
    this.#tickets.find((each) => each.run === this.#keyOf(run) && each.name === nameOf(step));

  /** Rule 2: a cue plays after a press, or as a follow-on at its time. */
  #checkStarts(last: PlayState, state: PlayState): void {
    const { current } = state;
    if (!current || state.lastId === last.lastId) return;
    this.#issueTickets(current);
    if (last.current) this.#stop(last.current);
    if (this.#cause === 'press') return;
    should(this.#cause).equal(undefined);
    const before = last.current as Run;
    should(before?.cue.afterwards?.does).equal('followOn', `${current.number} plays by itself`);
    should(this.#hold).equal(undefined, 'a follow-on of a list that holds');
    const now = this.#now;
    const due = before.nextAt === undefined ? now : dueOf(before);
    should(now).be.within(due, due + EXPIRY, 'the time of a follow-on');
    should(state.older.concat(current).some(({ number }) => number === current.number)).be.true();
    this.counts.followOns += 1;
    this.#lastFollowOn = now;
  }

  #issueTickets(run: Run): void {
    const { afterwards, steps } = run.cue;
    const base = this.#now;
    const later = afterwards?.does === 'timeOut' ? afterwards.steps : [];
    for (const step of [...steps, ...later]) {
      const isLater = later.includes(step);
      const wait = isLater ? 1000 * (afterwards?.after ?? 0) : 0;
      if (!this.#isRehearsal)
        this.#tickets.push({ name: nameOf(step), due: base + wait + 1000 * step.delay, run: this.#keyOf(run) });
    }
  }

  /** Rules 2 to 4: each command belongs to a cue that was started, once, at its time, and not after its end. */
  #checkCommand(sent: Sent): void {
    const { name } = sent;
    // The state has changed before its commands are sent.
    this.#checkChange();
    const at = this.#now;
    this.counts.sent += 1;
    // The lanes of the hub do not count a sleep, and a time out may begin late.
    const isInTime = (due: number) => at <= due + EXPIRY || due <= this.#sleptAt || name.includes('timeOut');
    const ticket = this.#tickets.find(
      ({ name: each, due, run, sent: before }) =>
        each === name &&
        !before &&
        due <= at &&
        due <= this.#endOf(run) &&
        at <= (this.#stoppedAt.get(run) ?? at) &&
        isInTime(due),
    );
    if (!ticket) throw new Error(`${name} was sent at ${at}: not started, too late, twice, or after its end`);
    ticket.sent = sent;
  }

  /** Rule 1: a failed step holds the list, and is named. */
  #checkFailures(last: PlayState, state: PlayState): void {
    const runsBefore = new Map(runsOf(last).map((run) => [run.id, run]));
    for (const run of runsOf(state)) {
      const before = runsBefore.get(run.id);
      run.steps.forEach((step, index) => {
        if (!FAILURES.includes(step.state) || step.state === before?.steps[index]?.state) return;
        this.counts.holds += 1;
        should(state.current?.nextAt).equal(undefined, 'a follow-on after a failure');
        should(run.steps.some((each) => each.state === 'waiting')).equal(false, 'steps that wait after a failure');
        if (!this.#cause) should(state.standby).equal(last.standby, 'standby stays after a failure');
        this.#endedAt.set(this.#keyOf(run), Math.min(this.#now, this.#endOf(this.#keyOf(run))));
      });
      if (!this.#isRehearsal) checkAnswers(run, this.#memory.sent);
    }
  }

  /** Everything ends, and no timer is left over. */
  async end(): Promise<void> {
    this.rehearse(false);
    await this.pause(60_000);
    const { current, older = [], askingUntil } = this.#desk.state ?? {};
    should(hasMore(current)).equal(false, 'a cue that never ends');
    should(older.length).equal(0);
    should(askingUntil).equal(undefined);
    this.#desk.close();
    this.#hub.close();
    await this.pause(10_000);
    await Promise.all(this.#under);
    this.verify();
    should(this.clock.timers).equal(0, 'timers after the close');
  }
}
