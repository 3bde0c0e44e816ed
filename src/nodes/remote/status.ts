import type { Node, NodeStatus } from 'node-red';
import type { HubError } from '../../hub/wire/errors.js';
import { statusOf } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';
import type { Refusal } from '../../remote/refusal.js';
import { PacedStatus } from '../output/paced-status.js';

/** What a refused command is called where it was refused; the others are wrong in some way of their own. */
const DROPPED: Partial<Record<Refusal, string>> = { expired: 'EXPIRED', retained: 'retained' };

/** The lamp under a host. */
export class HostStatus {
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

  show({ isHeard, isAlone }: { readonly isHeard: boolean; readonly isAlone: boolean }): void {
    this.#status.show(() => {
      if (!isHeard) return { fill: 'yellow', shape: 'ring', text: this.#words('status.remote_noBroker') };
      if (!isAlone) return { fill: 'red', shape: 'ring', text: this.#words('status.remote_twoHosts') };
      return this.#fault ?? { fill: 'green', shape: 'dot', text: this.#words('status.remote_tells') };
    });
  }

  close(): void {
    this.#status.close();
  }
}

/** How a panel's way to the hub is. */
interface PanelWay {
  readonly isHeard: boolean;
  readonly isAgreed: boolean;
  readonly isSending: boolean;
}

/** The lamp under a panel. */
export class PanelStatus {
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

  show({ isHeard, isAgreed, isSending }: PanelWay): void {
    this.#status.show(() => {
      if (!isHeard) return { fill: 'grey', shape: 'ring', text: this.#words('status.remote_silent') };
      if (!isAgreed) return { fill: 'red', shape: 'ring', text: this.#words('status.remote_clocks') };
      if (this.#failure) return { fill: 'red', shape: 'dot', text: this.#words(`status.${this.#failure}`) };
      if (isSending) return { fill: 'blue', shape: 'dot', text: this.#words('status.sending') };
      return { fill: 'green', shape: 'dot', text: this.#words('status.remote_hears') };
    });
  }

  close(): void {
    this.#status.close();
  }
}
