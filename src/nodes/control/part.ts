import type { Node, NodeMessage, NodeStatus } from 'node-red';
import { Lifetime } from '../runtime/lifetime.js';

type Send = (msg: NodeMessage) => void;
type Done = (error?: Error) => void;
type InputListener = (msg: NodeMessage, send: Send, done: Done) => void;

/** The listeners of a part. */
interface PartOutputs {
  /** Gets the messages that the part sends by itself. */
  readonly send: Send;
  readonly status: (status: NodeStatus) => void;
}

/**
 * A node inside a node. It has the name, the id, the context and the log of the node around it, but its own input and
 * output. It ends with that node.
 */
export class Part {
  readonly life: Lifetime;
  readonly #node: Node;
  readonly #send: Send;
  readonly #listeners: InputListener[] = [];

  constructor(node: Node, { send, status }: PartOutputs) {
    this.#node = node;
    this.#send = send;
    const inner: Node = Object.create(node);
    const on = (event: 'input' | 'close', listener: InputListener) => {
      if (event === 'input') this.#listeners.push(listener);
      else node.on('close', listener as () => void);
      return inner;
    };
    this.life = new Lifetime(Object.assign(inner, { on, send, status, context: () => node.context() }));
  }

  /** Runs a message. Its output goes to `send`, and its failure to the Catch nodes of the node. */
  receive(msg: NodeMessage, send: Send = this.#send, done: Done = (error) => this.fail(error, msg)): void {
    for (const listener of this.#listeners) listener(msg, send, done);
  }

  fail(error: Error | undefined, msg: NodeMessage): void {
    if (error) this.#node.error(error, msg);
  }
}
