import type { Clock } from '../base/clock.js';
import { HubError } from '../hub/wire/errors.js';
import type { CueTime } from './cue-time.js';
import { type Effect, nextDue, type PlayEvent, type PlayNote, type PlayRules, type PlayState, play } from './play.js';
import type { CueOutcome, Hold, Part, Run, StepOutcome } from './run.js';

/** The end of the steps of a cue. */
export interface CueReport {
  readonly run: Run;
  readonly part: Part;
  readonly outcome: CueOutcome;
  readonly hold?: Hold | undefined;
  readonly isRehearsal: boolean;
}

/** The answer to an operation. */
export interface Pressed {
  /** Set if it was ignored. */
  readonly note?: PlayNote | undefined;
  /** Set if it started a cue. Rejects with `CLOSED`. */
  readonly ended?: Promise<CueReport> | undefined;
}

export interface PlayerPorts {
  /** Sends a step, which may wait for `remaining` ms since `since` (the clock's ms). Throws a HubError. */
  readonly send: (run: Run, index: number, since: number, remaining: number) => Promise<StepOutcome>;
  /** Ends the sent steps of a run that have not left. Their `send` then throws. */
  readonly drop: (run: Run) => void;
  /** Called before steps are sent. */
  readonly save: (state: PlayState) => void;
  /** The end of a cue that no operation waits for. */
  readonly report: (report: CueReport) => void;
  readonly changed: () => void;
  /** A fault of this program. */
  readonly fault: (thrown: unknown) => void;
}

interface Waiting {
  readonly resolve: (report: CueReport) => void;
  readonly reject: (error: HubError) => void;
}

/** Plays a list on a clock: one state with its timer, its steps and its reports. */
export class Player {
  state: PlayState;
  readonly #rules: PlayRules;
  readonly #ports: PlayerPorts;
  readonly #clock: Clock;
  /** The operations that wait for the end of their cue, by its run. */
  readonly #waiting = new Map<number, Waiting>();
  readonly #time: CueTime;
  #timer: unknown;
  #isClosed = false;

  constructor(state: PlayState, rules: PlayRules, ports: PlayerPorts, clock: Clock, time: CueTime) {
    this.state = state;
    this.#rules = rules;
    this.#ports = ports;
    this.#clock = clock;
    this.#time = time;
  }

  /** `remaining`: the ms that steps may still wait, if their wait began elsewhere. */
  take(event: PlayEvent, remaining = Number.POSITIVE_INFINITY): Pressed {
    if (this.#isClosed) return {};
    const { state, effects, note, started } = play(this.state, event, this.now, this.#rules);
    this.state = state;
    const ended = started === undefined ? undefined : this.#endOf(started);
    // A promise without a reader must not end Node-RED.
    ended?.catch(() => undefined);
    this.#ports.save(state);
    for (const effect of effects) this.#act(effect, remaining);
    this.#wait();
    this.#ports.changed();
    return { note, ended };
  }

  /** The present time of the state, in ms. It also counts the time that the computer slept. */
  get now(): number {
    return this.#time.read();
  }

  /** Returns the state for the next player of this list. Nothing is in progress in it. */
  close(): PlayState {
    this.#isClosed = true;
    this.#clock.clearTimeout(this.#timer);
    for (const [run, { reject }] of this.#waiting)
      reject(new HubError('CLOSED', {}, { outcome: this.#hasSent(run) ? 'unknown' : 'not-sent' }));
    return play(this.state, { does: 'deploy' }, this.now, this.#rules).state;
  }

  #hasSent(id: number): boolean {
    if (this.#rules.isRehearsal) return false;
    const { current, older } = this.state;
    const run = [current, ...older].find((each) => each?.id === id);
    return run?.steps.some(({ state }) => state !== 'waiting' && state !== 'dropped') ?? false;
  }

  #endOf(run: number): Promise<CueReport> {
    return new Promise((resolve, reject) => this.#waiting.set(run, { resolve, reject }));
  }

  #act(effect: Effect, remaining: number): void {
    const { run } = effect;
    const isRehearsal = this.#rules.isRehearsal === true;
    if (effect.does === 'send') {
      void this.#send(run, effect.step, Math.min(remaining, this.#rules.expiry - effect.lateBy));
      return;
    }
    if (effect.does === 'drop') {
      this.#ports.drop(run);
      return;
    }
    const { hold } = effect;
    if (effect.does === 'held') {
      this.#ports.report({ run, part: hold?.part ?? 'steps', outcome: 'failed', hold, isRehearsal });
      return;
    }
    const { part, outcome } = effect;
    const report = { run, part, outcome, hold, isRehearsal };
    const waiting = part === 'steps' ? this.#waiting.get(run.id) : undefined;
    this.#waiting.delete(run.id);
    if (waiting) waiting.resolve(report);
    else this.#ports.report(report);
  }

  async #send(run: Run, index: number, remaining: number): Promise<void> {
    const ended = { does: 'ended', run: run.id, step: index } as const;
    try {
      this.take({ ...ended, outcome: await this.#ports.send(run, index, this.#clock.now(), remaining) });
    } catch (thrown) {
      const error = thrown instanceof HubError ? thrown : undefined;
      this.take({ ...ended, outcome: error?.outcome ?? 'unknown', error });
      if (!error) this.#ports.fault(thrown);
    }
  }

  #wait(): void {
    this.#clock.clearTimeout(this.#timer);
    const due = nextDue(this.state);
    if (due !== undefined && !this.#isClosed)
      this.#timer = this.#clock.setTimeout(() => this.take({ does: 'due' }), Math.max(0, due - this.now));
  }
}
