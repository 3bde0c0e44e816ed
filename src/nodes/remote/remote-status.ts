import type { Node, NodeStatus } from 'node-red';
import type { HubError } from '../../hub/wire/errors.js';
import { statusOf } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';
import type { Refusal } from '../../remote/refusal.js';
import { failureStatus } from '../status/node-status.js';
import { PacedStatus } from '../status/paced-status.js';

/** Status keys of refusals. All others show as dropped. */
const REFUSAL_STATUS: Partial<Record<Refusal, string>> = { expired: 'EXPIRED', retained: 'retained' };

/** `oversized` is the number of states that are too large to be published. */
interface HostFacts {
  readonly hasBeat: boolean;
  readonly isAlone: boolean;
  readonly oversized: number;
}

const oversizedStatus = (words: Words, count: number): NodeStatus => ({
  fill: 'yellow',
  shape: 'dot',
  text: words('status.remote_tooMuch', { count }),
});

export class RemoteHostStatus {
  readonly #status: PacedStatus;
  readonly #words: Words;
  /** The failure of the last command or state. */
  #fault: NodeStatus | undefined;

  constructor(node: Node, words: Words) {
    this.#status = new PacedStatus(node);
    this.#words = words;
  }

  accepted(): void {
    this.#fault = undefined;
  }

  dropped(reason: Refusal): void {
    const text = this.#words(`status.${REFUSAL_STATUS[reason] ?? 'remote_dropped'}`);
    this.#fault = { fill: 'yellow', shape: 'ring', text };
  }

  failed(error: HubError): void {
    this.#fault = failureStatus(this.#words, statusOf(error), new Date());
  }

  show({ hasBeat, isAlone, oversized }: HostFacts): void {
    this.#status.show(() => {
      if (!hasBeat) return { fill: 'yellow', shape: 'ring', text: this.#words('status.remote_noBroker') };
      if (!isAlone) return { fill: 'red', shape: 'ring', text: this.#words('status.remote_twoHosts') };
      if (this.#fault) return this.#fault;
      if (oversized > 0) return oversizedStatus(this.#words, oversized);
      return { fill: 'green', shape: 'dot', text: this.#words('status.remote_tells') };
    });
  }

  close(): void {
    this.#status.close();
  }
}

/** `oversized` is the number of states that are too large to be stored. */
interface RemotePanelFacts {
  readonly hasBeat: boolean;
  /** The host sends beats that this version cannot read. */
  readonly isOtherVersion: boolean;
  readonly oversized: number;
  readonly hasSameTime: boolean;
  readonly isSending: boolean;
}

export class RemotePanelStatus {
  readonly #status: PacedStatus;
  readonly #words: Words;
  /** The failure of the last command. */
  #failure: NodeStatus | undefined;

  constructor(node: Node, words: Words) {
    this.#status = new PacedStatus(node);
    this.#words = words;
  }

  done(): void {
    this.#failure = undefined;
  }

  failed(error: HubError): void {
    this.#failure = failureStatus(this.#words, statusOf(error), new Date());
  }

  show({ hasBeat, isOtherVersion, oversized, hasSameTime, isSending }: RemotePanelFacts): void {
    this.#status.show(() => {
      if (!hasBeat && isOtherVersion) return { fill: 'red', shape: 'ring', text: this.#words('status.remote_version') };
      if (!hasBeat) return { fill: 'grey', shape: 'ring', text: this.#words('status.remote_silent') };
      if (!hasSameTime) return { fill: 'red', shape: 'ring', text: this.#words('status.remote_clocks') };
      if (this.#failure) return this.#failure;
      if (isSending) return { fill: 'blue', shape: 'dot', text: this.#words('status.sending') };
      if (oversized > 0) return oversizedStatus(this.#words, oversized);
      return { fill: 'green', shape: 'dot', text: this.#words('status.remote_hears') };
    });
  }

  close(): void {
    this.#status.close();
  }
}
