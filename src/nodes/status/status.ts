import { cut, escapeReferences } from '../../base/display.js';
import type { Hub, Skipped } from '../../hub/hub.js';
import { commandFieldsOf } from '../../hub/records/as-run.js';
import { MOVEMENT_PAUSE_MS } from '../../hub/records/journal.js';
import type { AnyOperation } from '../../hub/table/operations.js';
import type { HubState } from '../../hub/watch/connection.js';
import type { ItemState } from '../../hub/watch/linear-items.js';
import type { HubError } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import { missingStatus, missingThing, shortReason, statusOf } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/texts.js';
import type { SavedParams } from '../../saved/param.js';
import type { Lifetime } from '../runtime/lifetime.js';
import { PacedStatus } from './paced-status.js';
import { ShortNote } from './short-note.js';
import { type Fault, type Note, nodeStatusOf, type StatusFacts } from './status-facts.js';
import { MAX_TEXT, shortValue, successText, withTime } from './status-text.js';
import { ValueRange } from './value-range.js';

/** A success is shown after this pause, in ms, so that a fader shows one success when it stops. */
const REST_MS = 300;

/** These faults do not end when the hub is back. Another node's success does not prove that this key works. */
const LASTING_FAULTS: readonly Fault[] = ['HUB_AUTH', 'HUB_FORBIDDEN', 'BAD_INPUT', 'LOG_FILE'];

/** The end of one message. */
interface Ending {
  readonly failure?: HubError;
  readonly skipped?: Skipped;
  readonly note?: Note;
  /** The parameters of a success. */
  readonly done?: Params;
}

/** The operation of a node, and its saved parameters. */
interface NodeOperation {
  readonly operation: AnyOperation;
  readonly saved?: SavedParams<unknown> | undefined;
}

/** The status of a node: its connection, messages in progress, the last success, and a failure until it ends. */
export class Status {
  readonly #life: Lifetime;
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
  readonly #hub: Hub;
  readonly #note: ShortNote;
  /** The time of the last message, in ms of the clock. */
  #lastMessageAt = Number.NEGATIVE_INFINITY;
  /** The last success, at a time of the clock. Undefined while a message is in progress. */
  #success: { readonly params: Params; readonly at: number } | undefined;
  #successTimer: unknown;
  /** The target of the failure. Undefined: any success of this node ends it. */
  #failedTarget: string | undefined;
  #unwatchSuccesses: (() => void) | undefined;

  /** It follows the connection and the rehearsal of the hub, and ends with the node. */
  constructor(life: Lifetime, words: Words, hub: Hub, operation?: NodeOperation) {
    this.#life = life;
    this.#status = new PacedStatus(life);
    this.#words = words;
    this.#note = new ShortNote(life, () => this.#update());
    this.#hub = hub;
    this.#node = operation;
    this.#facts.rehearsal = hub.rehearsal.on;
    life.add(hub.rehearsal.changed.watch((on) => this.#rehearse(on)));
    life.add(hub.connection.watch((state) => this.#connect(state)));
    life.add(() => this.#unwatchSuccesses?.());
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
    const now = this.#life.clock.now();
    const { movement } = this.#facts;
    if (now - this.#lastMessageAt >= MOVEMENT_PAUSE_MS) Object.assign(movement, { messages: 0, skipped: 0 });
    this.#lastMessageAt = now;
    movement.messages += 1;
    this.#facts.sending += 1;
    this.#success = undefined;
    this.#facts.done = undefined;
    this.#update();
  }

  /** The end of one message. Without details, it changes only the number of messages in progress. */
  ended({ failure, skipped, note, done }: Ending = {}): void {
    this.#facts.sending -= 1;
    if (skipped?.outcome === 'superseded') this.#facts.movement.skipped += 1;
    if (skipped?.outcome === 'rehearsal') this.#rehearsed(skipped.wouldFail);
    if (failure) this.failed(failure);
    if (done) {
      if (this.#facts.failure && this.#isFailedTarget(done)) this.#endFailure();
      this.#success = { params: done, at: this.#life.clock.now() };
      this.#successTimer ??= this.#life.clock.setTimeout(() => this.#showSuccess(), REST_MS);
    }
    this.note(note);
  }

  /** A watch reads nothing until it is started. */
  stopped(on: boolean): void {
    this.#facts.stopped = on;
    this.#update();
  }

  /** Shows the state of a watched item, which has priority over the following facts. */
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
    const at = this.#date();
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
    if (!this.#success || !this.#node) return;
    const { params, at } = this.#success;
    const { operation, saved } = this.#node;
    const ago = this.#life.clock.now() - at;
    if (ago < REST_MS) {
      this.#successTimer = this.#life.clock.setTimeout(() => this.#showSuccess(), REST_MS - ago);
      return;
    }
    const isFar =
      operation.latest !== undefined &&
      this.#range.add(targetKey(operation, params) ?? '', numberIn(params[operation.latest]));
    this.#success = undefined;
    const endedAt = this.#date(ago);
    this.#facts.done = { text: () => successText(this.#words, operation, params, saved, endedAt), isFar };
    this.#update();
  }

  /** Shows a failure with its time. `params` have its target: a success there ends the failure. */
  failed(failure: HubError, params?: Params): void {
    const thing = missingThing(failure, this.#node?.operation);
    this.#beginFailure(statusOf(failure), thing && cut(missingStatus(this.#words, thing), MAX_TEXT), params);
  }

  /** The log file cannot be written. */
  logFailed(): void {
    this.#beginFailure('LOG_FILE');
  }

  /** Shows that the failure is over, if there was one. */
  recovered(): void {
    if (!this.#facts.failure) return;
    this.#endFailure();
    this.#update();
  }

  #beginFailure(fault: Fault, reason?: string, params?: Params): void {
    const before = this.#facts.failure;
    if (fault === before?.fault && reason === before.reason && !params) return;
    this.#facts.failure = { fault, at: this.#date(), reason };
    this.#facts.value = undefined;
    this.#followTarget(fault, params);
    this.#update();
  }

  /** Each success of a node at the target of the failure ends it. */
  #followTarget(fault: Fault, params: Params | undefined): void {
    const operation = this.#node?.operation;
    this.#failedTarget = operation && params && fault !== 'BAD_INPUT' ? targetKey(operation, params) : undefined;
    if (this.#failedTarget === undefined || this.#life.hasEnded) return;
    this.#unwatchSuccesses ??= this.#hub.ended.watch(({ command, params: sent, outcome }) => {
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

  /** Shows for a short time why nothing was sent. */
  note(note: Note | undefined): void {
    this.#note.show(note);
  }

  #date(ago = 0): Date {
    return new Date(this.#life.clock.date() - ago);
  }

  #update(): void {
    this.#status.show(() => nodeStatusOf({ ...this.#facts, note: this.#note.present }, this.#words));
  }
}

/** The number in a value or in a hub property. */
const numberIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'Value' in value ? value.Value : value;

/** Identifies an operation and its target. Undefined if it has no target of its own, or one that cannot be read. */
function targetKey(operation: AnyOperation, params: Params): string | undefined {
  const values = Object.values(commandFieldsOf(operation, params).target);
  if (values.length === 0 || values.some((value) => typeof value === 'object' || typeof value === 'function')) return;
  return [operation.name, ...values.map(String)].join('\n');
}
