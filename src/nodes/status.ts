import type { Node, NodeStatus } from 'node-red';
import type { HubState } from '../hub/connection.js';
import type { Code } from '../hub/errors.js';
import type { Hub, Skipped } from '../hub/hub.js';
import type { Words } from './words.js';

/** How long a note stays, in ms: as long as a second press may follow. */
const NOTE_MS = 3000;

/** Fewer changes than this many ms apart are shown as one: an editor cannot draw a fader's every step. */
const PACE_MS = 200;

/** What a node shows as failed: a call, or the writing of its file. */
export type Fault = Code | 'LOG_FILE';

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
  #failure: Fault | undefined;
  #rehearsal = false;
  readonly #skipped: Record<Skipped, number> = { superseded: 0, rehearsal: 0 };
  #note: Note | undefined;
  #noted: NodeJS.Timeout | undefined;
  #shown = '';
  #closed = false;
  #pace: NodeJS.Timeout | undefined;

  constructor(node: Node, words: Words) {
    this.#node = node;
    this.#words = words;
  }

  /** Shows the way to the hub and whether it is rehearsed, until the returned function is called. */
  follow({ connection, rehearsal }: Hub): () => void {
    const unwatchRehearsal = rehearsal.changed.watch((on) => this.#rehearse(on));
    this.#rehearsal = rehearsal.on;
    const unwatch = connection.watch((state) => this.#connect(state));
    return () => {
      unwatch();
      unwatchRehearsal();
    };
  }

  #rehearse(on: boolean): void {
    this.#rehearsal = on;
    this.#skipped.rehearsal = 0;
    this.#update();
  }

  /** The hub's state changed; what failed because of the old one says nothing any more. */
  #connect(state: HubState): void {
    this.#hub = state;
    if (this.#failure?.startsWith('HUB_')) this.#failure = undefined;
    this.#update();
  }

  sending(): void {
    this.#sending += 1;
    this.#update();
  }

  /** What was being sent has ended: `skipped` tells why it was not sent, `code` how it failed. */
  ended({ code, skipped, note }: { code?: Code; skipped?: Skipped; note?: Note }): undefined {
    this.#sending -= 1;
    if (skipped) this.#skipped[skipped] += 1;
    else this.#failure = code;
    this.note(note);
  }

  /** Shows how something ended that nobody asked for; undefined: well. */
  failed(fault: Fault | undefined): void {
    this.#failure = fault;
    this.#update();
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
    if (this.#hub !== 'connected') return { ...LAMPS[this.#hub], text: this.#words(`status.${this.#hub}`) };
    if (this.#rehearsal) return { fill: 'blue', shape: 'ring', text: this.#counted('rehearsal') };
    return { ...LAMPS.connected, text: this.#counted('superseded') };
  }

  #counted(why: Skipped): string {
    const count = this.#skipped[why];
    return count > 0 ? this.#words(`status.${why}_count`, { count }) : this.#words(`status.${why}_none`);
  }
}
