import type { Node } from 'node-red';
import { HubError } from '../../hub/wire/errors.js';
import { escapeReferences } from '../../hub/words/escape-references.js';
import { statusOf } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';
import type { TakeoverResult } from '../../panels/mapping/takeover.js';
import type { Note } from './node-status.js';
import { PacedStatus } from './paced-status.js';

/** What fits below a node. */
const LONGEST = 20;

/** Digits that people read. */
const DIGITS = 3;

/** The lamp under a panel node: what went out last, or which way the fader has to go, and how far. */
export class PanelStatus {
  readonly #status: PacedStatus;
  readonly #words: Words;
  /** Why the present value is not known. */
  #failure: unknown;

  constructor(node: Node, words: Words) {
    this.#status = new PacedStatus(node);
    this.#words = words;
  }

  /** A value went out, or what a button did. */
  sent(value: unknown, did: string | undefined): void {
    this.#status.show(() => {
      const what = did ? `${this.#words(`panel.${did}`)} ${value}` : shown(value);
      return { fill: 'green', shape: 'dot', text: fitting(what) };
    });
  }

  /** The fader does not have the value; without a direction the value is not known: why, if that is known. */
  away({ direction, distance = 0 }: TakeoverResult): void {
    if (direction) this.#waitFor(() => `${direction === 'up' ? '↑' : '↓'} ${shown(distance)}`);
    else if (this.#failure) this.#showFailure(this.#failure);
    else this.#waitFor(() => this.#words('panel.waiting'));
  }

  /** Why a press did nothing. */
  note(note: Extract<Note, 'retained'>): void {
    this.#waitFor(() => this.#words(`status.${note}`));
  }

  /** The present value cannot be read, and why; undefined: it can. */
  lost(failure: unknown): void {
    if (failure) this.#showFailure(failure);
    else if (this.#failure) this.#status.show(() => ({}));
    this.#failure = failure;
  }

  #waitFor(text: () => string): void {
    this.#status.show(() => ({ fill: 'yellow', shape: 'ring', text: fitting(text()) }));
  }

  #showFailure(failure: unknown): void {
    const key = failure instanceof HubError ? `status.${failure.facts.sentence ?? statusOf(failure)}` : 'panel.unknown';
    this.#status.show(() => ({ fill: 'red', shape: 'ring', text: fitting(this.#words(key)) }));
  }

  close(): void {
    this.#status.close();
  }
}

const shown = (value: unknown): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(DIGITS))) : String(value);

function fitting(text: string): string {
  const safe = escapeReferences(text);
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST - 1)}…` : safe;
}
