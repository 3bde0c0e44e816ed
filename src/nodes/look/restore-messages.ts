import type { Node } from 'node-red';

/** Sends on the second output if engines ask for a restore: `armed`, and `off` after it. */
export class RestoreMessages {
  readonly #node: Node;
  /** The last message. Undefined: no engine has asked yet. */
  #sent: string | undefined;

  constructor(node: Node) {
    this.#node = node;
  }

  /** Sends the state again the next time, if an engine has asked before. */
  resend(): void {
    if (this.#sent !== undefined) this.#sent = '';
  }

  /** `hub` identifies the session: a lamp needs the state again after a lost one. */
  send(engines: readonly string[], hub: object): void {
    if (engines.length === 0 && this.#sent === undefined) return;
    const text = JSON.stringify([engines, hub]);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#node.send([null, { topic: 'restore', payload: engines.length > 0 ? 'armed' : 'off', engines, hub }]);
  }
}
