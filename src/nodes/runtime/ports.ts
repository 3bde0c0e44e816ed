import type { Node, NodeAPI, NodeMessage, NodeStatus } from 'node-red';

/** Functions of Node-RED that need no node, or for which it finds the node. */
interface Tools {
  readonly clone: <Message extends NodeMessage>(msg: Message) => Message;
  readonly newId: () => string;
  /** The keys of a path: `data.x[0]`. Throws if it is not a path. */
  readonly keysOf: (path: string) => readonly (string | number | readonly unknown[])[];
  /** The value at a path of a message. Throws if it cannot be read. */
  readonly propertyOf: (msg: NodeMessage, path: string) => unknown;
  /** The value of a typed input, as the node around it sees it. The value is in a list, since it may be a promise. */
  readonly evaluate: (value: string, type: string, msg: NodeMessage) => Promise<readonly [unknown]>;
}

/**
 * All that an object of this package gets from the node that it works in: its outputs, its log, and its identity for
 * records and sentences. A control gives each of its objects other outputs.
 */
export interface Ports extends Pick<Node, 'id' | 'name' | 'type'> {
  /** The id in the editor, for a node in a subflow. */
  readonly _alias?: string;
  readonly tools: Tools;
  readonly send: (messages: NodeMessage | (NodeMessage | NodeMessage[] | null)[]) => void;
  readonly status: (status: NodeStatus) => void;
  readonly log: (text: string) => void;
  readonly warn: (text: string) => void;
  /** With a message, Catch nodes get the error. A failure for them is a text with a code. */
  readonly error: (error: unknown, msg?: NodeMessage) => void;
}

/** The functions of Node-RED for a node. */
export const toolsOf = ({ util }: NodeAPI, node: Node): Tools => ({
  clone: util.cloneMessage,
  newId: util.generateId,
  keysOf: (path) => util.normalisePropertyExpression(path),
  propertyOf: util.getMessageProperty,
  evaluate: (value, type, msg) =>
    new Promise((resolve, reject) =>
      util.evaluateNodeProperty(value, type, node, msg, (error: Error | null, evaluated: unknown) => {
        if (error) reject(error);
        else resolve([evaluated]);
      }),
    ),
});

/** The ports of a node. */
export const portsOf = (RED: NodeAPI, node: Node & { readonly _alias?: string }): Ports => ({
  ...{ id: node.id, name: node.name, type: node.type, _alias: node._alias },
  tools: toolsOf(RED, node),
  send: node.send.bind(node),
  status: node.status.bind(node),
  log: node.log.bind(node),
  warn: node.warn.bind(node),
  error: node.error.bind(node),
});
