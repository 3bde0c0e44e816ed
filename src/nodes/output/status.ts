import type { Node } from 'node-red';
import type { Hub, Skipped } from '../../hub/hub.js';
import type { ItemState } from '../../hub/lookup/item-state.js';
import type { HubState } from '../../hub/watch/connection.js';
import type { HubError } from '../../hub/wire/errors.js';
import { statusOf } from '../../hub/words/explain.js';
import { harmless } from '../../hub/words/harmless.js';
import type { Words } from '../../hub/words/words.js';
import { type Facts, type Fault, lampOf, type Note } from './most-urgent.js';

/** How long a note stays, in ms: as long as a second press may follow. */
const NOTE_MS = 3000;

/** How long nothing more is sent before a success is shown, in ms: a fader gets one tick, where it comes to rest. */
const REST_MS = 300;

/** How much of what went well is told: with its tick and the time it fills 20 characters. */
const TOLD = 9;

/** Fewer changes than this many ms apart are shown as one: an editor cannot draw a fader's every step. */
const PACE_MS = 200;

/** How something ended that was being sent. */
interface Ending {
  readonly failure?: HubError;
  readonly skipped?: Skipped;
  readonly note?: Note;
  /** What went well, as people call it. */
  readonly done?: () => string;
}

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
  #ticking: NodeJS.Timeout | undefined;
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
    const { failure = '' } = this.#facts;
    if (failure.startsWith('HUB_') && !['HUB_AUTH', 'HUB_FORBIDDEN'].includes(failure)) this.#facts.failure = undefined;
    this.#update();
  }

  sending(): void {
    this.#facts.sending += 1;
    this.#tick(undefined);
    this.#update();
  }

  /** What was being sent has ended: `skipped` tells why it was not sent, `failure` how it failed, `done` what went well. */
  ended({ failure, skipped, note, done }: Ending): undefined {
    this.#facts.sending -= 1;
    if (skipped) this.#facts.skipped[skipped] += 1;
    else this.#facts.failure = failure && statusOf(failure);
    if (done !== undefined && !this.#closed) this.#tick(done);
    this.note(note);
  }

  /** Shows what a watched item does, whatever else there is to say: that is what the lamp is looked at for. */
  item(state: ItemState | undefined): void {
    if (state === this.#facts.item) return;
    this.#facts.item = state;
    this.#update();
  }

  /** Shows for a while what went well and when, once nothing more is sent: a fader's every value finds no words. */
  #tick(done: (() => string) | undefined): void {
    clearTimeout(this.#ticking);
    this.#facts.done = undefined;
    if (done === undefined) return;
    const at = new Date();
    this.#ticking = setTimeout(() => this.#tell(ticked(done(), at)), REST_MS);
  }

  #tell(done: string | undefined): void {
    this.#facts.done = done;
    if (done) this.#ticking = setTimeout(() => this.#tell(undefined), NOTE_MS);
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
    clearTimeout(this.#ticking);
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

/** For example `✓ In 18:59:03`. */
function ticked(done: string, at: Date): string {
  const what = done.length > TOLD ? `${done.slice(0, TOLD - 1)}…` : done;
  return harmless(`✓ ${what} ${at.toTimeString().slice(0, 8)}`);
}
