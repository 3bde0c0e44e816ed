import type { Node, NodeAPI, NodeDef, NodeMessage } from 'node-red';
import { HubError } from '../hub/errors.js';
import type { CallOptions, Delivery, Hub } from '../hub/hub.js';
import type { Area, Operation } from '../hub/operation.js';
import { findOperation } from '../hub/operations.js';
import { blamed, explain } from './failure.js';
import type { HubConfigNode } from './hub-config.js';
import { putAnswer, putFailure } from './message.js';
import { choice, positive } from './saved.js';
import { Status } from './status.js';
import { evaluateParams, type SavedParam } from './typed-inputs.js';
import { type Words, wordsOf } from './words.js';

/** What the dialog of every area node saves (design.md, "Nodes"). A blank means: as the table says. */
interface OperationDef extends NodeDef {
  hub: string;
  operation: string;
  params?: Record<string, SavedParam>;
  delivery?: Delivery | '';
  /** Seconds. */
  expiry?: string;
  /** Seconds. */
  timeout?: string;
}

/** What a node needs to work: found once, when it starts. */
interface Target {
  readonly hub: Hub;
  readonly operation: Operation;
  readonly options: CallOptions;
}

/** Finds the hub and the operation. Throws a HubError that says what is missing. */
function targetOf(saved: OperationDef, area: Area, config: HubConfigNode | null, words: Words): Target {
  if (!config?.hub) {
    const reason = config?.problem && explain(words, config.problem, undefined);
    throw new HubError('BAD_INPUT', reason ? { sentence: 'badHub', reason } : { sentence: 'noHub' });
  }
  const operation = findOperation(saved.operation);
  if (operation?.area !== area)
    throw new HubError('BAD_INPUT', { sentence: 'noOperation', operation: saved.operation });
  const deliveries = operation.latest ? ['latest', 'inOrder'] : ['inOrder'];
  return {
    hub: config.hub,
    operation,
    options: {
      delivery: saved.delivery ? (choice('delivery', saved.delivery, deliveries) as Delivery) : undefined,
      expiry: saved.expiry ? positive('expiry', saved.expiry) * 1000 : undefined,
      timeout: saved.timeout ? positive('timeout', saved.timeout) * 1000 : undefined,
    },
  };
}

/** Registers the node that offers every operation of an area: message in, operation, message out. */
export function operationNode(RED: NodeAPI, area: Area): void {
  const words = wordsOf(RED);

  RED.nodes.registerType(`hub-${area}`, function (this: Node, saved: OperationDef) {
    RED.nodes.createNode(this, saved);
    try {
      work(this, saved, targetOf(saved, area, RED.nodes.getNode(saved.hub) as HubConfigNode | null, words));
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      refuse(this, error);
    }
  });

  /** A node that cannot work says so in its status, and to each message. */
  function refuse(node: Node, error: HubError): void {
    node.status({ fill: 'red', shape: 'ring', text: words(`status.${error.facts.sentence ?? error.code}`) });
    node.on('input', (msg, _send, done) => {
      putFailure(msg, undefined, error);
      done(blamed(words, error, undefined));
    });
  }

  function work(node: Node, saved: OperationDef, { hub, operation, options }: Target): void {
    const status = new Status(node, words);
    const unwatch = hub.connection.watch((state) => status.hub(state));
    let closed = false;
    let turn: Promise<unknown> = Promise.resolve();

    /** Evaluations may take their time, but messages are sent in the order in which they came. */
    const inTurn = (msg: NodeMessage) => {
      const params = evaluateParams(RED, node, operation, saved.params ?? {}, msg);
      const ready = Promise.all([params, turn]);
      turn = ready.catch(() => undefined);
      return ready.then(([found]) => found);
    };

    const carryOut = async (msg: NodeMessage, send: (msg: NodeMessage) => void): Promise<Error | undefined> => {
      const since = performance.now();
      status.sending();
      try {
        const params = await inTurn(msg);
        if (closed) throw new HubError('CLOSED');
        const result = await hub.run(operation, params, { ...options, since, owner: node });
        status.ended({ skipped: !result });
        if (result) send(putAnswer(msg, operation, result));
        return undefined;
      } catch (error) {
        status.ended({ code: error instanceof HubError ? error.code : undefined });
        if (!(error instanceof HubError)) return error as Error;
        putFailure(msg, operation, error);
        return blamed(words, error, operation, hub.connection.neverWelcome);
      }
    };

    node.on('input', async (msg, send, done) => done(await carryOut(msg, send)));

    node.on('close', () => {
      closed = true;
      unwatch();
      hub.abandon(node);
      status.close();
    });
  }
}
