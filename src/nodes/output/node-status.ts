import type { NodeStatus } from 'node-red';
import type { SkipReason } from '../../hub/hub.js';
import type { ItemState } from '../../hub/lookup/item-state.js';
import type { HubState } from '../../hub/watch/connection.js';
import type { FailureStatus } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';

/** A failed call, or a failed write of the log file. */
export type Fault = FailureStatus | 'LOG_FILE';

/**
 * The reason why a message sends nothing: a release, a retained message, a control without a press, a guarded command
 * that needs a second press, or a lockout.
 */
export type Note = 'released' | 'retained' | 'moved' | 'again' | 'deaf';

/** Everything that a node's status depends on. */
export interface StatusFacts {
  hub: HubState;
  rehearsal: boolean;
  /** Messages in progress. */
  sending: number;
  readonly skipped: Record<SkipReason, number>;
  failure?: Fault;
  note?: Note;
  /** The state of a watched item. */
  item?: ItemState;
  /** The last success and its time, for example `✓ In 18:59:03`. */
  done?: string;
}

const COLOURS: Record<HubState, Pick<NodeStatus, 'fill' | 'shape'>> = {
  connecting: { fill: 'yellow', shape: 'ring' },
  connected: { fill: 'green', shape: 'dot' },
  unreachable: { fill: 'red', shape: 'ring' },
  refused: { fill: 'red', shape: 'ring' },
};

/** The usual colours in the field (docs/interface.md "Seen in the field"). */
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

/** The status of a node: the most urgent fact in at most 20 characters. */
export function nodeStatusOf(
  { note, failure, sending, hub, rehearsal, skipped, item, done }: StatusFacts,
  words: Words,
): ArmedStatus {
  const countText = (why: SkipReason) => {
    const count = skipped[why] > MAX_COUNT ? `${MAX_COUNT}+` : skipped[why];
    return count ? words(`status.${why}_count`, { count }) : words(`status.${why}_none`);
  };
  if (item) return itemStatus(item, words);
  const armed = note === 'again' && { armed: true as const };
  if (note) return { fill: 'yellow', shape: 'ring', text: words(`status.${note}`), ...armed };
  if (failure) return { fill: 'red', shape: 'dot', text: words(`status.${failure}`) };
  if (sending > 0) return { fill: 'blue', shape: 'dot', text: words('status.sending') };
  if (hub !== 'connected') return { ...COLOURS[hub], text: words(`status.${hub}`) };
  if (done) return { ...COLOURS.connected, text: done };
  if (rehearsal) return { fill: 'blue', shape: 'ring', text: countText('rehearsal') };
  return { ...COLOURS.connected, text: countText('superseded') };
}

function itemStatus(item: ItemState, words: Words): NodeStatus {
  const { key, ...look } = ITEM_STATUS[item];
  return { ...look, text: words(`status.item_${key}`) };
}
