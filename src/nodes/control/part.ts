import type { Node, NodeMessage, NodeStatus } from 'node-red';
import { Lifetime } from '../runtime/lifetime.js';

type Send = (msg: NodeMessage) => void;
type Done = (error?: Error) => void;
type InputListener = (msg: NodeMessage, send: Send, done: Done) => void;
type CloseListener = (removed: boolean, done: () => void) => void;

/** The listeners of a part. */
interface PartOutputs {
  /** Gets the messages that the part sends by itself. */
  readonly send?: Send;
  readonly status: (status: NodeStatus) => void;
}

/**
 * A node inside a node. It has the name, the id, the context and the log of the node around it, but its own input and
 * output.
 */
export class Part {
  readonly life: Lifetime;
  readonly #node: Node;
  readonly #send: Send;
  readonly #inputs: InputListener[] = [];
  readonly #closes: CloseListener[] = [];

  constructor(node: Node, { send = () => {}, status }: PartOutputs) {
    this.#node = node;
    this.#send = send;
    const inner: Node = Object.create(node);
    const on = (event: 'input' | 'close', listener: InputListener & CloseListener) => {
      if (event === 'input') this.#inputs.push(listener);
      else this.#closes.push(listener);
      return inner;
    };
    this.life = new Lifetime(Object.assign(inner, { on, send, status, context: () => node.context() }));
  }

  /** Runs a message. Its output goes to `send`, and its failure to the Catch nodes of the node. */
  receive(msg: NodeMessage, send: Send = this.#send, done: Done = (error) => this.fail(error, msg)): void {
    for (const listener of this.#inputs) listener(msg, send, done);
  }

  fail(error: Error | undefined, msg: NodeMessage): void {
    if (error) this.#node.error(error, msg);
  }

  async end(removed: boolean): Promise<void> {
    await Promise.all(this.#closes.map((close) => new Promise<void>((done) => close(removed, done))));
  }
}

/** The parts of a node. They end with it. */
export class Parts {
  readonly node: Node;
  readonly #parts: Part[] = [];

  constructor(life: Lifetime) {
    this.node = life.node;
    life.add((removed) => this.end(removed));
  }

  add(outputs: PartOutputs): Part {
    const part = new Part(this.node, outputs);
    this.#parts.push(part);
    return part;
  }

  /** Ends all parts at once, since each may wait for its last messages. */
  async end(removed: boolean): Promise<void> {
    await Promise.all(this.#parts.splice(0).map((part) => part.end(removed)));
  }
}
