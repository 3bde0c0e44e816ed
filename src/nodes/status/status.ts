import type { Node } from 'node-red';
import { cut } from '../../base/display.js';
import type { Hub, SkipReason } from '../../hub/hub.js';
import type { ItemState } from '../../hub/lookup/item-state.js';
import { MOVEMENT_PAUSE_MS } from '../../hub/records/movement.js';
import type { AnyOperation } from '../../hub/table/operations.js';
import type { HubState } from '../../hub/watch/connection.js';
import { HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import { escapeReferences } from '../../hub/words/escape-references.js';
import { shortReason, statusOf } from '../../hub/words/explain.js';
import { missingStatus, missingThing } from '../../hub/words/missing-thing.js';
import type { Words } from '../../hub/words/words.js';
import { targetKey } from '../message/target-key.js';
import { type Fault, type Note, nodeStatusOf, type StatusFacts } from './node-status.js';
import { PacedStatus } from './paced-status.js';
import { shortValue, withTime } from './short-value.js';
import { ValueRange } from './value-range.js';

/** Time that a note is shown, in ms. It equals the time for a second press. */
const NOTE_MS = 3000;

/** Characters of a status. */
const MAX_TEXT = 20;

/** A success is shown after this pause, in ms, so that a fader shows one success when it stops. */
const REST_MS = 300;

/** These faults do not end when the hub is back. Another node's success does not prove that this key works. */
const LASTING_FAULTS: readonly Fault[] = ['HUB_AUTH', 'HUB_FORBIDDEN', 'BAD_INPUT', 'LOG_FILE'];

/** The end of one message. */
interface Ending {
  readonly failure?: HubError;
  readonly skipped?: SkipReason;
  /** The failure of the look-ups of a rehearsed command. */
  readonly wouldFail?: HubError | undefined;
  readonly note?: Note;
  /** The parameters of a success. */
  readonly done?: Params;
}

/** The operation of a node, and the text for its success. */
interface NodeOperation {
  readonly operation: AnyOperation;
  readonly successText?: (params: Params, at: Date) => string;
}

/** The status of a node: its connection, messages in progress, the last success, and a failure until it ends. */
export class Status {
  readonly #status: PacedStatus;
  readonly #words: Words;
  readonly #node: NodeOperation | undefined;
  readonly #range = new ValueRange();
  readonly #facts: StatusFacts = {
    hub: 'connecting',
    rehearsal: false,
    sending: 0,
    movement: { messages: 0, skipped: 0 },
    rehearsed: 0,
  };
  #hub: Hub | undefined;
  #noteTimer: NodeJS.Timeout | undefined;
  /** The time of the last message, in ms of `performance.now()`. */
  #lastMessageAt = Number.NEGATIVE_INFINITY;
  /** The last success, at a time of `performance.now()`. Undefined while a message is in progress. */
  #success: { readonly params: Params; readonly at: number } | undefined;
  #successTimer: NodeJS.Timeout | undefined;
  /** The target of the failure. Undefined: any success of this node ends it. */
  #failedTarget: string | undefined;
  #unwatchSuccesses: (() => void) | undefined;
  #closed = false;

  constructor(node: Node, words: Words, operation?: NodeOperation) {
    this.#status = new PacedStatus(node);
    this.#words = words;
    this.#node = operation;
  }

  /** Shows the hub's connection and rehearsal. Returns a function that ends this. */
  follow(hub: Hub): () => void {
    const { connection, rehearsal } = hub;
    this.#hub = hub;
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
    this.#facts.rehearsed = 0;
    this.#facts.wouldFail = undefined;
    this.#update();
  }

  #rehearsed(failure: HubError | undefined): void {
    this.#facts.rehearsed += 1;
    const reason = failure && cut(shortReason(this.#words, failure, this.#node?.operation), MAX_TEXT);
    this.#facts.wouldFail = reason && this.#words('errors.wouldFail', { reason });
  }

  /** A new connection state removes failures of the old one. */
  #connect(state: HubState): void {
    this.#facts.hub = state;
    const { failure } = this.#facts;
    if (failure && !LASTING_FAULTS.includes(failure.fault)) this.#endFailure();
    this.#update();
  }

  sending(): void {
    const now = performance.now();
    const { movement } = this.#facts;
    if (now - this.#lastMessageAt >= MOVEMENT_PAUSE_MS) Object.assign(movement, { messages: 0, skipped: 0 });
    this.#lastMessageAt = now;
    movement.messages += 1;
    this.#facts.sending += 1;
    this.#success = undefined;
    this.#facts.done = undefined;
    this.#update();
  }

  ended({ failure, skipped, wouldFail, note, done }: Ending): undefined {
    this.#facts.sending -= 1;
    if (skipped === 'superseded') this.#facts.movement.skipped += 1;
    if (skipped === 'rehearsal') this.#rehearsed(wouldFail);
    if (failure) this.failed(failure);
    if (done && !this.#closed) {
      if (this.#facts.failure && this.#isFailedTarget(done)) this.#endFailure();
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

  /** Shows that an engine waits for a press, until it is called again. */
  ask(on: boolean): void {
    this.#facts.asks = on;
    this.#update();
  }

  /** Shows a watched value, which has arrived now. Undefined: the answer does not have it. */
  value(value: unknown): void {
    const at = new Date();
    const text = () => escapeReferences(withTime(shortValue(value), at));
    this.#facts.value = value === undefined ? undefined : { text, isFar: this.#range.add('', numberIn(value)) };
    this.#update();
  }

  /** Shows the state of a look from now on. Undefined: none. */
  look(text: string | undefined): void {
    this.#facts.value = text === undefined ? undefined : { text: () => cut(text, MAX_TEXT), isFar: false };
    this.#update();
  }

  #showSuccess(): void {
    this.#successTimer = undefined;
    if (!this.#success || !this.#node?.successText) return;
    const { params, at } = this.#success;
    const { operation, successText } = this.#node;
    const ago = performance.now() - at;
    if (ago < REST_MS) {
      this.#successTimer = setTimeout(() => this.#showSuccess(), REST_MS - ago);
      return;
    }
    const isFar =
      operation.latest !== undefined &&
      this.#range.add(targetKey(operation, params) ?? '', numberIn(params[operation.latest]));
    this.#success = undefined;
    const endedAt = new Date(Date.now() - ago);
    this.#facts.done = { text: () => successText(params, endedAt), isFar };
    this.#update();
  }

  /** Shows a failure with its time. Undefined: no failure. `params` have its target: a success there ends the failure. */
  failed(failure: HubError | 'LOG_FILE' | undefined, params?: Params): void {
    const before = this.#facts.failure;
    const fault = failure instanceof HubError ? statusOf(failure) : failure;
    const thing = failure instanceof HubError ? missingThing(failure, this.#node?.operation) : undefined;
    const reason = thing && cut(missingStatus(this.#words, thing), MAX_TEXT);
    // Looking up the text costs more than the rest of a watched answer.
    if (fault === before?.fault && reason === before?.reason && !params) return;
    if (!fault) this.#endFailure();
    else this.#beginFailure(fault, reason, params);
    this.#update();
  }

  #beginFailure(fault: Fault, reason: string | undefined, params: Params | undefined): void {
    this.#facts.failure = { fault, at: new Date(), reason };
    this.#facts.value = undefined;
    const operation = this.#node?.operation;
    this.#failedTarget = operation && params && fault !== 'BAD_INPUT' ? targetKey(operation, params) : undefined;
    if (this.#failedTarget === undefined || this.#closed) return;
    this.#unwatchSuccesses ??= this.#hub?.ended.watch(({ command, params: sent, outcome }) => {
      if (outcome !== 'done' || targetKey(command, sent) !== this.#failedTarget) return;
      this.#endFailure();
      this.#update();
    });
  }

  #endFailure(): void {
    this.#facts.failure = undefined;
    this.#unwatchSuccesses?.();
    this.#unwatchSuccesses = undefined;
  }

  #isFailedTarget(params: Params): boolean {
    const operation = this.#node?.operation;
    return this.#failedTarget === undefined || (operation && targetKey(operation, params)) === this.#failedTarget;
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
    this.#unwatchSuccesses?.();
    this.#status.close();
  }

  #update(): void {
    this.#status.show(this.#nodeStatus);
  }

  #nodeStatus = () => nodeStatusOf(this.#facts, this.#words);
}

/** The number in a value or in a hub property. */
const numberIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'Value' in value ? value.Value : value;
