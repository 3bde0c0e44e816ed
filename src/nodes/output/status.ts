import type { Node } from 'node-red';
import type { Hub, SkipReason } from '../../hub/hub.js';
import type { ItemState } from '../../hub/lookup/item-state.js';
import type { HubState } from '../../hub/watch/connection.js';
import type { HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import { escapeReferences } from '../../hub/words/escape-references.js';
import { statusOf } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';
import { type Fault, type Note, nodeStatusOf, type StatusFacts } from './node-status.js';
import { PacedStatus } from './paced-status.js';

/** Time that a note is shown, in ms. It equals the time for a second press. */
const NOTE_MS = 3000;

/** A success is shown after this pause, in ms, so that a fader shows one success when it stops. */
const REST_MS = 300;

/** Maximum length of the name of a success. With the check mark and the time it fills 20 characters. */
const MAX_NAME_CHARS = 9;

/** The end of one message. */
interface Ending {
  readonly failure?: HubError;
  readonly skipped?: SkipReason;
  readonly note?: Note;
  /** The parameters of a success. */
  readonly done?: Params;
}

/** The status of a node: its connection, messages in progress, and the last failure until a success. */
export class Status {
  readonly #status: PacedStatus;
  readonly #words: Words;
  readonly #successText: (params: Params) => string;
  readonly #facts: StatusFacts = {
    hub: 'connecting',
    rehearsal: false,
    sending: 0,
    skipped: { superseded: 0, rehearsal: 0 },
  };
  #noteTimer: NodeJS.Timeout | undefined;
  /** The last success, at a time of `performance.now()`. Undefined while a message is in progress. */
  #success: { readonly params: Params; readonly at: number } | undefined;
  #successTimer: NodeJS.Timeout | undefined;
  #closed = false;

  /** `successText` gives a short name for a success. */
  constructor(node: Node, words: Words, successText: (params: Params) => string = () => '') {
    this.#status = new PacedStatus(node);
    this.#words = words;
    this.#successText = successText;
  }

  /** Shows the hub's connection and rehearsal. Returns a function that ends this. */
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
   * A new connection state removes failures of the old one. A refused key stays until a success of this node, since a
   * success of another node does not prove that this key works.
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
    if (this.#facts.done) this.#setDone(undefined);
    this.#update();
  }

  ended({ failure, skipped, note, done }: Ending): undefined {
    this.#facts.sending -= 1;
    if (skipped) this.#facts.skipped[skipped] += 1;
    else this.#facts.failure = failure && statusOf(failure);
    if (done && !this.#closed) {
      this.#success = { params: done, at: performance.now() };
      this.#successTimer ??= setTimeout(() => this.#showSuccess(), REST_MS);
    }
    this.note(note);
  }

  /** Shows the state of a watched item, which has priority over all other facts. */
  item(state: ItemState | undefined): void {
    if (state === this.#facts.item) return;
    this.#facts.item = state;
    this.#update();
  }

  #showSuccess(): void {
    this.#successTimer = undefined;
    if (!this.#success) return;
    const { params, at } = this.#success;
    const ago = performance.now() - at;
    if (ago < REST_MS) this.#successTimer = setTimeout(() => this.#showSuccess(), REST_MS - ago);
    else this.#setDone(successLine(this.#successText(params), new Date(Date.now() - ago)));
  }

  #setDone(done: string | undefined): void {
    clearTimeout(this.#successTimer);
    this.#successTimer = done === undefined ? undefined : setTimeout(() => this.#setDone(undefined), NOTE_MS);
    this.#success = undefined;
    this.#facts.done = done;
    this.#update();
  }

  /** Shows a failure without a message. Undefined: no failure. */
  failed(fault: Fault | undefined): void {
    // Looking up the text costs more than the rest of a watched answer.
    if (fault === this.#facts.failure) return;
    this.#facts.failure = fault;
    this.#update();
  }

  /** Shows for a short time why nothing was sent. The release of a button does not replace the note for its press. */
  note(note: Note | undefined): undefined {
    if (note === 'released' && this.#facts.note) return;
    clearTimeout(this.#noteTimer);
    this.#facts.note = note;
    if (note && !this.#closed) this.#noteTimer = setTimeout(() => this.note(undefined), NOTE_MS);
    this.#update();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#noteTimer);
    clearTimeout(this.#successTimer);
    this.#status.close();
  }

  #update(): void {
    this.#status.show(this.#nodeStatus);
  }

  #nodeStatus = () => nodeStatusOf(this.#facts, this.#words);
}

/** For example `✓ In 18:59:03`. */
function successLine(name: string, at: Date): string {
  const short = name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS - 1)}…` : name;
  return escapeReferences(`✓ ${short} ${at.toTimeString().slice(0, 8)}`);
}
