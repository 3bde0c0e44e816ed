import type { HubError } from '../hub/wire/errors.js';
import { type CueList, nextNumber, previousNumber } from './list.js';
import {
  type CueOutcome,
  dropWaiting,
  type Hold,
  type HoldReason,
  hasFailed,
  hasOpenSteps,
  holdOf,
  isFailure,
  isOpen,
  isPlaying,
  longestDelay,
  outcomeOf,
  type Part,
  type Run,
  type StepOutcome,
  type StepRun,
  stepRuns,
} from './run.js';

/** The position in a list, and everything in progress. */
export interface PlayState {
  readonly list: CueList;
  /** The number of the cue that the next Go plays. Undefined: the end, after the cue `after`. */
  readonly standby: string | undefined;
  readonly after?: string | undefined;
  /** True if a person moved standby after the start of the current cue. */
  readonly isMoved: boolean;
  readonly current?: Run | undefined;
  /** Earlier cues whose steps are not all answered. */
  readonly older: readonly Run[];
  readonly hold?: Hold | undefined;
  /** A second press is awaited until this time in the clock's ms. */
  readonly askingUntil?: number | undefined;
  readonly askingFrom?: number | undefined;
  readonly lockedUntil: number;
  /** A Go until this time counts for the current cue, which has started by itself. */
  readonly startedUntil: number;
  /** The last result of each cue. */
  readonly results: ReadonlyMap<string, CueOutcome>;
  /** Until the first operation after a start of Node-RED. */
  readonly isRestarted: boolean;
  /** The panel, sidebar or flow of the last operation. */
  readonly by: string;
  readonly lastId: number;
}

/** An operation of a person. */
export type Press = { readonly by: string } & (
  | { readonly does: 'go' | 'again' | 'back' | 'next' | 'stop' }
  | { readonly does: 'goto' | 'standby'; readonly cue: string }
);

export type PlayEvent =
  | Press
  /** The time of a waiting step, a follow-on or a question. */
  | { readonly does: 'due' }
  /** A deploy closes the node. Nothing more is sent, and nobody waits for the answers. */
  | { readonly does: 'deploy' }
  /** `step`: its index in the steps of the run. */
  | {
      readonly does: 'ended';
      readonly run: number;
      readonly step: number;
      readonly outcome: StepOutcome;
      readonly error?: HubError | undefined;
    }
  /** A person edits the list. */
  | { readonly does: 'list'; readonly list: CueList };

/** The reason to ignore an operation. `started`: it counts for the cue that has started by itself just before. */
export type PlayNote = 'lockedOut' | 'started' | 'playing' | 'end' | 'again' | 'notAsking';

export type Effect =
  /** `lateBy` in ms. */
  | { readonly does: 'send'; readonly run: Run; readonly step: number; readonly lateBy: number }
  /** The sent steps that have not left are dropped. */
  | { readonly does: 'drop'; readonly run: Run }
  /** All steps of this part have ended. `hold`: the failure among them. */
  | {
      readonly does: 'ended';
      readonly run: Run;
      readonly part: Part;
      readonly outcome: CueOutcome;
      readonly hold?: Hold | undefined;
    }
  /** A follow-on or time out was dropped. */
  | { readonly does: 'held'; readonly run: Run; readonly hold: Hold };

/** Times in ms. */
export interface PlayRules {
  /** A Go while a cue plays. */
  readonly onGo: 'next' | 'refuse';
  readonly lockout: number;
  /** The longest time that a follow-on or a waiting step may be late. */
  readonly expiry: number;
  /** Nothing is sent, so `rehearsal` is a success. */
  readonly isRehearsal?: boolean;
}

export interface Played {
  readonly state: PlayState;
  readonly effects: readonly Effect[];
  /** Set if the operation was ignored. */
  readonly note?: PlayNote | undefined;
  /** The id of the cue that the operation started. */
  readonly started?: number | undefined;
}

/** A second press confirms not before and not after these times in ms. */
const ASK_FROM_MS = 500;
const ASK_MS = 5000;

/** The state before the first operation. */
export const firstState = (list: CueList): PlayState => ({
  list,
  standby: nextNumber(list, undefined),
  isMoved: false,
  older: [],
  lockedUntil: Number.NEGATIVE_INFINITY,
  startedUntil: Number.NEGATIVE_INFINITY,
  results: new Map(),
  isRestarted: false,
  by: '',
  lastId: 0,
});

/** The state at the start of a rehearsal: the same position, and nothing in progress. */
export const rehearsalState = ({ current: _, older: __, ...state }: PlayState): PlayState => ({ ...state, older: [] });

/** The time of the next event in the clock's ms. Undefined: nothing waits. */
export function nextDue({ current, askingUntil }: PlayState): number | undefined {
  const waiting = current?.steps.filter(({ state }) => state === 'waiting').map(({ dueAt }) => dueAt) ?? [];
  // A follow-on waits for the answers of its cue, which are events too.
  const next = current && !hasOpenSteps(current) ? current.nextAt : undefined;
  const times = [...waiting, next, askingUntil].filter((time) => time !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** The next state after an event at a time in the clock's ms, and its effects. The given state is not changed. */
export function play(before: PlayState, event: PlayEvent, now: number, rules: PlayRules): Played {
  const turn = new Turn(before, now, rules);
  const note = turn.take(event);
  if ((note === undefined || note === 'again') && !SILENT.includes(event.does)) turn.advance();
  return { state: turn.state, effects: turn.effects, note, started: turn.started };
}

/** These events send nothing. A step that is due at the same moment is an event of its own. */
const SILENT: readonly PlayEvent['does'][] = ['standby', 'back', 'next', 'list'];

/** One event. */
class Turn {
  state: PlayState;
  readonly effects: Effect[] = [];
  started: number | undefined;
  readonly #now: number;
  readonly #rules: PlayRules;

  constructor(state: PlayState, now: number, rules: PlayRules) {
    this.state = state;
    this.#now = now;
    this.#rules = rules;
  }

  take(event: PlayEvent): PlayNote | undefined {
    switch (event.does) {
      case 'go':
        return this.#go(event.by, undefined);
      case 'goto':
        return this.#go(event.by, event.cue);
      case 'again':
        return this.#again(event.by);
      case 'standby':
        return this.#moveTo(event.cue, event.by);
      case 'back':
        return this.#moveTo(previousNumber(this.state.list, this.state.standby), event.by);
      case 'next':
        return this.#next(event.by);
      case 'stop':
        return this.#stop(event.by);
      case 'ended':
        return this.#end(event);
      case 'list':
        return this.#edit(event.list);
      case 'due':
        return this.#continue();
      case 'deploy':
        return this.#deploy();
    }
  }

  /** Everything whose time has come, except a follow-on or a time out. */
  advance(): void {
    const { askingUntil = Number.POSITIVE_INFINITY } = this.state;
    if (askingUntil <= this.#now) this.#set({ askingUntil: undefined });
    this.#sendDue();
    for (const run of this.#runs()) this.#report(run);
    this.#set({ older: this.state.older.filter((run) => run.steps.some(({ state }) => state === 'sent')) });
  }

  #set(change: Partial<PlayState>): void {
    this.state = { ...this.state, ...change };
  }

  #runs(): readonly Run[] {
    return this.state.current ? [...this.state.older, this.state.current] : this.state.older;
  }

  #setRun(run: Run): Run {
    if (run.id === this.state.current?.id) this.#set({ current: run });
    else this.#set({ older: this.state.older.map((each) => (each.id === run.id ? run : each)) });
    return run;
  }

  #lock(): void {
    this.#set({ lockedUntil: this.#now + this.#rules.lockout });
  }

  #isLocked = (): boolean => this.#now < this.state.lockedUntil;

  /** Plays a cue. Undefined: standby, or while a cue plays the one after it. */
  #go(by: string, given: string | undefined): PlayNote | undefined {
    const { current, list, hold, isMoved, standby } = this.state;
    if (this.#isLocked()) return 'lockedOut';
    if (this.#now < this.state.startedUntil && (given === undefined || given === current?.number)) {
      this.#lock();
      return 'started';
    }
    const plays = isPlaying(current);
    if (plays && this.#rules.onGo === 'refuse') return 'playing';
    const isWhole = current !== undefined && hasOpenSteps(current) && !hasFailed(current) && !isMoved;
    const number = given ?? (plays && isWhole ? nextNumber(list, current.number) : standby);
    if (number === undefined) return 'end';
    const asks = hold?.outcome === 'unknown' && (given === undefined || given === hold.number);
    return asks && !this.#isConfirmed() ? this.#ask(by) : this.#start(number, by);
  }

  /** A press that bounces does not confirm. */
  #isConfirmed(): boolean {
    const { askingFrom = Number.POSITIVE_INFINITY, askingUntil = Number.NEGATIVE_INFINITY } = this.state;
    return this.#now >= askingFrom && this.#now < askingUntil;
  }

  #ask(by: string): PlayNote {
    // A bouncing press does not prolong the question.
    const { askingUntil = Number.NEGATIVE_INFINITY } = this.state;
    if (this.#now >= askingUntil)
      this.#set({ askingFrom: this.#now + ASK_FROM_MS, askingUntil: this.#now + ASK_MS, isRestarted: false, by });
    return 'again';
  }

  #again(by: string): PlayNote | undefined {
    const { hold, list } = this.state;
    if (this.#isLocked()) return 'lockedOut';
    if (!hold || !this.#isConfirmed() || !list.has(hold.number)) return 'notAsking';
    return this.#start(hold.number, by);
  }

  #start(number: string, by: string): undefined {
    const cue = this.state.list.get(number);
    if (!cue) return undefined;
    this.#supersede();
    const id = this.state.lastId + 1;
    const current: Run = {
      id,
      number,
      cue,
      call: { does: 'cue', number, name: cue.name },
      startedAt: this.#now,
      steps: stepRuns(cue.steps, 'steps', this.#now),
      nextAt:
        cue.afterwards?.from === 'start'
          ? this.#now + 1000 * Math.max(cue.afterwards.after, longestDelay(cue.steps))
          : undefined,
      reported: [],
    };
    this.#set({ current, standby: number, after: undefined, isMoved: false, lastId: id });
    this.#touch(by);
    this.#lock();
    this.started = id;
  }

  /** The waiting steps and the follow-on of the current cue end. Its answers are still awaited. */
  #supersede(): void {
    const { current, older } = this.state;
    if (current && isPlaying(current)) this.#report(this.#drop(current, 'superseded'));
    if (this.state.current) this.#set({ older: [...older, this.state.current], current: undefined });
  }

  /** Nothing more of a cue is sent. The outcomes of steps that have left still count. */
  #drop(run: Run, ending: NonNullable<Run['ending']>): Run {
    const dropped = this.#setRun({ ...dropWaiting(run), ending });
    if (dropped.steps.some(({ state }) => state === 'sent')) this.effects.push({ does: 'drop', run: dropped });
    return dropped;
  }

  #stop(by: string): undefined {
    const { current } = this.state;
    if (isPlaying(current) && current) this.#drop(current, 'stopped');
    this.#set({ by, askingUntil: undefined, askingFrom: undefined, startedUntil: Number.NEGATIVE_INFINITY });
  }

  #moveTo(number: string | undefined, by: string): PlayNote | undefined {
    if (number === undefined) return 'end';
    this.#set({ standby: number, after: undefined, isMoved: true });
    this.#touch(by);
    return undefined;
  }

  /** From the last cue to the end of the list. */
  #next(by: string): PlayNote | undefined {
    const { standby, list } = this.state;
    if (standby === undefined) return 'end';
    this.#set({ ...placeAfter(list, standby), isMoved: true });
    this.#touch(by);
    return undefined;
  }

  /** An accepted operation ends a hold. */
  #touch(by: string): void {
    this.#set({
      hold: undefined,
      askingUntil: undefined,
      askingFrom: undefined,
      startedUntil: Number.NEGATIVE_INFINITY,
      isRestarted: false,
      by,
    });
  }

  #edit(list: CueList): undefined {
    const { standby, after } = this.state;
    if (standby !== undefined && list.has(standby)) this.#set({ list });
    else this.#set({ list, ...placeAfter(list, standby ?? after) });
  }

  #end({ run: id, step: index, outcome, error }: Extract<PlayEvent, { does: 'ended' }>): undefined {
    const run = this.#runs().find((each) => each.id === id);
    if (run?.steps[index]?.state === 'sent') this.#endStep(run, index, outcome, error);
  }

  #endStep(run: Run, index: number, outcome: StepOutcome, error?: HubError, given: HoldReason = 'step'): void {
    const isRehearsed = outcome === 'rehearsal' && !this.#rules.isRehearsal;
    const state = isRehearsed ? 'not-sent' : outcome;
    const reason = isRehearsed ? 'rehearsal' : given;
    const steps = run.steps.map((each, at): StepRun => (at === index ? { ...each, state, reason, error } : each));
    const ended = { ...run, steps };
    const hold = isFailure(state) && holdOf(ended, steps[index]?.part ?? 'steps');
    if (hold) this.#hold(ended, hold);
    else this.#setRun(ended);
  }

  /** Nothing more of the cue is sent, and no follow-on plays. An unknown outcome stays until a person acts. */
  #hold(run: Run, hold: Hold): void {
    this.#setRun(run.id === this.state.current?.id ? dropWaiting(run) : run);
    const { current, hold: present } = this.state;
    if (current) this.#setRun({ ...current, nextAt: undefined });
    if (present?.outcome !== 'unknown' || hold.outcome === 'unknown') this.#set({ hold });
  }

  #sendDue(): void {
    const { expiry } = this.#rules;
    for (let index = 0; ; index += 1) {
      const run = this.state.current;
      const step = run?.steps[index];
      if (!run || !step) return;
      if (step.state !== 'waiting' || step.dueAt > this.#now) continue;
      const lateBy = this.#now - step.dueAt;
      if (lateBy > expiry) this.#endStep(run, index, 'not-sent', undefined, 'late');
      else {
        const steps = run.steps.map((each, at): StepRun => (at === index ? { ...each, state: 'sent' } : each));
        this.effects.push({ does: 'send', run: this.#setRun({ ...run, steps }), step: index, lateBy });
      }
    }
  }

  /** Reports each part of a cue once, when all its steps have ended. */
  #report(given: Run): void {
    let run = given;
    const parts = new Set<Part>(['steps', ...run.steps.map(({ part }) => part)]);
    for (const part of parts) {
      const steps = run.steps.filter((each) => each.part === part);
      if (run.reported.includes(part) || steps.some(isOpen)) continue;
      const outcome = outcomeOf(run, steps);
      run = this.#setRun({ ...run, reported: [...run.reported, part] });
      this.effects.push({ does: 'ended', run, part, outcome, hold: holdOf(run, part) });
      this.#set({ results: new Map([...this.state.results, [run.number, outcome]]) });
      if (part === 'steps' && outcome === 'done' && run.id === this.state.current?.id) run = this.#confirm(run);
    }
  }

  /** All steps are done, so standby moves on, unless a person has moved it. */
  #confirm(run: Run): Run {
    const { list, isMoved } = this.state;
    if (!isMoved) this.#set(placeAfter(list, run.number));
    const { afterwards } = run.cue;
    const isOver = run.ending !== undefined || this.state.hold !== undefined;
    return afterwards?.from === 'confirmed' && !isOver
      ? this.#setRun({ ...run, nextAt: this.#now + 1000 * afterwards.after })
      : run;
  }

  /**
   * The follow-on or time out of the current cue. It is an event of its own, so that a Stop comes between any two cues, and
   * a long row of follow-ons after 0 s does not hold up Node-RED.
   */
  #continue(): undefined {
    const run = this.state.current;
    if (!run?.cue.afterwards || run.nextAt === undefined || run.nextAt > this.#now || hasOpenSteps(run)) return;
    const { afterwards } = run.cue;
    if (this.#now - run.nextAt > this.#rules.expiry) {
      this.#dropNext(run, 'late');
      return;
    }
    const over = this.#setRun({ ...run, nextAt: undefined });
    if (afterwards.does === 'timeOut') {
      this.#setRun({ ...over, steps: [...over.steps, ...stepRuns(afterwards.steps, 'timeOut', run.nextAt)] });
    } else if (this.state.standby !== undefined) {
      const { lockedUntil, by, standby } = this.state;
      const { started } = this;
      this.#start(standby, by);
      // Only a press starts the lockout. A hand that meant this cue was slower than its follow-on.
      this.#set({ lockedUntil, startedUntil: this.#now + this.#rules.lockout });
      this.started = started;
    }
  }

  /** The list holds instead of a follow-on or time out. */
  #dropNext(run: Run, reason: HoldReason): void {
    const part = run.cue.afterwards?.does === 'timeOut' ? 'timeOut' : 'steps';
    const hold: Hold = { number: run.number, name: run.cue.name, part, outcome: 'not-sent', reason };
    const over = this.#setRun({ ...run, nextAt: undefined });
    this.#hold(over, hold);
    this.effects.push({ does: 'held', run: over, hold });
  }

  /** The outcomes of steps that were sent are unknown. Everything that waits is dropped, and the list names it. */
  #deploy(): undefined {
    this.#set({ askingUntil: undefined, askingFrom: undefined });
    // In a rehearsal, nothing has left.
    const outcome = this.#rules.isRehearsal ? 'not-sent' : 'unknown';
    for (const { id, steps } of this.#runs())
      for (const index of steps.keys()) {
        const run = this.#runs().find((each) => each.id === id);
        if (run?.steps[index]?.state === 'sent') this.#endStep(run, index, outcome, undefined, 'deployed');
      }
    const { current } = this.state;
    const waiting = current?.steps.findIndex(({ state }) => state === 'waiting') ?? -1;
    if (current && waiting >= 0) this.#endStep(current, waiting, 'not-sent', undefined, 'deployed');
    else if (current?.nextAt !== undefined) this.#dropNext(current, 'deployed');
  }
}

/** The place after a cue: on standby is the next one, or the end. */
const placeAfter = (list: CueList, number: string | undefined): Pick<PlayState, 'standby' | 'after'> => {
  const standby = nextNumber(list, number);
  return { standby, after: standby === undefined ? number : undefined };
};
