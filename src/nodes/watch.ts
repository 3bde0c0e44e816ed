import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import type { Seen } from '../hub/watch/poll.js';
import { HubError } from '../hub/wire/errors.js';
import { type SavedWatch, SHORTEST_INTERVAL_S, USUAL_INTERVAL_S } from '../saved/watch.js';
import { partOf } from './input/answer-path.js';
import type { HubConfigNode } from './input/hub-node.js';
import { atLeast } from './input/saved-field.js';
import { hubOf, readOf } from './input/target.js';
import { Turns } from './input/turns.js';
import { paramsOf } from './input/typed-inputs.js';
import { blamed } from './output/catch-error.js';
import { putFailure, written } from './output/message.js';
import { refuse } from './output/refuse.js';
import { onInput, safely } from './output/safely.js';
import { Status } from './output/status.js';
import { Present } from './output/watched-value.js';
import { wordsOf } from './output/words.js';

type WatchDef = NodeDef & SavedWatch;

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);

  RED.nodes.registerType('hub-watch', function (this: Node, saved: WatchDef) {
    RED.nodes.createNode(this, saved);
    try {
      work(this, saved);
    } catch (error) {
      // Perhaps no message ever comes that would be told.
      this.error(refuse(this, error, words));
    }
  });

  function work(node: Node, saved: WatchDef): void {
    const hub = hubOf(RED.nodes.getNode(saved.hub) as HubConfigNode | null, words);
    const operation = readOf(saved.operation);
    const interval = Math.round(atLeast(SHORTEST_INTERVAL_S, 'interval', saved.interval || USUAL_INTERVAL_S) * 1000);
    const { path = '', name } = saved;
    const topic = name || operation.name;
    const present = new Present(operation, partOf(RED, path));
    const status = new Status(node, words);
    const unfollow = status.follow(hub);
    /** Requests that came before anything was known. */
    const requests: (() => void)[] = [];
    const turns = new Turns();
    let known = false;
    let failure: HubError | undefined;
    let unwatch = () => {};
    let closed = false;

    function blame(msg: NodeMessage, error: HubError): Error {
      putFailure(msg, operation, error);
      return blamed(words, error, operation, hub.connection.neverWelcome);
    }

    function learn(error?: HubError): void {
      known = true;
      failure = error;
      status.failed(error?.code);
      for (const answer of requests.splice(0)) answer();
    }

    function answer(seen: Seen): void {
      if (failure) node.log(words('watch.back'));
      const isNew = present.see(seen);
      if (!known && present.empty) node.warn(words('watch.nothing', { path }));
      learn();
      if (isNew) node.send(present.tell({ topic }));
    }

    /** Each failure; said once, and again when the hub says no after it was lost, or the other way round. */
    function lose(cause: unknown): void {
      const error = cause instanceof HubError ? cause : new HubError('HUB_BAD_ANSWER', { cause: String(cause) });
      const said = failure && (failure.outcome === 'refused') === (error.outcome === 'refused');
      learn(error);
      if (said) return;
      const msg = { topic };
      const reason = blame(msg, error);
      if (error.code !== 'BAD_INPUT') reason.message += ` ${words('watch.askedAgain')}`;
      node.error(reason, msg);
    }

    /** Not before all nodes are there to get what is told. */
    const starting = setImmediate(async () => {
      try {
        const params = await turns.take(paramsOf(RED, node, operation, saved.params ?? {})({}));
        const watcher = { answer: safely(node, answer), failure: safely(node, lose) };
        if (!closed) unwatch = hub.watching.watch(operation, params, interval, watcher);
      } catch (error) {
        if (!closed) lose(error);
      }
    });

    async function reply(msg: NodeMessage, send: (msg: NodeMessage) => void): Promise<void> {
      if (!known) await new Promise<void>((resolve) => requests.push(resolve));
      if (failure) throw failure;
      const unnamed = msg.topic === undefined || msg.topic === '';
      send(present.tell(unnamed ? written(msg, { topic }) : msg));
    }

    onInput(node, reply, blame);

    node.on('close', () => {
      closed = true;
      clearImmediate(starting);
      turns.close();
      unwatch();
      unfollow();
      status.close();
      learn(new HubError('CLOSED'));
    });
  }
};
