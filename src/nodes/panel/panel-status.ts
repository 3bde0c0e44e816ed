import { cut, escapeReferences } from '../../base/display.js';
import { HubError } from '../../hub/wire/errors.js';
import { ownSentence, statusOf } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/texts.js';
import type { TakeoverResult } from '../../panels/mapping/takeover.js';
import type { Lifetime } from '../runtime/lifetime.js';
import { PacedStatus } from '../status/paced-status.js';
import type { Note } from '../status/status-facts.js';
import { roundedNumber, withTime } from '../status/status-text.js';

/** Maximum length of the text below a node. */
const MAX_CHARS = 20;

/** The status of a panel node: the last output, or the direction and distance to the takeover value. */
export class PanelStatus {
  readonly #life: Lifetime;
  readonly #status: PacedStatus;
  readonly #words: Words;
  /** Set if the present value cannot be read, with its time. */
  #failure: { readonly reason: string; readonly text: string } | undefined;
  #isWaiting = false;

  constructor(life: Lifetime, words: Words) {
    this.#life = life;
    this.#status = new PacedStatus(life);
    this.#words = words;
  }

  /** `did` is the event of a button. */
  showSent(value: unknown, did: string | undefined): void {
    this.#isWaiting = false;
    this.#status.show(() => {
      const text = did ? `${this.#words(`panel.${did}`)} ${value}` : rounded(value);
      return { fill: 'green', shape: 'dot', text: shortened(text) };
    });
  }

  /** Without a direction, the present value is unknown. Undefined: the control does not wait. */
  showGap(gap: TakeoverResult | undefined): void {
    const wasWaiting = this.#isWaiting;
    this.#isWaiting = gap !== undefined;
    if (!gap) {
      if (wasWaiting && !this.#failure) this.#status.show(() => ({}));
      return;
    }
    const { direction, distance = 0 } = gap;
    if (direction) this.#showWaiting(() => `${direction === 'up' ? '↑' : '↓'} ${rounded(distance)}`);
    else if (this.#failure) this.#showError(this.#failure.text);
    else this.#showWaiting(() => this.#words('panel.waiting'));
  }

  showNote(note: Extract<Note, 'retained' | 'lockedOut'> | 'noRelease'): void {
    this.#showWaiting(() => this.#words(`status.${note}`));
  }

  /** Undefined: the present value can be read again. */
  showReadFailure(failure: unknown): void {
    if (!failure && this.#failure) this.#status.show(() => ({}));
    if (!failure) this.#failure = undefined;
    else {
      const reason = this.#reasonOf(failure);
      if (this.#failure?.reason !== reason)
        this.#failure = { reason, text: withTime(reason, new Date(this.#life.clock.date())) };
      this.#showError(this.#failure.text);
    }
  }

  #showWaiting(text: () => string): void {
    this.#status.show(() => ({ fill: 'yellow', shape: 'ring', text: shortened(text()) }));
  }

  #reasonOf = (failure: unknown): string =>
    this.#words(failure instanceof HubError ? `status.${ownSentence(failure) ?? statusOf(failure)}` : 'panel.unknown');

  #showError(text: string): void {
    this.#status.show(() => ({ fill: 'red', shape: 'ring', text: shortened(text) }));
  }
}

const rounded = (value: unknown): string => (typeof value === 'number' ? String(roundedNumber(value)) : String(value));

const shortened = (text: string): string => cut(escapeReferences(text), MAX_CHARS);
