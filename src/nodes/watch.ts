import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import type { PollAnswer } from '../hub/watch/poll.js';
import { HubError } from '../hub/wire/errors.js';
import { checkParams, type Params } from '../hub/wire/request.js';
import { statusOf } from '../hub/words/explain.js';
import { DEFAULT_INTERVAL_S, ITEM_PARAMETER, MIN_INTERVAL_S, type SavedWatch } from '../saved/watch.js';
import { partOf } from './input/answer-path.js';
import { WatchContact } from './input/contacts.js';
import { EvaluationQueue } from './input/evaluation-queue.js';
import type { HubConfigNode } from './input/hub-node.js';
import { atLeast } from './input/saved-field.js';
import { hubOf, readOf } from './input/target.js';
import { paramsEvaluator } from './input/typed-inputs.js';
import { watchedParameters } from './input/watched-parameters.js';
import { toCatchError } from './output/catch-error.js';
import { ItemView } from './output/item-view.js';
import { putFailure, withFields } from './output/message.js';
import { logErrors, onInput } from './output/on-input.js';
import { registerNode } from './output/register-node.js';
import { wordsOf } from './output/runtime-words.js';
import { Status } from './output/status.js';
import { WatchedValue } from './output/watched-value.js';

type WatchDef = NodeDef & SavedWatch;

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);

  registerNode(RED, 'hub-watch', words, startNode);

  function startNode(node: Node, saved: WatchDef): void {
    const hub = hubOf(RED.nodes.getNode(saved.hub) as HubConfigNode | null, words);
    const operation = readOf(saved.operation);
    const interval = Math.round(atLeast(MIN_INTERVAL_S, 'interval', saved.interval || DEFAULT_INTERVAL_S) * 1000);
    const { path = '', name, params: inputs = {} } = saved;
    const topic = name || operation.name;
    const parameters = watchedParameters(operation, inputs);
    const item = parameters === operation.parameters ? undefined : new ItemView();
    const watched = new WatchedValue(operation, item ?? { value: partOf(RED, path) });
    const status = new Status(node, words);
    const unfollow = status.follow(hub);
    const contact = new WatchContact(node.id, hub);
    /** Requests that arrived before the first answer. */
    const pendingRequests: (() => void)[] = [];
    const evaluations = new EvaluationQueue();
    let hasResult = false;
    let failure: HubError | undefined;
    let unwatch = () => {};
    let closed = false;

    function failMessage(msg: NodeMessage, error: HubError): Error {
      putFailure(msg, operation, error, contact.fields);
      return toCatchError(words, error, operation, hub.connection.hasNoAccess);
    }

    function setResult(error?: HubError): void {
      hasResult = true;
      failure = error;
      status.failed(error && statusOf(error));
      for (const resume of pendingRequests.splice(0)) resume();
    }

    function reportAnswer(pollAnswer: PollAnswer): void {
      if (failure) node.log(words('watch.back'));
      // After a failure, the value is sent even if it is the same as before.
      const isNew = watched.update(pollAnswer) || failure !== undefined;
      contact.answered();
      if (!hasResult && watched.isEmpty) node.warn(words('watch.nothing', { path }));
      status.item(item?.value(pollAnswer.body));
      setResult();
      if (isNew) node.send(watched.putInto({ topic }, contact.fields));
    }

    /** Reports the first failure, and a later one only if the hub refuses instead of being unreachable, or the reverse. */
    function reportFailure(cause: unknown, params?: Params): void {
      const error = cause instanceof HubError ? cause : new HubError('HUB_BAD_ANSWER', { cause: String(cause) });
      // A failed read changes the state of an item. A show that is not running is not a failure.
      const pollAnswer = item && params && { params, body: error, at: Date.now() };
      if (pollAnswer && item.value(error) === 'stopped') {
        reportAnswer(pollAnswer);
        return;
      }
      contact.failed();
      const isReported = failure && (failure.outcome === 'refused') === (error.outcome === 'refused');
      if (pollAnswer) status.item(item.value(error));
      const isNew = pollAnswer && watched.update(pollAnswer);
      setResult(error);
      if (isNew) node.send(watched.putInto({ topic }, contact.fields));
      if (isReported) return;
      const msg = { topic };
      const reason = failMessage(msg, error);
      if (error.code !== 'BAD_INPUT') reason.message += ` ${words('watch.askedAgain')}`;
      node.error(reason, msg);
    }

    /** After the start of all nodes, so that each of them gets the first message. */
    const starting = setImmediate(async () => {
      try {
        const evaluated = await evaluations.take(paramsEvaluator(RED, node, { parameters }, inputs)({}));
        const { [ITEM_PARAMETER]: itemId, ...params } = item ? checkParams({ parameters }, evaluated) : evaluated;
        if (item) item.params = { itemId };
        const watcher = {
          answer: logErrors(node, reportAnswer),
          failure: logErrors(node, (cause: unknown) => reportFailure(cause, params)),
        };
        if (!closed) unwatch = hub.watching.watch(operation, params, interval, watcher);
      } catch (error) {
        if (!closed) reportFailure(error);
        // Without valid fields, the watch never reads.
        contact.close();
      }
    });

    async function sendPresent(msg: NodeMessage, send: (msg: NodeMessage) => void): Promise<void> {
      if (!hasResult) await new Promise<void>((resolve) => pendingRequests.push(resolve));
      // For an item, an unknown state is an answer too.
      if (failure && (closed || !item || !watched.hasAnswer)) throw failure;
      const hasNoTopic = msg.topic === undefined || msg.topic === '';
      send(watched.putInto(hasNoTopic ? withFields(msg, { topic }) : msg, contact.fields));
    }

    onInput(node, sendPresent, failMessage);

    node.on('close', () => {
      closed = true;
      clearImmediate(starting);
      evaluations.close();
      unwatch();
      unfollow();
      contact.close();
      status.close();
      setResult(new HubError('CLOSED'));
    });
  }
};
