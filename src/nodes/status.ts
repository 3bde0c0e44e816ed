import type { Node, NodeStatus } from 'node-red';
import type { HubState } from '../hub/connection.js';
import type { Code } from '../hub/errors.js';
import type { Words } from './words.js';

/** How long a note stays, in ms: as long as a second press may follow. */
const NOTE_MS = 3000;

/** Fewer changes than this many ms apart are shown as one: an editor cannot draw a fader's every step. */
const PACE_MS = 200;

/** A button's release is ignored; a grave command waits for a second press. */
export type Note = 'released' | 'again';

const LAMPS: Record<HubState, Pick<NodeStatus, 'fill' | 'shape'>> = {
  connecting: { fill: 'yellow', shape: 'ring' },
  connected: { fill: 'green', shape: 'dot' },
  unreachable: { fill: 'red', shape: 'ring' },
  refused: { fill: 'red', shape: 'ring' },
};

/** The lamp under a node: the way to the hub, what is being sent, and the last failure until something goes well. */
export class Status {
  readonly #node: Node;
  readonly #words: Words;
  #hub: HubState = 'connecting';
  #sending = 0;
  #failure: Code | undefined;
  #skipped = 0;
  #note: Note | undefined;
  #noted: NodeJS.Timeout | undefined;
  #shown = '';
  #closed = false;
  #pace: NodeJS.Timeout | undefined;

  constructor(node: Node, words: Words) {
    this.#node = node;
    this.#words = words;
  }

  /** The hub's state changed; what failed because of the old one says nothing any more. */
  hub(state: HubState): void {
    this.#hub = state;
    if (this.#failure?.startsWith('HUB_')) this.#failure = undefined;
    this.#update();
  }

  sending(): void {
    this.#sending += 1;
    this.#update();
  }

  /** What was being sent has ended: `skipped` if a newer value took its place, `code` if it failed. */
  ended({ code, skipped = false, note }: { code?: Code; skipped?: boolean; note?: Note }): undefined {
    this.#sending -= 1;
    if (skipped) this.#skipped += 1;
    else this.#failure = code;
    this.note(note);
  }

  /** Shows for a while why nothing was sent. */
  note(note: Note | undefined): undefined {
    clearTimeout(this.#noted);
    this.#note = note;
    if (note && !this.#closed) this.#noted = setTimeout(() => this.note(undefined), NOTE_MS);
    this.#update();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#noted);
    clearTimeout(this.#pace);
    this.#node.status({});
  }

  #update(): void {
    if (this.#pace || this.#closed) return;
    this.#show();
    this.#pace = setTimeout(() => {
      this.#pace = undefined;
      this.#show();
    }, PACE_MS);
  }

  #show(): void {
    const status = this.#current();
    const shown = JSON.stringify(status);
    if (shown !== this.#shown) this.#node.status(status);
    this.#shown = shown;
  }

  #current(): NodeStatus {
    if (this.#note) return { fill: 'yellow', shape: 'ring', text: this.#words(`status.${this.#note}`) };
    if (this.#failure) return { fill: 'red', shape: 'dot', text: this.#words(`status.${this.#failure}`) };
    if (this.#sending > 0) return { fill: 'blue', shape: 'dot', text: this.#words('status.sending') };
    const skipped = this.#hub === 'connected' && this.#skipped > 0;
    const text = skipped ? this.#words('status.skipped', { count: this.#skipped }) : this.#words(`status.${this.#hub}`);
    return { ...LAMPS[this.#hub], text };
  }
}
