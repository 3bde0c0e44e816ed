import type { NodeStatus } from 'node-red';
import type { HubError } from '../../hub/wire/errors.js';
import { statusOf } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/texts.js';
import { IGNORED, type IgnoredReason } from '../../remote/ignored.js';
import type { Refusal } from '../../remote/refusal.js';
import type { Lifetime } from '../runtime/lifetime.js';
import { PacedStatus } from '../status/paced-status.js';
import { ShortNote } from '../status/short-note.js';
import { failureStatus } from '../status/status-facts.js';

/** Status keys of refusals. All others show as dropped. */
const REFUSAL_STATUS: Partial<Record<Refusal, string>> = { expired: 'EXPIRED', retained: 'retained' };

interface HostFacts {
  readonly hasBeat: boolean;
  readonly isAlone: boolean;
  /** The number of states that are too large to be published. */
  readonly oversized: number;
}

interface PanelFacts {
  readonly hasBeat: boolean;
  /** The host sends beats that this version cannot read. */
  readonly isOtherVersion: boolean;
  /** The number of states that are too large to be stored. */
  readonly oversized: number;
  readonly hasSameTime: boolean;
  readonly isSending: boolean;
}

/** The status of a remote node. The failure of a command or a state stays until the next success. */
export class RemoteStatus {
  readonly #life: Lifetime;
  readonly #status: PacedStatus;
  readonly #words: Words;
  #fault: NodeStatus | undefined;
  /** Why the last press sent nothing. */
  readonly #ignored: ShortNote<IgnoredReason>;

  constructor(life: Lifetime, words: Words) {
    this.#life = life;
    this.#status = new PacedStatus(life);
    this.#words = words;
    // The node shows its status again and again.
    this.#ignored = new ShortNote(life, () => {});
  }

  succeeded(): void {
    this.#fault = undefined;
    this.#ignored.show(undefined);
  }

  /** Shows for a short time why a press sent nothing. A failure stays. */
  ignored(reason: IgnoredReason): void {
    this.#ignored.show(reason);
  }

  dropped(reason: Refusal): void {
    this.#fault = this.#textOf('yellow', 'ring', REFUSAL_STATUS[reason] ?? 'remote_dropped');
  }

  failed(error: HubError): void {
    this.#fault = failureStatus(this.#words, statusOf(error), new Date(this.#life.clock.date()));
  }

  showHost({ hasBeat, isAlone, oversized }: HostFacts): void {
    this.#status.show(() => {
      if (!hasBeat) return this.#textOf('yellow', 'ring', 'remote_noBroker');
      if (!isAlone) return this.#textOf('red', 'ring', 'remote_twoHosts');
      return this.#fault ?? this.#oversized(oversized) ?? this.#textOf('green', 'dot', 'remote_tells');
    });
  }

  showPanel({ hasBeat, isOtherVersion, oversized, hasSameTime, isSending }: PanelFacts): void {
    this.#status.show(() => {
      if (!hasBeat && isOtherVersion) return this.#textOf('red', 'ring', 'remote_version');
      if (!hasBeat) return this.#textOf('grey', 'ring', 'remote_silent');
      if (!hasSameTime) return this.#textOf('red', 'ring', 'remote_clocks');
      const ignored = this.#ignored.present;
      // While a fader moves, its newest value is on its way.
      if (ignored && !(ignored === 'superseded' && isSending))
        return { fill: 'yellow', shape: 'ring', text: this.#words(IGNORED[ignored]) };
      if (this.#fault) return this.#fault;
      if (isSending) return this.#textOf('blue', 'dot', 'sending');
      return this.#oversized(oversized) ?? this.#textOf('green', 'dot', 'remote_hears');
    });
  }

  #oversized(count: number): NodeStatus | undefined {
    return count > 0 ? this.#textOf('yellow', 'dot', 'remote_tooMuch', { count }) : undefined;
  }

  #textOf(fill: NodeStatus['fill'], shape: NodeStatus['shape'], key: string, facts?: { count: number }): NodeStatus {
    return { fill, shape, text: this.#words(`status.${key}`, facts) };
  }
}
