import type { Node, NodeStatus } from 'node-red';
import type { HubError } from '../../hub/wire/errors.js';
import { statusOf } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';
import type { Refusal } from '../../remote/refusal.js';
import { PacedStatus } from '../output/paced-status.js';

/** What a refused command is called where it was refused; the others are wrong in some way of their own. */
const DROPPED: Partial<Record<Refusal, string>> = { expired: 'EXPIRED', retained: 'retained' };

/** How a host's way to its panels is; `oversized`: how many states are not published, since they are too large. */
interface HostWay {
  readonly isHeard: boolean;
  readonly isAlone: boolean;
  readonly oversized: number;
}

const dropsStates = (words: Words, count: number): NodeStatus => ({
  fill: 'yellow',
  shape: 'dot',
  text: words('status.remote_tooMuch', { count }),
});

/** The lamp under a host. */
export class RemoteHostStatus {
  readonly #status: PacedStatus;
  readonly #words: Words;
  /** Why the last command, or the last state, came to nothing. */
  #fault: NodeStatus | undefined;

  constructor(node: Node, words: Words) {
    this.#status = new PacedStatus(node);
    this.#words = words;
  }

  obeyed(): void {
    this.#fault = undefined;
  }

  dropped(reason: Refusal): void {
    const text = this.#words(`status.${DROPPED[reason] ?? 'remote_dropped'}`);
    this.#fault = { fill: 'yellow', shape: 'ring', text };
  }

  failed(error: HubError): void {
    this.#fault = { fill: 'red', shape: 'dot', text: this.#words(`status.${statusOf(error)}`) };
  }

  show({ isHeard, isAlone, oversized }: HostWay): void {
    this.#status.show(() => {
      if (!isHeard) return { fill: 'yellow', shape: 'ring', text: this.#words('status.remote_noBroker') };
      if (!isAlone) return { fill: 'red', shape: 'ring', text: this.#words('status.remote_twoHosts') };
      if (this.#fault) return this.#fault;
      if (oversized > 0) return dropsStates(this.#words, oversized);
      return { fill: 'green', shape: 'dot', text: this.#words('status.remote_tells') };
    });
  }

  close(): void {
    this.#status.close();
  }
}

/** How a panel's way to the hub is; `oversized`: how many states are not kept, since they are too large. */
interface PanelWay {
  readonly isHeard: boolean;
  /** Whether beats come that this version cannot read. */
  readonly isOtherVersion: boolean;
  /** Whether the host is older, so that lamps are unknown. */
  readonly isOlder: boolean;
  readonly oversized: number;
  readonly isAgreed: boolean;
  readonly isSending: boolean;
}

/** The lamp under a panel. */
export class RemotePanelStatus {
  readonly #status: PacedStatus;
  readonly #words: Words;
  /** How the last command failed. */
  #failure: string | undefined;

  constructor(node: Node, words: Words) {
    this.#status = new PacedStatus(node);
    this.#words = words;
  }

  done(): void {
    this.#failure = undefined;
  }

  failed(error: HubError): void {
    this.#failure = statusOf(error);
  }

  show({ isHeard, isOtherVersion, isOlder, oversized, isAgreed, isSending }: PanelWay): void {
    this.#status.show(() => {
      if (!isHeard && isOtherVersion) return { fill: 'red', shape: 'ring', text: this.#words('status.remote_version') };
      if (!isHeard) return { fill: 'grey', shape: 'ring', text: this.#words('status.remote_silent') };
      if (!isAgreed) return { fill: 'red', shape: 'ring', text: this.#words('status.remote_clocks') };
      if (this.#failure) return { fill: 'red', shape: 'dot', text: this.#words(`status.${this.#failure}`) };
      if (isSending) return { fill: 'blue', shape: 'dot', text: this.#words('status.sending') };
      if (isOlder) return { fill: 'yellow', shape: 'ring', text: this.#words('status.remote_older') };
      if (oversized > 0) return dropsStates(this.#words, oversized);
      return { fill: 'green', shape: 'dot', text: this.#words('status.remote_hears') };
    });
  }

  close(): void {
    this.#status.close();
  }
}
