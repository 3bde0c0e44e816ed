import type { Clock } from '../base/clock.js';
import { Signal } from '../base/signal.js';
import type { Hub } from '../hub/hub.js';
import type { CueCall } from '../hub/records/as-run.js';
import { HubError } from '../hub/wire/errors.js';
import type { StoredFile } from '../stored/stored-file.js';
import { checkCues, type Finding } from './check.js';
import { CueCommands } from './cue-commands.js';
import type { CueTime } from './cue-time.js';
import { type Cue, type CueList, type LookStep, type MessageStep, requireCue } from './list.js';
import { firstState, type PlayRules, type PlayState, type Press, rehearsalState } from './play.js';
import { type CueReport, Player, type PlayerPorts, type Pressed } from './player.js';
import { type PositionFile, positionOf, restoredState, unreadState } from './position.js';
import type { Run, StepOutcome } from './run.js';

/** The states of a list that outlast a deploy. */
export interface DeskStates {
  readonly live: PlayState;
  /** Set while a rehearsal is on. */
  readonly rehearsal: PlayState | undefined;
}

export interface CueDeskOptions {
  readonly hub: Hub;
  /** The owner of its calls. */
  readonly owner: object;
  readonly file: Pick<StoredFile<CueList>, 'changed' | 'failed' | 'read' | 'close'>;
  readonly position: Pick<PositionFile, 'read' | 'write'>;
  /** The states at the end of the last desk of this list, after a deploy. Undefined: the position decides. */
  readonly before?: DeskStates | undefined;
  readonly rules: PlayRules;
  readonly clock: Clock;
  /** Players and desks share it, so that a lockout of one of them is over at the same time for the next. */
  readonly time: CueTime;
  /** Recalls a look within `remaining` ms. Throws a HubError. */
  readonly recall: (step: LookStep, call: CueCall, remaining: number) => Promise<StepOutcome>;
  /** Sends the message of a step. */
  readonly message: (step: MessageStep, run: Run) => void;
}

/** Plays the cues of one file on one hub. In a rehearsal, it plays a copy of the state, which its end drops. */
export class CueDesk {
  /** The state, the list or the problem of the file has changed. */
  readonly changed = new Signal<void>();
  /** The end of a cue that no operation waits for: after a follow-on, of a time out, or of a follow-on that was dropped. */
  readonly ended = new Signal<CueReport>();
  /** A fault of this program. */
  readonly fault = new Signal<unknown>();
  /** The error of the disk when the position can no longer be written. */
  readonly unsaved = new Signal<unknown>();
  readonly #options: CueDeskOptions;
  readonly #commands: CueCommands;
  /** Undefined until the file was read. */
  #live: Player | undefined;
  #rehearsal: Player | undefined;
  /** The error of the file. */
  #problem: unknown;
  #isSaved = true;
  #prepared: { readonly cue: Cue; readonly session: string | undefined } | undefined;
  readonly #unwatch: readonly (() => void)[];

  constructor(options: CueDeskOptions) {
    const { hub, owner, file } = options;
    this.#options = options;
    this.#commands = new CueCommands(hub, owner);
    this.#unwatch = [
      file.changed.watch((list) => this.#show(list)),
      file.failed.watch((error) => this.#fail(error)),
      hub.rehearsal.changed.watch((on) => this.#rehearse(on)),
      hub.connection.stateChanged.watch(() => this.#prepare()),
    ];
  }

  /** Reads the file. Rejects with its error. */
  async start(): Promise<void> {
    try {
      this.#show(await this.#options.file.read());
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  /** The state that a person sees: that of the rehearsal while one is on. Undefined: the file was not read. */
  get state(): PlayState | undefined {
    return this.#shown?.state;
  }

  /** The time of the state in ms. */
  get now(): number {
    return this.#options.time.read();
  }

  /** The error of the file. Undefined: it was read. */
  get problem(): unknown {
    return this.#problem;
  }

  /**
   * An operation of a person. `remaining`: the ms that its commands may still wait, if their wait began elsewhere. Throws
   * the error of the file, a HubError if a cue does not exist, and `CLOSED` before the file was read.
   */
  press(press: Press, remaining?: number): Pressed {
    const player = this.#shown;
    const isPlay = press.does === 'go' || press.does === 'goto' || press.does === 'again';
    if (!player || (isPlay && this.#problem !== undefined)) throw this.#problem ?? new HubError('CLOSED');
    const isTo = press.does === 'goto' || press.does === 'standby';
    return player.take(isTo ? { ...press, cue: requireCue(player.state.list, press.cue) } : press, remaining);
  }

  /** The steps of the list that would fail now, or that have renamed things. `looks`: the names of the looks, or the error if there is no node for them. */
  check(looks: ReadonlySet<string> | HubError): Promise<Finding[]> {
    return checkCues(this.state?.list ?? new Map(), this.#commands.read, looks);
  }

  /** Returns the states for the next desk of this list. Undefined: there are none, since no list was read yet. */
  close(): DeskStates | undefined {
    for (const unwatch of this.#unwatch) unwatch();
    const rehearsal = this.#rehearsal?.close();
    const live = this.#live?.close();
    this.#commands.close();
    this.changed.close();
    this.ended.close();
    this.fault.close();
    this.unsaved.close();
    this.#options.file.close();
    return live ? { live, rehearsal } : this.#options.before;
  }

  get #shown(): Player | undefined {
    return this.#rehearsal ?? this.#live;
  }

  #show(list: CueList): void {
    this.#problem = undefined;
    if (this.#live) {
      if (list !== this.#live.state.list) this.#live.take({ does: 'list', list });
      if (list !== this.#rehearsal?.state.list) this.#rehearsal?.take({ does: 'list', list });
    } else this.#begin(list);
    this.#onChange();
  }

  #begin(list: CueList): void {
    const { hub, before } = this.#options;
    this.#live = this.#player(before?.live ?? this.#savedState(list), false);
    if (hub.rehearsal.on && before?.rehearsal) this.#rehearsal = this.#player(before.rehearsal, true);
    // The list may have changed, and the position is saved.
    if (before) for (const player of [this.#live, this.#rehearsal]) player?.take({ does: 'list', list });
    if (hub.rehearsal.on && !this.#rehearsal) this.#rehearse(true);
  }

  #player(state: PlayState, isRehearsal: boolean): Player {
    const { rules, clock, time } = this.#options;
    const save = isRehearsal ? () => undefined : (changed: PlayState) => this.#save(changed);
    return new Player(state, { ...rules, isRehearsal }, this.#ports(save), clock, time);
  }

  /** The first state, if the list was never played. A position that cannot be read does not begin the show again. */
  #savedState(list: CueList): PlayState {
    try {
      const saved = this.#options.position.read();
      return saved ? restoredState(list, saved) : firstState(list);
    } catch (error) {
      this.fault.emit(error);
      return unreadState(list);
    }
  }

  #fail(error: unknown): void {
    this.#problem = error;
    this.#onChange();
  }

  /** Waiting steps, follow-ons and questions end, since nothing is sent in a rehearsal. */
  #rehearse(on: boolean): void {
    const { lockedUntil = 0, startedUntil = 0 } = this.#rehearsal?.state ?? {};
    // A key that bounces at the end of a rehearsal sends nothing.
    if (this.#live && this.#rehearsal)
      this.#live.state = { ...this.#live.state, lockedUntil: Math.max(lockedUntil, startedUntil) };
    this.#rehearsal?.close();
    this.#rehearsal = undefined;
    if (on && this.#live) {
      this.#live.take({ does: 'stop', by: this.#live.state.by });
      this.#rehearsal = this.#player(rehearsalState(this.#live.state), true);
    }
    this.#onChange();
  }

  #ports = (save: PlayerPorts['save']): PlayerPorts => ({
    save,
    send: this.#send,
    // A rehearsal refuses them itself, and the list then holds.
    drop: ({ call }) => !this.#options.hub.rehearsal.on && this.#commands.end(call),
    report: (report) => this.ended.emit(report),
    changed: () => this.#onChange(),
    fault: (thrown) => this.fault.emit(thrown),
  });

  #send: PlayerPorts['send'] = async (run, ...step) => {
    try {
      return await this.#sendStep(run, ...step);
    } catch (error) {
      const isNotSent = error instanceof HubError && error.outcome === 'not-sent';
      if (isNotSent && this.#options.hub.hasEnded(run.call)) return 'dropped';
      throw error;
    }
  };

  #sendStep: PlayerPorts['send'] = async (run, index, since, remaining) => {
    const step = run.steps[index]?.step;
    const { hub, recall, message, clock } = this.#options;
    switch (step?.does) {
      case 'command':
        return this.#commands.send(step, run.call, since, remaining);
      case 'look':
        // Without an earlier command that waits, it starts at once.
        if (this.#commands.isWaiting) await this.#commands.turn(run.call);
        return recall(step, run.call, remaining - (clock.now() - since));
      case 'message':
        if (hub.rehearsal.on) return 'rehearsal';
        message(step, run);
        return 'done';
      default:
        return 'done';
    }
  };

  /** A full disk does not stop the show, and is reported once. */
  #save(state: PlayState): void {
    const wasSaved = this.#isSaved;
    try {
      this.#options.position.write(positionOf(state));
      this.#isSaved = true;
    } catch (error) {
      this.#isSaved = false;
      if (wasSaved) this.unsaved.emit(error);
    }
  }

  #onChange(): void {
    this.#prepare();
    this.changed.emit();
  }

  /** The commands of the cue on standby, once for each session. */
  #prepare(): void {
    const { standby, list } = this.state ?? {};
    const cue = standby === undefined ? undefined : list?.get(standby);
    const { state, session } = this.#options.hub.connection;
    const isPrepared = cue === this.#prepared?.cue && session === this.#prepared?.session;
    // The session begins before the first answer of the hub.
    if (!cue || isPrepared || state !== 'connected') return;
    this.#prepared = { cue, session };
    this.#commands.prepare(cue);
  }
}
