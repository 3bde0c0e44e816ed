import { STATES, type State } from './state.js';

/** What a message says to a lamp, and who says it. */
export type Said =
  /** A watch, a panel or anything else that tells how things are; `name` tells several of them apart. */
  | { readonly from: 'source'; readonly name: string; readonly state: State }
  /** A source could not read how things are. */
  | { readonly from: 'lost'; readonly name: string }
  /** The way to the hub. */
  | { readonly from: 'hub'; readonly connected: boolean }
  /** A command ended; `state` is what it has done to what it acted upon, or that it failed. */
  | { readonly from: 'command'; readonly state?: State }
  /** A command that wants a second press (`name` is its node) waits for it, or not any more. */
  | { readonly from: 'guard'; readonly name: string; readonly armed: boolean }
  /** Something that means nothing to a lamp. */
  | { readonly from: 'nobody' };

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Words for a state, in lower case: those of `hub-watch`, of the hub's own rows, and of other panels. */
const WORDS = new Map<string, State>([
  ...STATES.map((state) => [state, state] as const),
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

/** An operation of the hub, as far as a lamp needs it. */
export interface OperationEffect {
  readonly kind: 'read' | 'level' | 'trigger';
  /** The state of its target after a success. `output`: it plays on the output that the parameter `preview` gives. */
  readonly leaves?: 'output' | 'available' | 'stopped';
}

/** Finds an operation by its name. */
export type FindEffect = (operation: string) => OperationEffect | undefined;

/**
 * What a message says: one of `hub-watch`, `hub-event` or `hub-panel`, a command's answer, a failure that a Catch node
 * got, what a Status node tells of a command, or anything whose payload is a state (a word, true or false, a number, a
 * row of the hub). Undefined where the payload is none of that. Without `find`, no operation is known.
 */
export function saidBy(msg: Fields, find: FindEffect = () => undefined): Said | undefined {
  const { armed, source } = fieldsOf(msg.status);
  if (msg.payload === undefined && source)
    return { from: 'guard', name: String(fieldsOf(source).id), armed: armed === true };
  const hub = fieldsOf(msg.hub);
  const name = String(msg.topic ?? '');
  if (typeof hub.outcome === 'string') {
    const effect = find(String(hub.operation));
    if (effect?.kind !== 'read') return ended(hub.outcome, effect?.leaves, fieldsOf(hub.params));
    if (hub.outcome !== 'done') return { from: 'lost', name };
  }
  if (msg.hub === undefined) {
    if (name === 'connection' && CONNECTIONS.includes(msg.payload))
      return { from: 'hub', connected: msg.payload === 'connected' };
    // Of whichever node of the hub: what is done tells nothing of this lamp's thing, but what failed is news.
    if (name === 'asRun') return ended(fieldsOf(msg.payload).outcome);
    if (name === 'rehearsal' && (typeof msg.payload === 'boolean' || msg.payload === 'unknown'))
      return { from: 'nobody' };
  }
  const state = stateOf(msg.payload);
  return state && { from: 'source', name, state };
}

const CONNECTIONS: readonly unknown[] = ['connecting', 'connected', 'unreachable', 'refused'];

function ended(outcome: unknown, leaves?: OperationEffect['leaves'], { preview }: Fields = {}): Said {
  if (outcome !== 'done') return { from: 'command', state: outcome === 'unknown' ? 'unknown' : 'failed' };
  if (leaves !== 'output') return { from: 'command', state: leaves };
  // The hub writes 0 for program and 1 for preview (docs/interface.md "Linear").
  return { from: 'command', state: Number(preview) === 1 ? 'preview' : 'program' };
}

/** A payload as a state; undefined where it is none. Nothing at all is what nobody knows. */
export function stateOf(payload: unknown): State | undefined {
  if (payload === undefined || payload === null) return 'unknown';
  if (typeof payload === 'boolean') return payload ? 'program' : 'off';
  if (typeof payload === 'number') return Number.isNaN(payload) ? 'unknown' : payload > 0 ? 'program' : 'off';
  if (typeof payload === 'string') return WORDS.get(payload.trim().toLowerCase());
  const { Value, status } = fieldsOf(payload);
  if (Value !== undefined) return stateOf(Value);
  return typeof status === 'string' ? stateOf(status) : playing(fieldsOf(status));
}

/** A linear item's row: what plays counts before what could be played (docs/interface.md "Seen in the field", Items). */
function playing({ program, preview, online }: Fields): State | undefined {
  if (program === 'Playing') return 'program';
  if (preview === 'Playing') return 'preview';
  if (online === false) return 'unavailable';
  if (program === 'Available' || preview === 'Available') return 'available';
  return program === 'Unavailable' && preview === 'Unavailable' ? 'unavailable' : undefined;
}
