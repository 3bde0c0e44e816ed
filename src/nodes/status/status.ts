import type { NodeStatus } from 'node-red';
import { cut, escapeReferences } from '../../base/display.js';
import type { Hub, Skipped } from '../../hub/hub.js';
import { commandFieldsOf } from '../../hub/records/as-run.js';
import { MOVEMENT_PAUSE_MS, shortJson } from '../../hub/records/journal.js';
import type { AnyOperation } from '../../hub/table/operations.js';
import type { HubState } from '../../hub/watch/connection.js';
import type { ItemState } from '../../hub/watch/linear-items.js';
import type { HubError, TargetNames } from '../../hub/wire/errors.js';
import type { Params } from '../../hub/wire/request.js';
import { type FailureStatus, missingStatus, missingThing, shortReason, statusOf } from '../../hub/words/explain.js';
import { targetNames } from '../../hub/words/target-names.js';
import type { Words } from '../../hub/words/texts.js';
import type { SavedParams } from '../../saved/param.js';
import type { Lifetime } from '../runtime/lifetime.js';
import { cancelInSlice, runInSlice } from '../runtime/node-output.js';
import type { Ignored } from '../runtime/press-filter.js';

/** Time that a note is shown, in ms. It equals the time for a second press. */
export const NOTE_MS = 3000;

/** Characters of a status. */
const MAX_TEXT = 20;

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
  #noteTimer: unknown;
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

  /** Shows for a short time why nothing was sent. The release of a button does not replace the note for its press. */
  note(note: Note | undefined): void {
    if (note === 'released' && this.#facts.note) return;
    this.#life.clock.clearTimeout(this.#noteTimer);
    this.#facts.note = note;
    if (note) this.#noteTimer = this.#life.clock.setTimeout(() => this.note(undefined), NOTE_MS);
    this.#update();
  }

  #date(ago = 0): Date {
    return new Date(this.#life.clock.date() - ago);
  }

  #update(): void {
    this.#status.show(this.#nodeStatus);
  }

  #nodeStatus = () => nodeStatusOf(this.#facts, this.#words);
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

/** A successful command, e.g. `0.5 · 21:25` or `In · 21:25`: its value, its target within an engine, or the operation. */
function successText(
  words: Words,
  operation: AnyOperation,
  params: Params,
  saved: SavedParams<unknown> | undefined,
  at: Date,
): string {
  const { latest } = operation;
  const text = latest
    ? shortValue(params[latest])
    : actionName(words, operation, targetNames(operation, params, saved));
  return escapeReferences(withTime(cut(text, MAX_VALUE), at));
}

function actionName(words: Words, { name, parameters }: AnyOperation, targets: TargetNames): string {
  const targetParameters = parameters.filter(({ names, required }) => required && names && !/engine/i.test(names));
  const target = targetParameters.at(-1)?.name;
  return (target && targets[target]) || words.operation(name);
}

/** A failed call, or a failed write of the log file. */
type Fault = FailureStatus | 'LOG_FILE';

/** The reason why a message sends nothing: it is ignored or wrong, a guarded command needs a second press, a lockout, or a cue list. */
export type Note =
  | Ignored
  | 'BAD_INPUT'
  | 'again'
  | 'lockedOut'
  | 'cuePlaying'
  | 'cueStarted'
  | 'cueEnd'
  | 'cueNotAsking';

/** A text with its time, for example `In · 18:59`. It is only made to be shown, since a value may change often. */
interface TimedText {
  readonly text: () => string;
  /** The value is far outside the earlier ones. */
  readonly isFar: boolean;
}

/** Everything that a node's status depends on. */
interface StatusFacts {
  hub: HubState;
  rehearsal: boolean;
  /** Messages in progress. */
  sending: number;
  /** Messages of the present movement, and the skipped ones among them. */
  movement: { messages: number; skipped: number };
  /** Messages that were not sent because of the rehearsal. */
  rehearsed: number;
  /** The last one of them would fail. Example: `would fail: no button Wave`. */
  wouldFail?: string | undefined;
  /** An engine waits for a press before its values are restored. */
  asks?: boolean;
  /** `reason` names the thing that does not exist. There is no room for its time. */
  failure?: { readonly fault: Fault; readonly at: Date; readonly reason: string | undefined };
  note?: Note;
  /** A watch reads nothing. */
  stopped?: boolean;
  /** The state of a watched item. */
  item?: ItemState;
  /** The watched value. */
  value?: TimedText;
  /** The last success. */
  done?: TimedText;
}

const COLOURS: Record<HubState, Pick<NodeStatus, 'fill' | 'shape'>> = {
  connecting: { fill: 'yellow', shape: 'ring' },
  connected: { fill: 'green', shape: 'dot' },
  unreachable: { fill: 'red', shape: 'ring' },
  refused: { fill: 'red', shape: 'ring' },
};

/** The usual colours in the field (docs/develop/interface.md "Seen in the field"). */
const ITEM_STATUS: Record<ItemState, Required<Pick<NodeStatus, 'fill' | 'shape'>> & { readonly key: string }> = {
  program: { fill: 'red', shape: 'dot', key: 'program' },
  both: { fill: 'red', shape: 'dot', key: 'both' },
  preview: { fill: 'green', shape: 'dot', key: 'preview' },
  ready: { fill: 'green', shape: 'ring', key: 'ready' },
  'not loaded': { fill: 'yellow', shape: 'ring', key: 'notLoaded' },
  unavailable: { fill: 'yellow', shape: 'dot', key: 'unavailable' },
  stopped: { fill: 'grey', shape: 'dot', key: 'stopped' },
  unknown: { fill: 'grey', shape: 'ring', key: 'unknown' },
};

/** `armed` is for Status nodes: a second press sends the command. */
type ArmedStatus = NodeStatus & { readonly armed?: true };

/** Larger counts would not fit. They show as this number and a plus. */
const MAX_COUNT = 99_999;

/** The status of a node: the most urgent fact in at most 20 characters. A command that would fail needs more. */
function nodeStatusOf(facts: StatusFacts, words: Words): ArmedStatus {
  const { stopped, note, asks, failure, sending, hub, rehearsal, rehearsed, wouldFail, movement, item, value, done } =
    facts;
  if (note === 'BAD_INPUT') return { fill: 'red', shape: 'ring', text: words('status.BAD_INPUT') };
  if (stopped) return { fill: 'grey', shape: 'ring', text: words('status.watch_stopped') };
  if (item) return itemStatus(item, words);
  if (asks) return { fill: 'yellow', shape: 'dot', text: words('status.asks'), armed: true };
  const armed = note === 'again' && { armed: true as const };
  if (note) return { fill: 'yellow', shape: 'ring', text: words(`status.${note}`), ...armed };
  if (failure?.reason) return { fill: 'red', shape: 'dot', text: failure.reason };
  if (failure) return failureStatus(words, failure.fault, failure.at);
  if (sending > 0) {
    const text =
      movement.skipped > 0 ? words('status.newest', { count: countText(movement.messages) }) : words('status.sending');
    return { fill: 'blue', shape: 'dot', text };
  }
  if (hub !== 'connected') return { ...COLOURS[hub], text: words(`status.${hub}`) };
  if (value) return timedStatus(value, '');
  if (rehearsal && wouldFail) return { fill: 'red', shape: 'ring', text: wouldFail };
  if (rehearsal) {
    const text = words(`status.rehearsal_${rehearsed ? 'count' : 'none'}`, { count: countText(rehearsed) });
    return { fill: 'blue', shape: 'ring', text };
  }
  return done ? timedStatus(done, '✓ ') : { ...COLOURS.connected, text: words('status.connected') };
}

/** The status of a failure, with its time. */
export const failureStatus = (words: Words, fault: Fault, at: Date): NodeStatus => ({
  fill: 'red',
  shape: 'dot',
  text: withTime(words(`status.${fault}`), at),
});

const timedStatus = ({ text, isFar }: TimedText, mark: string): NodeStatus =>
  isFar ? { fill: 'yellow', shape: 'dot', text: `! ${text()}` } : { ...COLOURS.connected, text: mark + text() };

const countText = (count: number): string => (count > MAX_COUNT ? `${MAX_COUNT}+` : String(count));

function itemStatus(item: ItemState, words: Words): NodeStatus {
  const { key, ...look } = ITEM_STATUS[item];
  return { ...look, text: words(`status.item_${key}`) };
}

const DIGITS = 3;

/** Maximum length of a value with its time in a status, in characters. */
export const MAX_VALUE = 10;

/** A number with three digits. */
export const roundedNumber = (number: number): number => Number(number.toPrecision(DIGITS));

/** A value for a status: a rounded number, the `Value` of a hub property, or the first characters of its JSON. */
export function shortValue(value: unknown): string {
  if (typeof value === 'number') return shortNumber(value);
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null && 'Value' in value) return shortValue(value.Value);
  return shortJson(value, MAX_VALUE - 1);
}

function shortNumber(number: number): string {
  const text = String(roundedNumber(number));
  return text.length > MAX_VALUE ? number.toExponential(DIGITS - 1) : text;
}

/** A text with hours and minutes, e.g. `0.5 · 21:25`. */
export const withTime = (text: string, at: Date): string => `${text} · ${at.toTimeString().slice(0, 5)}`;

/** A value is far from the others if it is this many times as large. */
const FAR = 1000;

/** A first number of this size is far, since it is a time: a value of a property is smaller. */
const FAR_FIRST = 1e9;

/** The numbers that a property had, so that a timestamp is noticed as an opacity. */
export class ValueRange {
  #property = '';
  /** Undefined before the first number. */
  #largest: number | undefined;

  /** Adds a value. Returns true if it is far outside the earlier ones. Another property starts again. */
  add(property: string, value: unknown): boolean {
    if (property !== this.#property) this.#largest = undefined;
    this.#property = property;
    if (typeof value !== 'number') return false;
    const size = Math.abs(value);
    const limit = this.#largest === undefined ? FAR_FIRST : FAR * Math.max(1, this.#largest);
    if (size >= limit) return true;
    this.#largest = Math.max(size, this.#largest ?? 0);
    return false;
  }
}

/** Minimum time between two statuses, in ms. The editor cannot draw each step of a fader. */
const PACE_MS = 200;

/**
 * Shows the newest status of a node at a limited rate, and only if it changed. If many nodes have a new one, they show
 * it in slices.
 */
export class PacedStatus {
  readonly #life: Lifetime;
  #next: (() => NodeStatus) | undefined;
  #lastShown = '';
  #isPausing = false;

  /** It ends with the node. */
  constructor(life: Lifetime) {
    this.#life = life;
    life.add(() => {
      cancelInSlice(this.#showNext);
      life.node.status({});
    });
  }

  /** `status` runs only if its result is shown, since looking up its text costs more than a fader's message. */
  show(status: () => NodeStatus): void {
    this.#next = status;
    if (!this.#isPausing && !this.#life.hasEnded) runInSlice(this.#showNext);
  }

  readonly #showNext = (): void => {
    const status = this.#next?.();
    if (!status) return;
    this.#next = undefined;
    const text = JSON.stringify(status);
    if (text !== this.#lastShown) this.#life.node.status(status);
    this.#lastShown = text;
    this.#isPausing = true;
    this.#life.clock.setTimeout(() => {
      this.#isPausing = false;
      if (this.#next && !this.#life.hasEnded) runInSlice(this.#showNext);
    }, PACE_MS);
  };
}
