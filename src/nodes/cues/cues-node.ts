import type { NodeAPI, NodeDef, NodeMessage } from 'node-red';
import type { Finding } from '../../cues/check.js';
import { CueDesk } from '../../cues/cue-desk.js';
import { cueFiles } from '../../cues/cue-text.js';
import { cueTime } from '../../cues/cue-time.js';
import { type CueView, cueRows, cueViewOf, shownCue } from '../../cues/cue-view.js';
import { cuesOfNumber, type LookStep, type MessageStep, requireCue } from '../../cues/list.js';
import type { PlayNote, PlayRules, Press } from '../../cues/play.js';
import type { CueReport, Pressed } from '../../cues/player.js';
import { PositionFile } from '../../cues/position.js';
import type { Run, StepOutcome } from '../../cues/run.js';
import type { CueCall } from '../../hub/records/as-run.js';
import { HubError } from '../../hub/wire/errors.js';
import { outcomeOf } from '../../looks/entries.js';
import { CUE_OPERATIONS, CUES, type CueOperation, type SavedCuesNode } from '../../saved/cues.js';
import { StoredError } from '../../stored/stored-error.js';
import { Deployed } from '../desk/deployed.js';
import { type DeskMessage, DeskNode, operationIn } from '../desk/desk-node.js';
import { fileError } from '../desk/file-error.js';
import { lookNodes } from '../look/look-node.js';
import { copyOf } from '../message/json-values.js';
import { putIgnored, remainingMs, withFields } from '../message/message.js';
import { sessionOf } from '../registry/registry.js';
import type { CatchError } from '../runtime/catch-error.js';
import { Inputs, type Send } from '../runtime/inputs.js';
import { asError, editorId, type Lifetime, logErrors } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { readSaved } from '../runtime/saved-field.js';
import type { Note } from '../status/status-facts.js';
import { CueFailure, failPress, holdSentence, journalEnd, journalPress } from './cue-failure.js';
import { type CueRequest, requestOf, senderOf } from './cue-request.js';
import { CuesStatus } from './cues-status.js';
import { claimList, leaveStates, listPath, takeStates } from './deployed-lists.js';

/** The names of the operations in `msg.hub.operation`. */
const OPERATIONS = {
  go: 'goCue',
  goto: 'goToCue',
  again: 'againCue',
  standby: 'standbyCue',
  back: 'previousCue',
  next: 'nextCue',
  stop: 'stopCues',
  list: 'listCues',
} as const;

/** The statuses of operations that were ignored. */
const NOTES = {
  lockedOut: 'lockedOut',
  again: 'again',
  playing: 'cuePlaying',
  started: 'cueStarted',
  end: 'cueEnd',
  notAsking: 'cueNotAsking',
} as const satisfies Record<PlayNote, Note>;

/** While time runs, the state is sent once in this time, in ms. */
const TICK_MS = 1000;

/** The deployed nodes with a cue list. */
export const cuesNodes = new Deployed<CuesNode>('noCuesNode');

/** A `hub-cues`: plays a cue list, and reports its state. */
export class CuesNode extends DeskNode<CueRequest> {
  readonly list: string;
  readonly inputs: Inputs;
  readonly path: string;
  readonly desk: CueDesk;
  readonly status: CuesStatus;
  readonly #operation: CueOperation;
  readonly #rules: PlayRules;
  readonly #positionPath: string;
  /** Resolves when the file was read, or cannot be read. */
  readonly #started: Promise<void>;
  /** The state that was sent last, as a text. Blank: it is sent again. */
  #sent = '';
  #isReporting = false;
  #tick: unknown;

  /** Throws a HubError. */
  constructor(RED: NodeAPI, life: Lifetime, saved: NodeDef & SavedCuesNode, words: RuntimeWords) {
    super(RED, life, saved, words);
    const { hub } = this;
    const { node, clock } = life;
    const { operation, onGo, lockout, expiry, list } = readSaved(CUES, saved);
    this.#operation = operation;
    this.#rules = { onGo, lockout: lockout * 1000, expiry: expiry * 1000 };
    this.list = list || this.id;
    this.path = `${listPath(RED, this.list)}.json`;
    this.#positionPath = `${listPath(RED, this.list)}.position`;
    claimList(life, this.list);
    this.desk = new CueDesk({
      ...{ hub, owner: node, clock, time: cueTime, rules: this.#rules },
      file: cueFiles.open(this.path),
      position: new PositionFile(this.#positionPath),
      before: takeStates(this.path),
      recall: (step, call, remaining) => this.#recall(step, call, remaining),
      message: (step, run) => this.#sendMessage(step, run),
    });
    // Before all others, so that the errors of calls that the hub ends do not become outcomes of steps.
    life.add(() => leaveStates(RED, this.path, this.desk.close()));
    this.status = new CuesStatus(life, words, hub, () => this.view);
    this.#started = this.desk.start().catch(logErrors(node, this.reportFile));
    cuesNodes.add(this);

    const { changed, ended, fault, unsaved } = this.desk;
    life.add(changed.watch(() => this.#reportSoon()));
    life.add(hub.connection.stateChanged.watch(() => this.#reportSoon()));
    life.add(ended.watch(logErrors(node, (report) => this.#reportEnd(report))));
    life.add(fault.watch(logErrors(node, this.reportFile)));
    life.add(unsaved.watch((thrown) => this.#reportUnsaved(thrown)));
    this.inputs = new Inputs(life, words, {
      handle: this.receive,
      fail: (msg, error) => {
        // The state of the list shows a cue that failed.
        if (error.code === 'BAD_INPUT' && !(error instanceof CueFailure)) this.status.failed(error);
        return this.fail(msg, error);
      },
    });
    life.add(() => this.close());
  }

  /** The present state for people. */
  get view(): CueView {
    return cueViewOf(this.desk, (hold) => holdSentence(this.words, this.hub, hold));
  }

  async names(): Promise<ReadonlySet<string>> {
    await this.checkFile();
    if (!this.desk.state) throw new HubError('CLOSED');
    return new Set(this.desk.state.list.keys());
  }

  async checkFile(): Promise<void> {
    const { problem } = this.desk;
    if (problem !== undefined) throw fileError(problem, this.path);
  }

  report(): object {
    return { list: this.list, state: this.view, cues: cueRows(this.desk) };
  }

  requireName(names: ReadonlySet<string>, given: string): void {
    requireCue(names, given);
  }

  get lastNames(): Iterable<string> {
    const { problem, state } = this.desk;
    return problem === undefined ? (state?.list.keys() ?? []) : [];
  }

  /**
   * The present state as a message for lamps, displays and remote panels. `cue`: the state while the list is about this cue.
   * Otherwise, its light is off. Undefined: the file was not read yet.
   */
  stateOf(cue?: string): NodeMessage | undefined {
    if (!this.desk.state && this.desk.problem === undefined) return undefined;
    const message = this.#stateMessage();
    if (cue === undefined) return message;
    const list = this.desk.state?.list;
    const [number = '', ...others] = list ? cuesOfNumber(list, cue) : [];
    const found = list?.get(number);
    if (!found || others.length > 0) return { ...message, payload: 'unknown' };
    const { view } = this;
    const named = { number, name: found.name };
    const state = shownCue(view)?.number === number || view.state === 'unreadable' ? view.state : 'end';
    return { ...message, payload: { ...view, state, current: named, standby: named, failed: null } };
  }

  /** The steps that would fail now, or that have renamed things. */
  async check(): Promise<Finding[]> {
    // A cue recalls the looks of the only `hub-look` of its hub.
    const looks = async () => lookNodes.require(this.hub).names();
    const names = await looks().catch((error: unknown) => {
      if (error instanceof HubError) return error;
      throw error;
    });
    return this.desk.check(names);
  }

  /**
   * An operation of a person, which may wait for `remaining` ms. Each Go that sends nothing, or not all, is in the journal.
   * Throws a HubError. `node`: the editor id of the pressed node.
   */
  press(press: Press, node: string, remaining?: number): Pressed {
    const { desk, hub } = this;
    try {
      if (remaining !== undefined && remaining <= 0) throw new HubError('EXPIRED', { sentence: 'cueLate' });
      const pressed = desk.press(press, remaining);
      pressed.ended?.then(
        (report) => journalEnd(hub, report, node),
        // The node has closed.
        () => undefined,
      );
      return pressed;
    } catch (thrown) {
      const error = fileError(thrown, this.path);
      if (error instanceof HubError) journalPress(hub, press, error, node, desk.state?.standby);
      throw error;
    }
  }

  /**
   * Runs an operation for a message of a node with this life, and sends its result at the end of its cue. Returns why it was
   * ignored. Rejects with its failure.
   */
  async answer(
    life: Lifetime,
    press: Press,
    msg: NodeMessage,
    remaining: number | undefined,
    send: Send,
  ): Promise<Note | undefined> {
    const { note, ended } = this.press(press, editorId(life.node), remaining);
    const operation = OPERATIONS[press.does];
    if (note) {
      putIgnored(msg, NOTES[note]);
      return NOTES[note];
    }
    if (ended) this.#deliver(msg, operation, await ended, send);
    else this.#sendResult(msg, operation, this.view, send);
    return undefined;
  }

  protected async read(msg: DeskMessage) {
    const operation = operationIn(msg, CUE_OPERATIONS) ?? this.#operation;
    const request = requestOf(operation, msg.cue, senderOf(msg));
    // A message may arrive before the file was read.
    await this.#started;
    const ignored = request.press ? await this.presses.refusal(msg) : undefined;
    return ignored ? { ignored } : request;
  }

  protected async run({ operation, press }: CueRequest, msg: NodeMessage, since: number, send: Send): Promise<void> {
    const { life } = this;
    if (operation === 'ask') return this.resend();
    if (!press) return this.#sendResult(msg, OPERATIONS.list, cueRows(this.desk), send);
    if (life.hasEnded) throw new HubError('CLOSED');
    // A slow disk must not play a Go late.
    const now = life.clock.now();
    const remaining = Math.min(this.#rules.expiry - (now - since), remainingMs(msg, now) ?? Number.POSITIVE_INFINITY);
    const note = await this.answer(life, press, msg, remaining, send);
    if (note) this.status.note(note);
  }

  protected async resend(): Promise<void> {
    await this.#started;
    this.#sent = '';
    this.#reportState();
  }

  protected fail(msg: NodeMessage, error: HubError): CatchError {
    return failPress(this.life, this.words, this.hub, msg, error);
  }

  #sendResult(msg: NodeMessage, operation: string, payload: unknown, send: Send): void {
    send(withFields(msg, { topic: this.list, payload, hub: this.resultFields({ operation, outcome: 'done' }) }));
  }

  /** Sends the result of a cue, or throws its failure. */
  #deliver(msg: NodeMessage, operation: string, report: CueReport, send: Send): void {
    const { run, outcome, hold, isRehearsal } = report;
    const payload = run.steps.map(({ step: { does }, part, state }) => ({ does, part, outcome: state }));
    const cue = { number: run.number, name: run.cue.name };
    const played = withFields(msg, { topic: this.list, payload, cue });
    if (hold) throw new CueFailure(hold);
    const isEnded = outcome === 'superseded' || outcome === 'stopped';
    if (isEnded || isRehearsal) putIgnored(played, isEnded ? outcome : 'rehearsal');
    else send(withFields(played, { hub: this.resultFields({ operation, outcome }) }));
  }

  /** The end of a cue that no message waits for. */
  #reportEnd(report: CueReport): void {
    const { life, output } = this;
    const msg: NodeMessage = {};
    journalEnd(this.hub, report, this.id);
    try {
      this.#deliver(msg, 'followOnCue', report, (message) => output.run(() => life.node.send([message, null])));
    } catch (thrown) {
      if (!(thrown instanceof CueFailure)) throw thrown;
      output.run(() => life.node.error(this.fail(msg, thrown), msg));
    }
  }

  async #recall({ look, fade }: LookStep, call: CueCall, remaining: number): Promise<StepOutcome> {
    const request = { operation: 'recall', look, cue: { call, fade } } as const;
    const { entries, failure } = await lookNodes.require(this.hub).perform(request, remaining);
    if (failure) throw failure;
    return outcomeOf(entries);
  }

  #sendMessage({ topic, payload }: MessageStep, { number, cue: { name } }: Run): void {
    // The file has the payload, and a flow may change its message.
    const msg = { topic, payload: copyOf(payload), cue: { number, name } };
    this.life.node.send([msg, null]);
  }

  /** The commands of a cue are sent before its state. */
  #reportSoon(): void {
    if (this.#isReporting) return;
    this.#isReporting = true;
    this.life.afterStart(() => {
      this.#isReporting = false;
      this.#reportState();
    });
  }

  /** Sends the state after a change, and once a second while time runs. */
  #reportState(): void {
    const { clock, node } = this.life;
    if (!this.desk.state && this.desk.problem === undefined) return;
    const { remaining, ...lasting } = this.view;
    clock.clearTimeout(this.#tick);
    if (remaining !== null) this.#tick = clock.setTimeout(() => this.#repeatState(), TICK_MS);
    this.status.update();
    // A lamp needs the state again after a lost session.
    const text = JSON.stringify([lasting, this.hub.connection.session]);
    if (text !== this.#sent) this.output.run(() => node.send([null, this.#stateMessage()]));
    this.#sent = text;
    cuesNodes.changed.emit();
  }

  #repeatState(): void {
    this.#sent = '';
    this.#reportState();
  }

  #stateMessage(): NodeMessage {
    return { topic: 'cues', payload: this.view, ...{ hub: { cues: this.list, ...sessionOf(this.hub) } } };
  }

  /** It has no verdict, because the cue was sent. */
  #reportUnsaved(thrown: unknown): void {
    const reason = thrown instanceof StoredError ? thrown.facts.reason : asError(thrown).message;
    this.life.node.error(this.words('errors.positionFile', { file: this.#positionPath, reason }), {});
  }
}
