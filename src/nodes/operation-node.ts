import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import type { Result } from '../hub/hub.js';
import type { Area, Operation } from '../hub/table/operation.js';
import { HubError } from '../hub/wire/errors.js';
import type { Params } from '../hub/wire/request.js';
import type { SavedOperation } from '../saved/operation.js';
import { Guard } from './input/guard.js';
import type { HubConfigNode } from './input/hub-node.js';
import { type Target, targetOf } from './input/target.js';
import { paramsOf } from './input/typed-inputs.js';
import { blamed } from './output/catch-error.js';
import { putAnswer, putFailure } from './output/message.js';
import { refuse } from './output/refuse.js';
import { Status } from './output/status.js';
import { wordsOf } from './output/words.js';

/** What leaves a node after a success, and what of it failed all the same. */
export interface Outgoing {
  readonly messages: readonly NodeMessage[];
  readonly failure?: HubError;
}

/** How an area makes messages of an answer; most put the answer into the message that came. */
export type Deliver<Saved extends SavedOperation> = (
  msg: NodeMessage,
  operation: Operation,
  result: Result,
  saved: Saved,
) => Outgoing;

const deliverAnswer: Deliver<SavedOperation> = (msg, operation, result) => ({
  messages: [putAnswer(msg, operation, result)],
});

/** Registers the node that offers every operation of an area: message in, operation, message out. */
export function operationNode<Saved extends SavedOperation>(
  RED: NodeAPI,
  area: Area,
  deliver: Deliver<Saved> = deliverAnswer,
): void {
  const words = wordsOf(RED);

  RED.nodes.registerType(`hub-${area}`, function (this: Node, saved: NodeDef & Saved) {
    RED.nodes.createNode(this, saved);
    try {
      work(this, saved, targetOf(saved, area, RED.nodes.getNode(saved.hub) as HubConfigNode | null, words));
    } catch (error) {
      refuse(this, error, words);
    }
  });

  function work(node: Node, saved: Saved, { hub, operation, options, onPress, guarded }: Target): void {
    const status = new Status(node, words);
    const unwatch = status.follow(hub);
    const guard = guarded ? new Guard() : undefined;
    let closed = false;
    const evaluate = paramsOf(RED, node, operation, saved.params ?? {});
    /** Messages whose values are still being worked out. */
    let turn: Promise<unknown> | undefined;

    /** Evaluations may take their time, but messages are sent in the order in which they came. */
    function inTurn(msg: NodeMessage): Params | Promise<Params> {
      const params = evaluate(msg);
      if (!turn && !(params instanceof Promise)) return params;
      const ready = Promise.all([params, turn]).then(([found]) => found);
      const after = ready.then(
        () => {},
        () => {},
      );
      turn = after;
      void after.then(() => {
        if (turn === after) turn = undefined;
      });
      return ready;
    }

    /** Carries out what a message asks for; gives the error that it ended in, if any. */
    async function carryOut(msg: NodeMessage, send: (msg: NodeMessage) => void): Promise<Error | undefined> {
      const since = performance.now();
      if (onPress && isRelease(msg)) return status.note('released');
      status.sending();
      try {
        const given = inTurn(msg);
        const params = given instanceof Promise ? await given : given;
        if (closed) throw new HubError('CLOSED');
        if (guard && !guard.confirms(JSON.stringify(params))) return status.ended({ note: 'again' });
        const result = await hub.run(operation, params, { ...options, since, owner: node });
        if (typeof result === 'string') return status.ended({ skipped: result });
        const { messages, failure } = deliver(msg, operation, result, saved);
        status.ended({ code: failure?.code });
        for (const message of messages) send(message);
        return failure && blame(msg, failure);
      } catch (error) {
        status.ended({ code: error instanceof HubError ? error.code : undefined });
        return error instanceof HubError ? blame(msg, error) : (error as Error);
      }
    }

    function blame(msg: NodeMessage, error: HubError): Error {
      putFailure(msg, operation, error);
      return blamed(words, error, operation, hub.connection.neverWelcome);
    }

    node.on('input', (msg, send, done) => void carryOut(msg, send).then(done));
    node.on('close', () => {
      closed = true;
      unwatch();
      hub.abandon(node);
      status.close();
    });
  }
}

/** What a button sends when it is let go. */
const isRelease = ({ payload }: NodeMessage): boolean => payload === false || payload === 0;
