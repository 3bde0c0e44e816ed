import type { NodeAPI, NodeMessage } from 'node-red';
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
import { journalBadInput } from '../registry/journal-bad-input.js';
import { running } from '../registry/registry.js';
import { WatchSession } from '../registry/sessions.js';
import { type CatchError, failMessage } from '../runtime/catch-error.js';
import { editorId, type Lifetime, logErrors } from '../runtime/lifetime.js';
import { NodeOutput } from '../runtime/node-output.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { onInput } from '../runtime/on-input.js';
import { readSaved } from '../runtime/saved-field.js';
import { hubOf, readOf } from '../runtime/target.js';
import { EvaluationQueue, paramsEvaluator } from '../runtime/typed-inputs.js';
import { Status } from '../status/status.js';

/** The values of `msg.watch`. */
const SWITCHES = ['start', 'stop'] as const;

/** Starts a watch: sends a value of the hub when it changes. */
export function startWatch(
  RED: NodeAPI,
  life: Lifetime,
  saved: SavedWatch & { name?: string },
  words: RuntimeWords,
): void {
  const { node, clock } = life;
  const hub = hubOf(RED, saved.hub, words);
  const operation = readOf(saved.operation);
  const { path, params: inputs, listChanges, ...values } = readSaved(WATCH, saved);
  const interval = Math.round(values.interval * 1000);
  const sendsUnknown = values.onLoss === 'unknown';
  const topic = saved.name || operation.name;
  const parameters = watchedParameters(operation, inputs);
  /** With the item, if it watches one. */
  const read = { ...operation, parameters };
  const item = parameters === operation.parameters ? undefined : new ItemView();
  const watched = new WatchedValue(operation, item ?? { value: partOf(RED, path) }, listChanges);
  const status = new Status(life, words, hub, { operation: read });
  const session = new WatchSession(life, hub);
  const output = new NodeOutput(node);
  /** Requests that arrived before the first answer. */
  const pendingRequests: (() => void)[] = [];
  const evaluations = new EvaluationQueue(life);
  let hasResult = false;
  /** A command has changed the state, and no answer has shown it. */
  let isExpecting = false;
  let isStopped = running.stoppedWatches.has(node.id);
  /** After a stop, the value is sent even if it is the same as before. */
  let isRestarted = false;
  let endPoll = (): void => {};
  let failure: HubError | undefined;
  let failedParams: Params | undefined;

  const fail = (msg: NodeMessage, error: HubError, fields: object, notes?: readonly string[]): CatchError =>
    failMessage(life, words, msg, error, { operation: read, hub, fields, notes });

  /** Adds the names of the target, for an error that is shown. It costs more than the rest of a failed read. */
  function namedError(error: HubError, params?: Params): HubError {
    return error.with({
      called: params ? targetNames(read, { ...params, ...item?.params }, inputs) : savedNames(read, inputs),
    });
  }

  function setResult(error?: HubError): void {
    hasResult = true;
    failure = error;
    if (error) status.failed(error);
    else status.recovered();
    resumeRequests();
  }

  function resumeRequests(): void {
    for (const resume of pendingRequests.splice(0)) resume();
  }

  /** The session begins at once. A message that waits for a slice belongs to the session in which it was read. */
  function handleAnswer(pollAnswer: ReadAnswer): void {
    isExpecting = pollAnswer.own !== undefined && hasItem(pollAnswer.own.old, item?.params.itemId);
    if (isExpecting) return;
    session.answered();
    const { id, fields } = session;
    output.follow(() => reportAnswer(pollAnswer, fields, id));
  }

  function reportAnswer(pollAnswer: ReadAnswer, fields: object, sessionId: string | undefined): void {
    // It was stopped while the answer waited for its slice.
    if (isStopped) return;
    const isBack = failure !== undefined;
    const isFirst = !hasResult;
    // After a failure, the value is sent even if it is the same as before.
    const { own } = pollAnswer;
    const isCertain = own !== undefined && hasItem(own.certain, item?.params.itemId);
    const isChanged = watched.update(pollAnswer);
    const isNew = isChanged || isBack || isCertain || isRestarted;
    isRestarted = false;
    status.item(item?.value(pollAnswer.body));
    if (isNew && !item) status.value(watched.value);
    setResult();
    if (!isNew) return;
    // A command has changed the lamps behind a node that drops repeats.
    if (isCertain && !isChanged) sendUnknown(pollAnswer.params, { ...fields, at: pollAnswer.at });
    const isMissing = isFirst && watched.value === undefined;
    const msg = watched.putInto({ topic }, fields);
    output.run(() => {
      if (isBack) node.log(words('watch.back'));
      if (isMissing) node.warn(words('watch.nothing', { path }));
      node.send(msg);
      session.delivered(sessionId);
    });
  }

  /** The session ends at once. All the rest follows in a slice, since a lost hub fails all its watches. */
  function endSession(cause: unknown, params?: Params): void {
    const error = cause instanceof HubError ? cause : new HubError('HUB_BAD_ANSWER', { cause: String(cause) });
    // A failed read changes the state of an item. A show that is not running is not a failure.
    const pollAnswer = item && params && { params, body: error, at: clock.date() };
    if (pollAnswer && item.value(error) === 'stopped') {
      handleAnswer(pollAnswer);
      return;
    }
    isExpecting = false;
    session.failed();
    const fields = { ...session.fields, at: clock.date() };
    output.run(() => reportFailure(error, fields, params, pollAnswer));
  }

  /** Reports the first failure, and a later one only if the hub refuses instead of being unreachable, or the reverse. */
  function reportFailure(error: HubError, fields: HubFields, params?: Params, pollAnswer?: ReadAnswer): void {
    if (isStopped) return;
    const isReported = failure && (failure.outcome === 'refused') === (error.outcome === 'refused');
    failedParams = params;
    if (pollAnswer) status.item(item?.value(error));
    const isNew = pollAnswer && watched.update(pollAnswer);
    // Before the first answer, it was sent at the start.
    const isLoss = hasResult && failure === undefined;
    // Only a 404 has a name that the status shows.
    setResult('missing' in error.facts ? namedError(error, params) : error);
    if (isNew) node.send(watched.putInto({ topic }, fields));
    else if (isLoss && !pollAnswer) sendUnknown(params, fields);
    if (isReported) return;
    const msg = { topic };
    const notes = error.code === 'BAD_INPUT' ? [] : [words('watch.askedAgain')];
    node.error(fail(msg, namedError(error, params), fields, notes), msg);
  }

  /** For nodes that drop repeats: they pass on this message, and the same value after it. */
  function sendUnknown(params: Params | undefined, fields: HubFields): void {
    if (sendsUnknown) node.send(watched.putUnknownInto({ topic }, params, fields));
  }

  life.afterStart(() => {
    // After a deploy of this node only, the nodes behind it have the value from before.
    sendUnknown(undefined, { ...session.fields, at: clock.date() });
    if (isStopped) stop();
    else return start();
  });

  async function start(): Promise<void> {
    isStopped = false;
    running.stoppedWatches.delete(node.id);
    status.stopped(false);
    session.open();
    try {
      const evaluated = await evaluations.inOrder(paramsEvaluator(RED, node, { parameters }, inputs)({}));
      if (isStopped) return;
      endPoll();
      const { [ITEM_PARAMETER]: itemId, ...params } = item ? checkParams({ parameters }, evaluated) : evaluated;
      if (item) item.params = { itemId };
      endPoll = hub.reads.watch(operation, params, interval, {
        answer: logErrors(node, handleAnswer),
        failure: logErrors(node, (cause: unknown) => endSession(cause, params)),
        expect: (items: ReadonlySet<string>) => {
          isExpecting ||= hasItem(items, item?.params.itemId);
        },
      });
    } catch (error) {
      if (isStopped) return;
      endSession(error);
      // Without valid fields, the watch never reads.
      session.close();
    }
  }

  /** Its lamps are unknown until it is started. */
  function stop(): void {
    isStopped = true;
    isRestarted = true;
    running.stoppedWatches.add(node.id);
    endPoll();
    session.close();
    sendUnknown(undefined, { ...session.fields, at: clock.date() });
    hasResult = false;
    isExpecting = false;
    failure = undefined;
    status.recovered();
    status.stopped(true);
    resumeRequests();
  }

  async function handleInput(msg: NodeMessage, send: (msg: NodeMessage) => void): Promise<void> {
    const wanted = 'watch' in msg ? msg.watch : undefined;
    if (wanted === undefined) return sendPresent(msg, send);
    if (!SWITCHES.some((each) => each === wanted)) {
      const error = badInput('msg.watch', wanted, { key: 'choice', options: SWITCHES });
      status.note('BAD_INPUT');
      journalBadInput(hub, error, editorId(node));
      throw error;
    }
    if (wanted === 'stop' && !isStopped) stop();
    if (wanted === 'start' && isStopped) await start();
  }

  async function sendPresent(msg: NodeMessage, send: (msg: NodeMessage) => void): Promise<void> {
    const isWaiting = () => !isStopped && (!hasResult || isExpecting);
    if (isWaiting()) await new Promise<void>((resolve) => pendingRequests.push(resolve));
    await output.settled();
    if (isStopped && !life.hasEnded) throw new HubError('BAD_INPUT', { sentence: 'watchStopped' });
    // For an item, an unknown state is an answer too.
    if (failure && (life.hasEnded || !item || !watched.hasAnswer)) throw namedError(failure, failedParams);
    const hasNoTopic = msg.topic === undefined || msg.topic === '';
    send(watched.putInto(hasNoTopic ? withFields(msg, { topic }) : msg, session.fields));
  }

  onInput(life, words, handleInput, (msg, error) => fail(msg, error, session.fields));

  life.add((removed) => {
    endPoll();
    if (removed) running.stoppedWatches.delete(node.id);
    setResult(new HubError('CLOSED'));
    output.close();
  });
}

/** The parameters to evaluate for a watch: the ones of its read, and the item if one was chosen. */
function watchedParameters(read: AnyOperation, saved: SavedParams<unknown>): readonly Parameter[] {
  const isChosen = (saved[ITEM_PARAMETER]?.value ?? '') !== '';
  const item = isChosen ? itemParameter<Parameter>(read, findOperation) : undefined;
  return item ? [...read.parameters, item] : read.parameters;
}
