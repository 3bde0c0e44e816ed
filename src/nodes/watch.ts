import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { ITEM_PARAMETER } from '../hub/table/public-table.js';
import type { PollAnswer } from '../hub/watch/poll.js';
import { HubError } from '../hub/wire/errors.js';
import { checkParams, type Params } from '../hub/wire/request.js';
import { savedNames, targetNames } from '../hub/words/target-names.js';
import { DEFAULT_INTERVAL_S, MIN_INTERVAL_S, ON_LOSS, type SavedWatch } from '../saved/watch.js';
import { partOf } from './message/answer-path.js';
import { ItemView } from './message/item-view.js';
import { putFailure, withFields } from './message/message.js';
import { WatchedValue } from './message/watched-value.js';
import { WatchSession } from './registry/sessions.js';
import { type CatchError, toCatchError } from './runtime/catch-error.js';
import { EvaluationQueue } from './runtime/evaluation-queue.js';
import type { HubConfigNode } from './runtime/hub-node.js';
import { logErrors } from './runtime/log-errors.js';
import { NodeOutput } from './runtime/node-output.js';
import { onInput } from './runtime/on-input.js';
import { registerNode } from './runtime/register-node.js';
import { wordsOf } from './runtime/runtime-words.js';
import { atLeast, choice } from './runtime/saved-field.js';
import { hubOf, readOf } from './runtime/target.js';
import { paramsEvaluator } from './runtime/typed-inputs.js';
import { watchedParameters } from './runtime/watched-parameters.js';
import { Status } from './status/status.js';

type WatchDef = NodeDef & SavedWatch;

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);

  registerNode(RED, 'hub-watch', words, startNode);

  function startNode(node: Node, saved: WatchDef): void {
    const hub = hubOf(RED.nodes.getNode(saved.hub) as HubConfigNode | null, words);
    const operation = readOf(saved.operation);
    const interval = Math.round(atLeast(MIN_INTERVAL_S, 'interval', saved.interval || DEFAULT_INTERVAL_S) * 1000);
    const { path = '', name, params: inputs = {}, listChanges = true } = saved;
    const sendsUnknown = choice('onLoss', saved.onLoss || ON_LOSS[0], ON_LOSS) === 'unknown';
    const topic = name || operation.name;
    const parameters = watchedParameters(operation, inputs);
    /** With the item, if it watches one. */
    const read = { ...operation, parameters };
    const item = parameters === operation.parameters ? undefined : new ItemView();
    const watched = new WatchedValue(operation, item ?? { value: partOf(RED, path) }, listChanges);
    const status = new Status(node, words, { operation: read });
    const unfollow = status.follow(hub);
    const session = new WatchSession(node.id, hub);
    const output = new NodeOutput(node);
    /** Requests that arrived before the first answer. */
    const pendingRequests: (() => void)[] = [];
    const evaluations = new EvaluationQueue();
    let hasResult = false;
    let failure: HubError | undefined;
    let failedParams: Params | undefined;
    let unwatch = () => {};
    let closed = false;

    function failMessage(msg: NodeMessage, error: HubError, fields: object, notes?: readonly string[]): CatchError {
      putFailure(msg, operation, error, fields);
      const { hasNoAccess } = hub.connection;
      return toCatchError(words, error, node, { operation: read, hub: hub.name, hasNoAccess, notes });
    }

    /** Adds the names of the target, for an error that is shown. It costs more than the rest of a failed read. */
    function namedError(error: HubError, params?: Params): HubError {
      return error.with({
        called: params ? targetNames(read, { ...params, ...item?.params }, inputs) : savedNames(read, inputs),
      });
    }

    function setResult(error?: HubError): void {
      hasResult = true;
      failure = error;
      status.failed(error);
      for (const resume of pendingRequests.splice(0)) resume();
    }

    /** The session begins at once. A message that waits for a slice belongs to the session in which it was read. */
    function handleAnswer(pollAnswer: PollAnswer): void {
      session.answered();
      const { id, fields } = session;
      output.follow(() => reportAnswer(pollAnswer, fields, id));
    }

    function reportAnswer(pollAnswer: PollAnswer, fields: object, sessionId: string | undefined): void {
      const isBack = failure !== undefined;
      const isFirst = !hasResult;
      // After a failure, the value is sent even if it is the same as before.
      const isNew = watched.update(pollAnswer) || isBack;
      status.item(item?.value(pollAnswer.body));
      if (isNew && !item) status.value(watched.value);
      setResult();
      if (!isNew) return;
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
      const pollAnswer = item && params && { params, body: error, at: Date.now() };
      if (pollAnswer && item.value(error) === 'stopped') {
        handleAnswer(pollAnswer);
        return;
      }
      session.failed();
      const fields = { ...session.fields, at: Date.now() };
      output.run(() => reportFailure(error, fields, params, pollAnswer));
    }

    /** Reports the first failure, and a later one only if the hub refuses instead of being unreachable, or the reverse. */
    function reportFailure(error: HubError, fields: object, params?: Params, pollAnswer?: PollAnswer): void {
      const isReported = failure && (failure.outcome === 'refused') === (error.outcome === 'refused');
      failedParams = params;
      if (pollAnswer) status.item(item?.value(error));
      const isNew = pollAnswer && watched.update(pollAnswer);
      // Before the first answer, it was sent at the start.
      const isLoss = hasResult && failure === undefined;
      // Only a 404 has a name that the status shows.
      setResult(error.facts.missing ? namedError(error, params) : error);
      if (isNew) node.send(watched.putInto({ topic }, fields));
      else if (isLoss && !pollAnswer) sendUnknown(params, fields);
      if (isReported) return;
      const msg = { topic };
      const notes = error.code === 'BAD_INPUT' ? [] : [words('watch.askedAgain')];
      node.error(failMessage(msg, namedError(error, params), fields, notes), msg);
    }

    /** For nodes that drop repeats: they pass on this message, and the same value after it. */
    function sendUnknown(params: Params | undefined, fields: object): void {
      if (sendsUnknown) node.send(watched.putUnknownInto({ topic }, params, fields));
    }

    /** After the start of all nodes, so that each of them gets the first message. */
    const starting = setImmediate(async () => {
      // After a deploy of this node only, the nodes behind it have the value from before.
      sendUnknown(undefined, session.fields);
      try {
        const evaluated = await evaluations.inOrder(paramsEvaluator(RED, node, { parameters }, inputs)({}));
        const { [ITEM_PARAMETER]: itemId, ...params } = item ? checkParams({ parameters }, evaluated) : evaluated;
        if (item) item.params = { itemId };
        const watcher = {
          answer: logErrors(node, handleAnswer),
          failure: logErrors(node, (cause: unknown) => endSession(cause, params)),
        };
        if (!closed) unwatch = hub.watching.watch(operation, params, interval, watcher);
      } catch (error) {
        if (!closed) endSession(error);
        // Without valid fields, the watch never reads.
        session.close();
      }
    });

    async function sendPresent(msg: NodeMessage, send: (msg: NodeMessage) => void): Promise<void> {
      if (!hasResult) await new Promise<void>((resolve) => pendingRequests.push(resolve));
      await output.settled();
      // For an item, an unknown state is an answer too.
      if (failure && (closed || !item || !watched.hasAnswer)) throw namedError(failure, failedParams);
      const hasNoTopic = msg.topic === undefined || msg.topic === '';
      send(watched.putInto(hasNoTopic ? withFields(msg, { topic }) : msg, session.fields));
    }

    onInput(node, words, sendPresent, (msg, error) => failMessage(msg, error, session.fields));

    node.on('close', () => {
      closed = true;
      clearImmediate(starting);
      evaluations.close();
      unwatch();
      unfollow();
      session.close();
      status.close();
      setResult(new HubError('CLOSED'));
      output.close();
    });
  }
};
