import type { NodeMessage } from 'node-red';
import type { Hub } from '../../hub/hub.js';
import type { ReadAnswer } from '../../hub/reads/read.js';
import type { Parameter } from '../../hub/table/operation.js';
import { type AnyOperation, findOperation } from '../../hub/table/operations.js';
import { ITEM_PARAMETER, itemParameter } from '../../hub/table/public-table.js';
import { hasItem } from '../../hub/watch/own-commands.js';
import { badInput, HubError } from '../../hub/wire/errors.js';
import { checkParams, type Params } from '../../hub/wire/request.js';
import { savedNames, targetNames } from '../../hub/words/target-names.js';
import type { SavedParams } from '../../saved/param.js';
import { type SavedWatch, WATCH } from '../../saved/watch.js';
import { type HubFields, withFields } from '../message/message.js';
import { ItemView, partOf, WatchedValue } from '../message/watched-value.js';
import { journalBadInput } from '../registry/journal-failure.js';
import { running } from '../registry/registry.js';
import { WatchSession } from '../registry/sessions.js';
import { type CatchError, failMessage } from '../runtime/catch-error.js';
import type { Send, Work } from '../runtime/inputs.js';
import { editorId, type Lifetime, logErrors } from '../runtime/lifetime.js';
import { NodeOutput } from '../runtime/node-output.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { readSaved } from '../runtime/saved-field.js';
import { readOf } from '../runtime/target.js';
import { EvaluationQueue, paramsEvaluator } from '../runtime/typed-inputs.js';
import { Status } from '../status/status.js';

/** The values of `msg.watch`. */
const SWITCHES = ['start', 'stop'] as const;

/** A watch: sends a value of the hub when it changes. */
export class Watch implements Work {
  readonly #life: Lifetime;
  readonly #words: RuntimeWords;
  readonly #hub: Hub;
  readonly #operation: AnyOperation;
  /** The operation with the item, if it watches one. */
  readonly #read: AnyOperation;
  readonly #inputs: SavedParams<unknown>;
  readonly #path: string;
  /** In ms. */
  readonly #interval: number;
  readonly #sendsUnknown: boolean;
  readonly #topic: string;
  readonly #item: ItemView | undefined;
  readonly #watched: WatchedValue;
  readonly #status: Status;
  readonly #session: WatchSession;
  readonly #output: NodeOutput;
  readonly #evaluations: EvaluationQueue;
  /** Requests that arrived before the first answer. */
  readonly #pendingRequests: (() => void)[] = [];
  #hasResult = false;
  /** A command has changed the state, and no answer has shown it. */
  #isExpecting = false;
  #isStopped: boolean;
  /** After a stop, the value is sent even if it is the same as before. */
  #isRestarted = false;
  #endPoll = (): void => {};
  #failure: HubError | undefined;
  #failedParams: Params | undefined;

  /** It starts with the other nodes. Throws `BAD_INPUT`. */
  constructor(life: Lifetime, words: RuntimeWords, hub: Hub, saved: SavedWatch & { readonly name?: string }) {
    const { node, clock } = life;
    const operation = readOf(saved.operation);
    const { path, params, listChanges, interval, onLoss } = readSaved(WATCH, saved);
    const parameters = watchedParameters(operation, params);
    this.#life = life;
    this.#words = words;
    this.#hub = hub;
    this.#operation = operation;
    this.#read = { ...operation, parameters };
    this.#inputs = params;
    this.#path = path;
    this.#interval = Math.round(interval * 1000);
    this.#sendsUnknown = onLoss === 'unknown';
    this.#topic = saved.name || operation.name;
    this.#item = parameters === operation.parameters ? undefined : new ItemView();
    const view = this.#item ?? { value: partOf(node.tools.keysOf, path) };
    this.#watched = new WatchedValue(operation, view, listChanges);
    this.#status = new Status(life, words, hub, { operation: this.#read });
    this.#session = new WatchSession(life, hub);
    this.#output = new NodeOutput(node);
    this.#evaluations = new EvaluationQueue(life);
    this.#isStopped = running.stoppedWatches.has(node.id);
    life.afterStart(() => {
      // After a deploy of this node only, the nodes behind it have the value from before.
      this.#sendUnknown(undefined, { ...this.#session.fields, at: clock.date() });
      if (this.#isStopped) this.#stop();
      else return this.#start();
    });
    life.add((removed) => {
      this.#endPoll();
      if (removed) running.stoppedWatches.delete(node.id);
      this.#setResult(new HubError('CLOSED'));
      this.#output.close();
    });
  }

  /** Starts or stops it, or sends the present value. */
  async handle(msg: NodeMessage & { readonly watch?: unknown }, send: Send): Promise<void> {
    const { watch: wanted } = msg;
    if (wanted === undefined) return this.#sendPresent(msg, send);
    if (!SWITCHES.some((each) => each === wanted)) {
      const error = badInput('msg.watch', wanted, { key: 'choice', options: SWITCHES });
      this.#status.note('BAD_INPUT');
      journalBadInput(this.#hub, error, editorId(this.#life.node));
      throw error;
    }
    if (wanted === 'stop' && !this.#isStopped) this.#stop();
    if (wanted === 'start' && this.#isStopped) await this.#start();
  }

  fail(msg: NodeMessage, error: HubError): CatchError {
    return this.#fail(msg, error, this.#session.fields);
  }

  async #start(): Promise<void> {
    const { node } = this.#life;
    const parameters = this.#read.parameters;
    this.#isStopped = false;
    running.stoppedWatches.delete(node.id);
    this.#status.stopped(false);
    this.#session.open();
    try {
      const evaluated = await this.#evaluations.inOrder(paramsEvaluator(node, { parameters }, this.#inputs)({}));
      if (this.#isStopped) return;
      this.#endPoll();
      const { [ITEM_PARAMETER]: itemId, ...params } = this.#item ? checkParams({ parameters }, evaluated) : evaluated;
      if (this.#item) this.#item.params = { itemId };
      this.#endPoll = this.#hub.reads.watch(this.#operation, params, this.#interval, {
        answer: logErrors(node, (answer: ReadAnswer) => this.#handleAnswer(answer)),
        failure: logErrors(node, (cause: unknown) => this.#endSession(cause, params)),
        expect: (items: ReadonlySet<string>) => {
          this.#isExpecting ||= hasItem(items, this.#item?.params.itemId);
        },
      });
    } catch (error) {
      if (this.#isStopped) return;
      this.#endSession(error);
      // Without valid fields, the watch never reads.
      this.#session.close();
    }
  }

  /** Its lamps are unknown until it is started. */
  #stop(): void {
    this.#isStopped = true;
    this.#isRestarted = true;
    running.stoppedWatches.add(this.#life.node.id);
    this.#endPoll();
    this.#session.close();
    this.#sendUnknown(undefined, { ...this.#session.fields, at: this.#life.clock.date() });
    this.#hasResult = false;
    this.#isExpecting = false;
    this.#failure = undefined;
    this.#status.recovered();
    this.#status.stopped(true);
    this.#resumeRequests();
  }

  /** The session begins at once. A message that waits for a slice belongs to the session in which it was read. */
  #handleAnswer(answer: ReadAnswer): void {
    this.#isExpecting = answer.own !== undefined && hasItem(answer.own.old, this.#item?.params.itemId);
    if (this.#isExpecting) return;
    this.#session.answered();
    const { id, fields } = this.#session;
    this.#output.follow(() => this.#reportAnswer(answer, fields, id));
  }

  #reportAnswer(answer: ReadAnswer, fields: object, sessionId: string | undefined): void {
    // It was stopped while the answer waited for its slice.
    if (this.#isStopped) return;
    const { node } = this.#life;
    const isBack = this.#failure !== undefined;
    const isFirst = !this.#hasResult;
    // After a failure, the value is sent even if it is the same as before.
    const isCertain = answer.own !== undefined && hasItem(answer.own.certain, this.#item?.params.itemId);
    const isChanged = this.#watched.update(answer);
    const isNew = isChanged || isBack || isCertain || this.#isRestarted;
    this.#isRestarted = false;
    this.#status.item(this.#item?.value(answer.body));
    if (isNew && !this.#item) this.#status.value(this.#watched.value);
    this.#setResult();
    if (!isNew) return;
    // A command has changed the lamps behind a node that drops repeats.
    if (isCertain && !isChanged) this.#sendUnknown(answer.params, { ...fields, at: answer.at });
    const isMissing = isFirst && this.#watched.value === undefined;
    const msg = this.#watched.putInto({ topic: this.#topic }, fields);
    this.#output.run(() => {
      if (isBack) node.log(this.#words('watch.back'));
      if (isMissing) node.warn(this.#words('watch.nothing', { path: this.#path }));
      node.send(msg);
      this.#session.delivered(sessionId);
    });
  }

  /** The session ends at once. All the rest follows in a slice, since a lost hub fails all its watches. */
  #endSession(cause: unknown, params?: Params): void {
    const { clock } = this.#life;
    const error = cause instanceof HubError ? cause : new HubError('HUB_BAD_ANSWER', { cause: String(cause) });
    // A failed read changes the state of an item. A show that is not running is not a failure.
    const answer = this.#item && params && { params, body: error, at: clock.date() };
    if (answer && this.#item?.value(error) === 'stopped') {
      this.#handleAnswer(answer);
      return;
    }
    this.#isExpecting = false;
    this.#session.failed();
    const fields = { ...this.#session.fields, at: clock.date() };
    this.#output.run(() => this.#reportFailure(error, fields, params, answer));
  }

  /** Reports the first failure, and a later one only if the hub refuses instead of being unreachable, or the reverse. */
  #reportFailure(error: HubError, fields: HubFields, params?: Params, answer?: ReadAnswer): void {
    if (this.#isStopped) return;
    const { node } = this.#life;
    const isReported = this.#failure && (this.#failure.outcome === 'refused') === (error.outcome === 'refused');
    this.#failedParams = params;
    if (answer) this.#status.item(this.#item?.value(error));
    const isNew = answer && this.#watched.update(answer);
    // Before the first answer, it was sent at the start.
    const isLoss = this.#hasResult && this.#failure === undefined;
    // Only a 404 has a name that the status shows.
    this.#setResult('missing' in error.facts ? this.#named(error, params) : error);
    if (isNew) node.send(this.#watched.putInto({ topic: this.#topic }, fields));
    else if (isLoss && !answer) this.#sendUnknown(params, fields);
    if (isReported) return;
    const msg = { topic: this.#topic };
    const notes = error.code === 'BAD_INPUT' ? [] : [this.#words('watch.askedAgain')];
    node.error(this.#fail(msg, this.#named(error, params), fields, notes), msg);
  }

  async #sendPresent(msg: NodeMessage, send: Send): Promise<void> {
    if (!this.#isStopped && (!this.#hasResult || this.#isExpecting))
      await new Promise<void>((resolve) => this.#pendingRequests.push(resolve));
    await this.#output.settled();
    const { hasEnded } = this.#life;
    if (this.#isStopped && !hasEnded) throw new HubError('BAD_INPUT', { sentence: 'watchStopped' });
    // For an item, an unknown state is an answer too.
    if (this.#failure && (hasEnded || !this.#item || !this.#watched.hasAnswer))
      throw this.#named(this.#failure, this.#failedParams);
    const hasNoTopic = msg.topic === undefined || msg.topic === '';
    const answered = hasNoTopic ? withFields(msg, { topic: this.#topic }) : msg;
    send(this.#watched.putInto(answered, this.#session.fields));
  }

  /** For nodes that drop repeats: they pass on this message, and the same value after it. */
  #sendUnknown(params: Params | undefined, fields: HubFields): void {
    if (!this.#sendsUnknown) return;
    this.#life.node.send(this.#watched.putUnknownInto({ topic: this.#topic }, params, fields));
  }

  #setResult(error?: HubError): void {
    this.#hasResult = true;
    this.#failure = error;
    if (error) this.#status.failed(error);
    else this.#status.recovered();
    this.#resumeRequests();
  }

  #resumeRequests(): void {
    for (const resume of this.#pendingRequests.splice(0)) resume();
  }

  #fail(msg: NodeMessage, error: HubError, fields: object, notes?: readonly string[]): CatchError {
    const place = { operation: this.#read, hub: this.#hub, fields, notes };
    return failMessage(this.#life, this.#words, msg, error, place);
  }

  /** Adds the names of the target, for an error that is shown. It costs more than the rest of a failed read. */
  #named(error: HubError, params?: Params): HubError {
    const read = this.#read;
    const inputs = this.#inputs;
    const called = params ? targetNames(read, { ...params, ...this.#item?.params }, inputs) : savedNames(read, inputs);
    return error.with({ called });
  }
}

/** The parameters to evaluate for a watch: the ones of its read, and the item if one was chosen. */
function watchedParameters(read: AnyOperation, saved: SavedParams<unknown>): readonly Parameter[] {
  const isChosen = (saved[ITEM_PARAMETER]?.value ?? '') !== '';
  const item = isChosen ? itemParameter<Parameter>(read, findOperation) : undefined;
  return item ? [...read.parameters, item] : read.parameters;
}
