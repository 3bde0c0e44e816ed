import type { NodeAPI, NodeDef, NodeMessage } from 'node-red';
import type { Hub } from '../../hub/hub.js';
import { HubError } from '../../hub/wire/errors.js';
import { requireLook } from '../../looks/edit-looks.js';
import { failedEntries, type LookEntry, outcomeOf } from '../../looks/entries.js';
import type { Looks } from '../../looks/look.js';
import { LookDesk } from '../../looks/look-desk.js';
import type { LookStatus } from '../../looks/look-states.js';
import { lookFiles } from '../../looks/look-text.js';
import { entriesError } from '../../looks/send-values.js';
import type { LookOperation, SavedLookNode } from '../../saved/look.js';
import { Deployed } from '../desk/deployed.js';
import { type DeskMessage, DeskNode } from '../desk/desk-node.js';
import { fileError } from '../desk/file-error.js';
import { copyOf } from '../message/json-values.js';
import { putIgnored, remainingMs, withFields } from '../message/message.js';
import { journalBadInput, journalFailure } from '../registry/journal-failure.js';
import { sessionOf } from '../registry/registry.js';
import { WatchSession } from '../registry/sessions.js';
import { type CatchError, failMessage } from '../runtime/catch-error.js';
import { Inputs, type Send } from '../runtime/inputs.js';
import { editorId, type Lifetime, logErrors } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { Status } from '../status/status.js';
import { type LookRequest, LookRequests } from './look-request.js';
import { lookFileOf, lookSettingsOf } from './look-settings.js';

/** The names of the operations in `msg.hub.operation`. */
const OPERATIONS: Readonly<Record<LookOperation, string>> = {
  recall: 'recallLook',
  store: 'storeLook',
  compare: 'compareLook',
  restore: 'restoreLook',
  delete: 'deleteLook',
  list: 'listLooks',
};

/** The node that presses a look: its own one, or a control. */
export interface Presser {
  readonly life: Lifetime;
  readonly status: Status;
}

/** The end of an operation. */
interface LookResult {
  readonly payload: unknown;
  /** The values with their outcomes. Empty if the operation sends none. */
  readonly entries: readonly LookEntry[];
  /** Set if some values were not set. */
  readonly failure: HubError | undefined;
}

/** Adds a recall that failed before its first value to the journal. `node`: the editor id of the pressed node. */
export const journalRecall = (hub: Hub, name: string, failure: HubError, node: string): void =>
  journalFailure(hub, { does: 'recall', name, since: 0 }, failure, node);

const sent = (entries: LookEntry[]): LookResult => ({ payload: entries, entries, failure: entriesError(entries) });

const read = (payload: unknown): LookResult => ({ payload, entries: [], failure: undefined });

/** The hub may have the values of an operation whose node has closed before its end. */
const closedError = (entries: readonly LookEntry[]): HubError =>
  new HubError('CLOSED', {}, entries.some(({ outcome }) => MAYBE_SET.includes(outcome)) ? { outcome: 'unknown' } : {});

const MAYBE_SET: readonly LookEntry['outcome'][] = ['done', 'unknown'];

/** The deployed nodes with looks. */
export const lookNodes = new Deployed<LookNode>('noLookNode');

/** A `hub-look`: runs operations on the looks of a file, and reports their states. */
export class LookNode extends DeskNode<LookRequest> {
  readonly inputs: Inputs;
  readonly path: string;
  readonly desk: LookDesk;
  readonly status: Status;
  readonly #requests: LookRequests;
  /** Undefined if the looks are not polled. */
  readonly #session: WatchSession | undefined;
  /** The last state of each look on the second output, as a text. Blank: it is sent again. */
  readonly #sent = new Map<string, string>();
  /** The same for the engines that ask for a restore. Undefined: none has asked yet. */
  #sentAsking: string | undefined;

  /** Throws a HubError. */
  constructor(RED: NodeAPI, life: Lifetime, saved: NodeDef & SavedLookNode, words: RuntimeWords) {
    super(RED, life, saved, words);
    const { hub } = this;
    const { node } = life;
    const settings = lookSettingsOf(saved);
    const file = lookFiles.open(lookFileOf(settings.file, this.config, RED.settings.userDir ?? ''));
    this.path = file.path;
    this.desk = new LookDesk({ ...settings, hub, owner: node, file, look: settings.look || undefined });
    this.#requests = new LookRequests(settings, this.presses);
    this.status = new Status(life, words, hub);
    this.#session = settings.interval > 0 ? new WatchSession(life, hub) : undefined;
    lookNodes.add(this);

    const { statesChanged, restorer } = this.desk;
    life.add(file.failed.watch(logErrors(node, this.reportFile)));
    statesChanged.watch(logErrors(node, () => this.#onStates()));
    restorer.restored.watch(logErrors(node, ({ engine, entries }) => this.#reportRestore(engine, entries)));
    restorer.askingChanged.watch(logErrors(node, (engines) => this.#reportAsking(engines)));
    life.afterStart(() => this.desk.start().catch(logErrors(node, this.reportFile)));
    this.inputs = new Inputs(life, words, { handle: this.receive, fail: (msg, error) => this.fail(msg, error) });
    life.add(() => {
      this.desk.close();
      this.close();
    });
  }

  /** The looks in the file. Rejects with a HubError if it cannot be read. */
  async list(): Promise<Looks> {
    try {
      return await this.desk.list();
    } catch (thrown) {
      throw fileError(thrown, this.path);
    }
  }

  async names(): Promise<ReadonlySet<string>> {
    return new Set((await this.list()).keys());
  }

  async checkFile(): Promise<void> {
    await this.list();
  }

  report(): object {
    const looks = [...this.desk.states].map(([name, status]) => ({ name, ...status }));
    return { looks, asking: this.desk.restorer.asking };
  }

  requireName(names: ReadonlySet<string>, given: string): void {
    requireLook(names, given);
  }

  get lastNames(): Iterable<string> {
    return this.desk.names ?? [];
  }

  /** The message with the present state of a look. */
  stateOf(look: string): NodeMessage {
    return this.#stateMessage(look, this.desk.statusOf(look));
  }

  /**
   * Runs an operation of a person within `remaining` ms. A recall that sends nothing is in the journal, and so is a wrong
   * operation. `node`: the editor id of the pressed node. Rejects with a HubError if nothing was sent.
   */
  async press(request: LookRequest, node: string, remaining?: number): Promise<LookResult> {
    const { operation, look } = request;
    const { hub } = this;
    const journal = (error: unknown) => {
      if (operation !== 'recall') journalBadInput(hub, error, node, `${operation} ${look}`.trim());
      else if (error instanceof HubError) journalRecall(hub, look, error, node);
    };
    try {
      const result = await this.perform(request, remaining);
      // A value that failed has its row. One that the hub does not have was never sent, and has no code.
      if (result.failure && failedEntries(result.entries).every(({ code }) => code === undefined))
        journal(result.failure);
      return result;
    } catch (error) {
      journal(error);
      throw error;
    }
  }

  /** The same without the journal. */
  async perform({ operation, look, only, share, cue }: LookRequest, remaining?: number): Promise<LookResult> {
    const { desk } = this;
    try {
      switch (operation) {
        case 'recall':
          return sent(await desk.recall(look, only, share, remaining, cue));
        case 'restore':
          return sent(await this.restoreAll(remaining));
        case 'store':
          return read(await desk.store(look));
        case 'compare':
          return read(await desk.compare(look));
        case 'delete':
          await desk.delete(look);
          return read(look);
        case 'list':
          return read([...(await desk.list()).keys()]);
      }
    } catch (thrown) {
      throw fileError(thrown, this.path);
    }
  }

  /** Runs an operation for a message of a node, and sends its result. Rejects with its failure. */
  async answer(
    { life, status }: Presser,
    request: LookRequest,
    msg: NodeMessage,
    remaining: number | undefined,
    send: Send,
  ): Promise<void> {
    const { operation, look } = request;
    status.sending();
    try {
      const { entries, failure, ...result } = await this.press(request, editorId(life.node), remaining);
      if (life.hasEnded) throw closedError(entries);
      // The values of a look belong to its file, and a flow may change its message.
      const payload = copyOf(result.payload);
      if (failure) {
        withFields(msg, { payload });
        throw failure;
      }
      const outcome = outcomeOf(entries);
      const isSkipped = outcome === 'superseded' || outcome === 'rehearsal';
      if (isSkipped) putIgnored(msg, outcome);
      status.ended(isSkipped ? { skipped: { outcome } } : { done: {} });
      const fields = { operation: OPERATIONS[operation], ...(look && { look }), outcome };
      if (outcome === 'done' || operation === 'restore')
        send(withFields(msg, { payload, hub: this.resultFields(fields) }));
    } catch (error) {
      status.ended(error instanceof HubError ? { failure: error } : undefined);
      throw error;
    }
  }

  /** Restores the engines that ask at any node of the hub. */
  async restoreAll(remaining?: number): Promise<LookEntry[]> {
    const restored = lookNodes.ofHub(this.hub).map(({ desk }) => desk.restorer.restore(remaining));
    return (await Promise.all(restored)).flat();
  }

  protected read(msg: DeskMessage) {
    return this.#requests.read(msg);
  }

  protected async run(request: LookRequest, msg: NodeMessage, _since: number, send: Send): Promise<void> {
    try {
      await this.answer(this, request, msg, remainingMs(msg, this.life.clock.now()), send);
    } finally {
      // A lamp shows the result of the command until the next state.
      if (request.operation === 'recall' || request.operation === 'restore') this.resend();
    }
  }

  protected resend(): void {
    for (const name of this.#sent.keys()) this.#sent.set(name, '');
    if (this.#sentAsking !== undefined) this.#sentAsking = '';
    this.output.run(() => this.#reportStates());
  }

  protected fail(msg: NodeMessage, error: HubError): CatchError {
    if (error.code === 'BAD_INPUT') this.status.failed(error);
    return failMessage(this.life, this.words, msg, error, { hub: this.hub, fields: sessionOf(this.hub) });
  }

  /** A lamp does not wait for the slices: the session ends at once. */
  #onStates(): void {
    if (this.desk.isRead) this.#session?.answered();
    else this.#session?.failed();
    this.output.run(() => this.#reportStates());
  }

  #reportStates(): void {
    const { states, isRead } = this.desk;
    this.status.look(this.#statusText(states));
    const send = (look: string, status: LookStatus) => this.#send(this.#stateMessage(look, status));
    for (const name of this.#sent.keys())
      if (!states.has(name)) {
        this.#sent.delete(name);
        send(name, this.desk.statusOf(name));
      }
    for (const [name, status] of states) {
      const text = JSON.stringify([status, this.#sessionFields]);
      if (text !== this.#sent.get(name)) send(name, status);
      this.#sent.set(name, text);
    }
    lookNodes.changed.emit();
    this.#sendAsking();
    if (isRead) this.#session?.delivered(this.#session.id);
  }

  /** The look that is recalled, else the one that is on, else the only one. */
  #statusText(states: ReadonlyMap<string, LookStatus>): string | undefined {
    const all = [...states].map(([look, { state, differences }]) => ({ look, state, count: differences }));
    const shown =
      all.find(({ state }) => state === 'recalling') ??
      all.find(({ state }) => state === 'on') ??
      (all.length === 1 ? all[0] : undefined);
    return shown && this.words(`look.${shown.state}`, { look: shown.look, count: shown.count });
  }

  #stateMessage(look: string, { state: payload, differences }: LookStatus): NodeMessage {
    const hub = { look, ...this.#sessionFields, at: this.life.clock.date() };
    return { topic: look, payload, ...{ look, differences, hub } };
  }

  /** The fields that identify the hub and the session. */
  get #sessionFields(): object {
    return this.#session?.fields ?? sessionOf(this.hub);
  }

  #send(msg: NodeMessage): void {
    this.life.node.send([null, msg]);
  }

  #reportRestore(engine: string, entries: readonly LookEntry[]): void {
    const error = entriesError(entries);
    // Other watches share the values of a poll.
    const payload = copyOf(entries);
    const hub = this.resultFields({ operation: OPERATIONS.restore, outcome: outcomeOf(entries) });
    const msg = { topic: engine, payload, hub };
    this.output.run(() => {
      if (error) this.life.node.error(this.fail(msg, error), msg);
      else this.life.node.send([msg, null]);
    });
  }

  #reportAsking(engines: readonly string[]): void {
    this.status.ask(engines.length > 0);
    this.output.run(() => this.#sendAsking());
  }

  /**
   * The engines that ask for a restore: `armed`, and `off` after it. Only while the hub is read, since a lamp is unknown
   * anyway without a session. A lamp needs the state again after a lost session.
   */
  #sendAsking(): void {
    const { asking: engines } = this.desk.restorer;
    const hub = this.#session?.fields;
    if (!this.#session?.id || (engines.length === 0 && this.#sentAsking === undefined)) return;
    const text = JSON.stringify([engines, hub]);
    if (text === this.#sentAsking) return;
    this.#sentAsking = text;
    this.#send({ topic: 'restore', payload: engines.length > 0 ? 'armed' : 'off', ...{ engines, hub } });
  }
}
