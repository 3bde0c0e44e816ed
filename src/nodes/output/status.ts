import type { Node } from 'node-red';
import type { Hub, SkipReason } from '../../hub/hub.js';
import type { ItemState } from '../../hub/lookup/item-state.js';
import type { HubState } from '../../hub/watch/connection.js';
import type { HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import { escapeReferences } from '../../hub/words/escape-references.js';
import { statusOf } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';
import { type Facts, type Fault, type Note, nodeStatusOf } from './node-status.js';
import { PacedStatus } from './paced-status.js';

/** How long a note stays, in ms: as long as a second press may follow. */
const NOTE_MS = 3000;

/** How long nothing more is sent before a success is shown, in ms: a fader gets one tick, where it comes to rest. */
const REST_MS = 300;

/** How much of what went well is told: with its tick and the time it fills 20 characters. */
const TOLD = 9;

/** How something ended that was being sent. */
interface Ending {
  readonly failure?: HubError;
  readonly skipped?: SkipReason;
  readonly note?: Note;
  /** What went well was asked for with these. */
  readonly done?: Params;
}

/** The lamp under a node: the way to the hub, what is being sent, and the last failure until something goes well. */
export class Status {
  readonly #status: PacedStatus;
  readonly #words: Words;
  readonly #doneOf: (params: Params) => string;
  readonly #facts: Facts = {
    hub: 'connecting',
    rehearsal: false,
    sending: 0,
    skipped: { superseded: 0, rehearsal: 0 },
  };
  #noted: NodeJS.Timeout | undefined;
  /** What went well last, and when on `performance`'s clock, in ms; undefined while more is sent. */
  #success: { readonly params: Params; readonly at: number } | undefined;
  #ticking: NodeJS.Timeout | undefined;
  #closed = false;

  /** `doneOf` tells in a word what went well. */
  constructor(node: Node, words: Words, doneOf: (params: Params) => string = () => '') {
    this.#status = new PacedStatus(node);
    this.#words = words;
    this.#doneOf = doneOf;
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
    this.#success = undefined;
    if (this.#facts.done) this.#tell(undefined);
    this.#update();
  }

  /** What was being sent has ended: `skipped` tells why it was not sent, `failure` how it failed, `done` what went well. */
  ended({ failure, skipped, note, done }: Ending): undefined {
    this.#facts.sending -= 1;
    if (skipped) this.#facts.skipped[skipped] += 1;
    else this.#facts.failure = failure && statusOf(failure);
    if (done && !this.#closed) {
      this.#success = { params: done, at: performance.now() };
      this.#ticking ??= setTimeout(() => this.#tick(), REST_MS);
    }
    this.note(note);
  }

  /** Shows what a watched item does, whatever else there is to say: that is what the lamp is looked at for. */
  item(state: ItemState | undefined): void {
    if (state === this.#facts.item) return;
    this.#facts.item = state;
    this.#update();
  }

  /** Shows for a while what went well and when, once nothing more is sent: a fader's every value finds no words. */
  #tick(): void {
    this.#ticking = undefined;
    if (!this.#success) return;
    const { params, at } = this.#success;
    const ago = performance.now() - at;
    if (ago < REST_MS) this.#ticking = setTimeout(() => this.#tick(), REST_MS - ago);
    else this.#tell(ticked(this.#doneOf(params), new Date(Date.now() - ago)));
  }

  #tell(done: string | undefined): void {
    clearTimeout(this.#ticking);
    this.#ticking = done === undefined ? undefined : setTimeout(() => this.#tell(undefined), NOTE_MS);
    this.#success = undefined;
    this.#facts.done = done;
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
    this.#status.close();
  }

  #update(): void {
    this.#status.show(this.#lamp);
  }

  #lamp = () => nodeStatusOf(this.#facts, this.#words);
}

/** For example `✓ In 18:59:03`. */
function ticked(done: string, at: Date): string {
  const what = done.length > TOLD ? `${done.slice(0, TOLD - 1)}…` : done;
  return escapeReferences(`✓ ${what} ${at.toTimeString().slice(0, 8)}`);
}
