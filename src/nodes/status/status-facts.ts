import type { NodeStatus } from 'node-red';
import type { HubState } from '../../hub/watch/connection.js';
import type { ItemState } from '../../hub/watch/linear-items.js';
import type { FailureStatus } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/texts.js';
import type { Ignored } from '../runtime/press-filter.js';
import { withTime } from './status-text.js';

/** A failed call, or a failed write of the log file. */
export type Fault = FailureStatus | 'LOG_FILE';

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
export interface StatusFacts {
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
  note?: Note | undefined;
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
export function nodeStatusOf(facts: StatusFacts, words: Words): ArmedStatus {
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
