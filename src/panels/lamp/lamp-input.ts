import { type Fields, isObject, plainText } from '../../base/values.js';
import { type CueTexts, cueStateOf, NO_CUES } from './cue-state.js';
import { STATES, type State } from './state.js';

/** A message to a lamp, by its sender. */
export type LampInput =
  /** A watch, a look, a cue list, a panel or another source of states. Each source has its own `name`. */
  | {
      readonly from: 'source';
      readonly name: string;
      readonly state: State;
      readonly target?: LampTarget;
      /** Set for a cue list. */
      readonly cues?: CueTexts;
    }
  /** A source could not read the state. */
  | { readonly from: 'lost'; readonly name: string }
  /** The connection to the hub. */
  | { readonly from: 'hub'; readonly connected: boolean }
  /** The end of a command. `state` is the new state of its target, `failed`, or not set if the target has no state. */
  | { readonly from: 'command'; readonly state?: State; readonly target?: LampTarget }
  /** The id of a node whose command needs a second press. `armed`: it waits for this press. */
  | { readonly from: 'guard'; readonly name: string; readonly armed: boolean }
  /** A message without meaning for a lamp. */
  | { readonly from: 'nobody' };

/** The linear item of a state or a command. Without an item, the command concerns all items of the engine. */
export interface LampTarget {
  /** The Linear engine. */
  readonly engineId: string;
  /** Not set: all items. */
  readonly itemId?: string;
}

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** The words for states in `hub-watch`, in rows of the hub and in other panels, in lower case. */
const WORDS = new Map<string, State>([
  ...STATES.map((state) => [state.toLowerCase(), state] as const),
  ['both', 'program'],
  ['playing', 'program'],
  ['play', 'program'],
  ['on', 'program'],
  ['true', 'program'],
  ['ready', 'available'],
  ['connected', 'available'],
  ['loaded', 'available'],
  ['not loaded', 'unavailable'],
  ['not ready', 'unavailable'],
  ['stop', 'stopped'],
  ['false', 'off'],
  ['disconnected', 'failed'],
  ['error', 'failed'],
  ['reconnecting', 'unknown'],
]);

/** The words for states of a look. There, *on* is not on air. */
const LOOK_WORDS = new Map<string, State>([
  ['on', 'lookOn'],
  ['changed', 'lookChanged'],
  ['recalling', 'lookRecalling'],
  ['empty', 'lookEmpty'],
]);

/** The part of an operation of the hub that a lamp needs. */
export interface OperationEffect {
  /** A `read` answers a state. A `level` and a `trigger` are commands. */
  readonly kind: 'read' | 'level' | 'trigger';
  /** The state of its target after a success. `output`: it plays on the output of the parameter `preview`. */
  readonly stateAfter?: 'output' | 'available' | 'stopped';
}

/** Finds an operation by its name. The library has it as `findOperation`. */
export type FindEffect = (operation: string) => OperationEffect | undefined;

/**
 * Reads a message to a lamp. It may come from `hub-watch`, `hub-look`, `hub-cues`, `hub-event`, `hub-panel`, a node of a command, a
 * Catch node or a Status node. Any other payload that `stateOf` can read is a state too. Otherwise it returns undefined.
 *
 * `findOperation` separates reads from commands: the answer to a read has a state, the answer to a command has a result.
 * An operation that it does not find counts as a command.
 */
export function parseLampMessage(
  msg: Readonly<Record<string, unknown>>,
  findOperation: FindEffect,
): LampInput | undefined {
  const { armed, source } = fieldsOf(msg.status);
  if (msg.payload === undefined && source)
    return { from: 'guard', name: plainText(fieldsOf(source).id), armed: armed === true };
  const hub = fieldsOf(msg.hub);
  const name = plainText(msg.topic);
  // The newer value has its own result.
  if (hub.outcome === 'superseded') return { from: 'nobody' };
  if (typeof hub.outcome === 'string') {
    const effect = findOperation(plainText(hub.operation));
    if (effect?.kind !== 'read') return commandResult(hub.outcome, effect?.stateAfter, fieldsOf(hub.params));
    if (hub.outcome !== 'done') return { from: 'lost', name };
  }
  if (msg.hub === undefined) {
    if (name === 'connection' && CONNECTIONS.includes(msg.payload))
      return { from: 'hub', connected: msg.payload === 'connected' };
    // The log covers all commands, so a success may have another target. A failure is always shown.
    if (name === 'asRun') return commandResult(fieldsOf(msg.payload).outcome);
    if (name === 'rehearsal' && (typeof msg.payload === 'boolean' || msg.payload === 'unknown'))
      return { from: 'nobody' };
  }
  const ofCues = cueStateOf(msg.payload);
  if (ofCues) return { from: 'source', name, ...ofCues };
  const lookState = typeof hub.look === 'string' ? LOOK_WORDS.get(wordIn(msg.payload)) : undefined;
  const state = lookState ?? stateOf(msg.payload);
  const cues = typeof hub.cues === 'string' && { cues: NO_CUES };
  return state && { from: 'source', name, state, ...targetIn(hub.params), ...cues };
}

function targetIn(params: unknown): { readonly target?: LampTarget } {
  const { engineId, itemId } = fieldsOf(params);
  if (engineId === undefined) return {};
  return { target: { engineId: plainText(engineId), ...(itemId !== undefined && { itemId: plainText(itemId) }) } };
}

const CONNECTIONS: readonly unknown[] = ['connecting', 'connected', 'unreachable', 'refused'];

function commandResult(outcome: unknown, stateAfter?: OperationEffect['stateAfter'], params: Fields = {}): LampInput {
  const target = stateAfter && targetIn(params);
  if (outcome !== 'done') return { from: 'command', state: outcome === 'unknown' ? 'unknown' : 'failed', ...target };
  if (stateAfter !== 'output') return { from: 'command', state: stateAfter, ...target };
  // The hub writes 0 for program and 1 for preview (docs/develop/interface.md "Linear").
  return { from: 'command', state: Number(params.preview) === 1 ? 'preview' : 'program', ...target };
}

/** The state in a payload, or undefined for any other payload. An empty payload (undefined or null) is `unknown`. */
export function stateOf(payload: unknown): State | undefined {
  const { Value, status } = fieldsOf(payload);
  if (Value !== undefined) return plainState(Value);
  if (!isObject(payload)) return plainState(payload);
  return typeof status === 'string' ? plainState(status) : itemState(fieldsOf(status));
}

/** The state in a value without fields. */
function plainState(value: unknown): State | undefined {
  if (value === undefined || value === null) return 'unknown';
  if (typeof value === 'boolean') return value ? 'program' : 'off';
  if (typeof value === 'number') return Number.isNaN(value) ? 'unknown' : value > 0 ? 'program' : 'off';
  return typeof value === 'string' ? WORDS.get(wordIn(value)) : undefined;
}

const wordIn = (payload: unknown): string => (typeof payload === 'string' ? payload.trim().toLowerCase() : '');

/** The words for the state of a linear item on one output, in lower case. */
const ITEM_WORDS = ['playing', 'available', 'unavailable'];

/**
 * The row of a linear item: playing comes before available (docs/develop/interface.md "Seen in the field", Items). An item whose
 * state on one output is another word is `unknown`, unless it plays on program. Undefined if the row has no state.
 */
function itemState(status: Fields): State | undefined {
  const reported = [status.program, status.preview].filter((word) => (word ?? undefined) !== undefined);
  const [program, preview] = [wordIn(status.program), wordIn(status.preview)];
  if (program === 'playing') return 'program';
  if (!reported.every((word) => ITEM_WORDS.includes(wordIn(word)))) return 'unknown';
  if (preview === 'playing') return 'preview';
  if (status.online === false) return 'unavailable';
  if (program === 'available' || preview === 'available') return 'available';
  if (reported.length === 0) return undefined;
  return program === preview ? 'unavailable' : 'unknown';
}

/** The last input and output of a lamp or a motor fader, for the dialog of its node. */
export interface LampReport {
  /** Not set before the first message. */
  readonly input?:
    | LampInput
    /** The value of the hub: for a fader 0 … 1, for a display as it arrived. */
    | { readonly from: 'value'; readonly value: number | string | boolean }
    /** An operator touched or moved the fader. */
    | { readonly from: 'hand' };

  /** The state that it shows. */
  readonly state?: State;
  /** The state is only rehearsed. */
  readonly isRehearsed?: boolean;
  /** The source was lost and is back, and its next message has not arrived. */
  readonly waits?: true;
  /** The last message to the surface, as text. */
  readonly sent?: string;
}
