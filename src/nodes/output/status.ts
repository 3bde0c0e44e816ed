import type { Node } from 'node-red';
import type { Hub, Skipped } from '../../hub/hub.js';
import type { ItemState } from '../../hub/lookup/item-state.js';
import type { HubState } from '../../hub/watch/connection.js';
import type { Code } from '../../hub/wire/errors.js';
import type { Words } from '../../hub/words/words.js';
import { type Facts, type Fault, lampOf, type Note } from './most-urgent.js';

/** How long a note stays, in ms: as long as a second press may follow. */
const NOTE_MS = 3000;

/** Fewer changes than this many ms apart are shown as one: an editor cannot draw a fader's every step. */
const PACE_MS = 200;

/** The lamp under a node: the way to the hub, what is being sent, and the last failure until something goes well. */
export class Status {
  readonly #node: Node;
  readonly #words: Words;
  readonly #facts: Facts = {
    hub: 'connecting',
    rehearsal: false,
    sending: 0,
    skipped: { superseded: 0, rehearsal: 0 },
  };
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
    this.#facts.rehearsal = rehearsal.on;
    const unwatch = connection.watch((state) => this.#connect(state));
    return () => {
      unwatch();
      unwatchRehearsal();
    };
  }

  #rehearse(on: boolean): void {
    this.#facts.rehearsal = on;
    this.#facts.skipped.rehearsal = 0;
    this.#update();
  }

  /**
   * The hub's state changed; what failed because of the old one says nothing any more. But a key that was refused is
   * told until something goes well here: what goes well elsewhere proves nothing of it.
   */
  #connect(state: HubState): void {
    this.#facts.hub = state;
    if (this.#facts.failure?.startsWith('HUB_') && this.#facts.failure !== 'HUB_AUTH') this.#facts.failure = undefined;
    this.#update();
  }

  sending(): void {
    this.#facts.sending += 1;
    this.#update();
  }

  /** What was being sent has ended: `skipped` tells why it was not sent, `code` how it failed. */
  ended({ code, skipped, note }: { code?: Code; skipped?: Skipped; note?: Note }): undefined {
    this.#facts.sending -= 1;
    if (skipped) this.#facts.skipped[skipped] += 1;
    else this.#facts.failure = code;
    this.note(note);
  }

  /** Shows what a watched item does, whatever else there is to say: that is what the lamp is looked at for. */
  item(state: ItemState | undefined): void {
    if (state === this.#facts.item) return;
    this.#facts.item = state;
    this.#update();
  }

  /** Shows how something ended that nobody asked for; undefined: well. */
  failed(fault: Fault | undefined): void {
    // Finding the words costs more than all else of a watched answer.
    if (fault === this.#facts.failure) return;
    this.#facts.failure = fault;
    this.#update();
  }

  /** Shows for a while why nothing was sent. The release of a button does not hide what is said of its press. */
  note(note: Note | undefined): undefined {
    if (note === 'released' && this.#facts.note) return;
    clearTimeout(this.#noted);
    this.#facts.note = note;
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
    if (!this.#pace && !this.#closed) this.#show();
  }

  #show(): void {
    const status = lampOf(this.#facts, this.#words);
    const shown = JSON.stringify(status);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#node.status(status);
    this.#pace = setTimeout(() => {
      this.#pace = undefined;
      this.#show();
    }, PACE_MS);
  }
}
