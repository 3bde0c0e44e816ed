import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import type { PollAnswer } from '../hub/watch/poll.js';
import { HubError } from '../hub/wire/errors.js';
import { checkParams, type Params } from '../hub/wire/request.js';
import { statusOf } from '../hub/words/explain.js';
import { ITEM, type SavedWatch, SHORTEST_INTERVAL_S, USUAL_INTERVAL_S } from '../saved/watch.js';
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
import { putFailure, written } from './output/message.js';
import { logErrors, onInput } from './output/on-input.js';
import { registerNode } from './output/register-node.js';
import { wordsOf } from './output/runtime-words.js';
import { Status } from './output/status.js';
import { WatchedValue } from './output/watched-value.js';

type WatchDef = NodeDef & SavedWatch;

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);

  registerNode(RED, 'hub-watch', words, work);

  function work(node: Node, saved: WatchDef): void {
    const hub = hubOf(RED.nodes.getNode(saved.hub) as HubConfigNode | null, words);
    const operation = readOf(saved.operation);
    const interval = Math.round(atLeast(SHORTEST_INTERVAL_S, 'interval', saved.interval || USUAL_INTERVAL_S) * 1000);
    const { path = '', name, params: inputs = {} } = saved;
    const topic = name || operation.name;
    const parameters = watchedParameters(operation, inputs);
    const item = parameters === operation.parameters ? undefined : new ItemView();
    const present = new WatchedValue(operation, item ?? { value: partOf(RED, path) });
    const status = new Status(node, words);
    const unfollow = status.follow(hub);
    const contact = new WatchContact(node.id, hub);
    /** Requests that came before anything was known. */
    const requests: (() => void)[] = [];
    const turns = new EvaluationQueue();
    let known = false;
    let failure: HubError | undefined;
    let unwatch = () => {};
    let closed = false;

    function blame(msg: NodeMessage, error: HubError): Error {
      putFailure(msg, operation, error, contact.fields);
      return toCatchError(words, error, operation, hub.connection.hasNoAccess);
    }

    function learn(error?: HubError): void {
      known = true;
      failure = error;
      status.failed(error && statusOf(error));
      for (const answer of requests.splice(0)) answer();
    }

    function answer(seen: PollAnswer): void {
      if (failure) node.log(words('watch.back'));
      // Whoever was told that it failed waits for the value, though it may be the same as before.
      const isNew = present.see(seen) || failure !== undefined;
      contact.answered();
      if (!known && present.empty) node.warn(words('watch.nothing', { path }));
      status.item(item?.value(seen.body));
      learn();
      if (isNew) node.send(present.tell({ topic }, contact.fields));
    }

    /** Each failure; said once, and again when the hub says no after it was lost, or the other way round. */
    function lose(cause: unknown, params?: Params): void {
      const error = cause instanceof HubError ? cause : new HubError('HUB_BAD_ANSWER', { cause: String(cause) });
      // What is not known of an item is news of it, and a show that does not run is no fault.
      const seen = item && params && { params, body: error, at: Date.now() };
      if (seen && item.value(error) === 'stopped') {
        answer(seen);
        return;
      }
      contact.failed();
      const said = failure && (failure.outcome === 'refused') === (error.outcome === 'refused');
      if (seen) status.item(item.value(error));
      const isNew = seen && present.see(seen);
      learn(error);
      if (isNew) node.send(present.tell({ topic }, contact.fields));
      if (said) return;
      const msg = { topic };
      const reason = blame(msg, error);
      if (error.code !== 'BAD_INPUT') reason.message += ` ${words('watch.askedAgain')}`;
      node.error(reason, msg);
    }

    /** Not before all nodes are there to get what is told. */
    const starting = setImmediate(async () => {
      try {
        const evaluated = await turns.take(paramsEvaluator(RED, node, { parameters }, inputs)({}));
        const { [ITEM]: itemId, ...params } = item ? checkParams({ parameters }, evaluated) : evaluated;
        if (item) item.params = { itemId };
        const watcher = {
          answer: logErrors(node, answer),
          failure: logErrors(node, (cause: unknown) => lose(cause, params)),
        };
        if (!closed) unwatch = hub.watching.watch(operation, params, interval, watcher);
      } catch (error) {
        if (!closed) lose(error);
        // It never reads anything.
        contact.close();
      }
    });

    async function reply(msg: NodeMessage, send: (msg: NodeMessage) => void): Promise<void> {
      if (!known) await new Promise<void>((resolve) => requests.push(resolve));
      // Of an item it is an answer that nothing is known.
      if (failure && (closed || !item || !present.known)) throw failure;
      const unnamed = msg.topic === undefined || msg.topic === '';
      send(present.tell(unnamed ? written(msg, { topic }) : msg, contact.fields));
    }

    onInput(node, reply, blame);

    node.on('close', () => {
      closed = true;
      clearImmediate(starting);
      turns.close();
      unwatch();
      unfollow();
      contact.close();
      status.close();
      learn(new HubError('CLOSED'));
    });
  }
};
