import type { NodeStatus } from 'node-red';
import type { SkipReason } from '../../hub/hub.js';
import type { ItemState } from '../../hub/lookup/item-state.js';
import type { HubState } from '../../hub/watch/connection.js';
import type { FailureStatus } from '../../hub/words/explain.js';
import type { Words } from '../../hub/words/words.js';

/** What a node shows as failed: a call, or the writing of its file. */
export type Fault = FailureStatus | 'LOG_FILE';

/**
 * Why nothing is sent: a button's release, what a broker has kept from before, or what cannot be pressed; a grave command
 * that waits for a second press; a press too soon after the last.
 */
export type Note = 'released' | 'retained' | 'moved' | 'again' | 'deaf';

/** What a node's lamp depends on. */
export interface Facts {
  hub: HubState;
  rehearsal: boolean;
  /** How many messages are being carried out. */
  sending: number;
  /** How many came to nothing, and why. */
  readonly skipped: Record<SkipReason, number>;
  failure?: Fault;
  note?: Note;
  /** What an item that is watched does. */
  item?: ItemState;
  /** What went well a moment ago, and when. */
  done?: string;
}

const COLOURS: Record<HubState, Pick<NodeStatus, 'fill' | 'shape'>> = {
  connecting: { fill: 'yellow', shape: 'ring' },
  connected: { fill: 'green', shape: 'dot' },
  unreachable: { fill: 'red', shape: 'ring' },
  refused: { fill: 'red', shape: 'ring' },
};

/** The colours that operators know (docs/interface.md "Seen in the field"). */
const ITEM_LAMPS: Record<ItemState, Required<Pick<NodeStatus, 'fill' | 'shape'>> & { readonly key: string }> = {
  program: { fill: 'red', shape: 'dot', key: 'program' },
  both: { fill: 'red', shape: 'dot', key: 'both' },
  preview: { fill: 'green', shape: 'dot', key: 'preview' },
  ready: { fill: 'green', shape: 'ring', key: 'ready' },
  'not loaded': { fill: 'yellow', shape: 'ring', key: 'notLoaded' },
  unavailable: { fill: 'yellow', shape: 'dot', key: 'unavailable' },
  stopped: { fill: 'grey', shape: 'dot', key: 'stopped' },
  unknown: { fill: 'grey', shape: 'ring', key: 'unknown' },
};

/** What a node shows, and, for whoever listens by a Status node, that a second press would carry its command out. */
export type Shown = NodeStatus & { readonly armed?: true };

/** Larger counts are shown as this and a plus: they would not fit. */
const COUNTED = 99_999;

/** The lamp under a node: the most urgent of what there is to say, in at most 20 characters. */
export function nodeStatusOf(
  { note, failure, sending, hub, rehearsal, skipped, item, done }: Facts,
  words: Words,
): Shown {
  const counted = (why: SkipReason) => {
    const count = skipped[why] > COUNTED ? `${COUNTED}+` : skipped[why];
    return count ? words(`status.${why}_count`, { count }) : words(`status.${why}_none`);
  };
  if (item) return itemLamp(item, words);
  const armed = note === 'again' && { armed: true as const };
  if (note) return { fill: 'yellow', shape: 'ring', text: words(`status.${note}`), ...armed };
  if (failure) return { fill: 'red', shape: 'dot', text: words(`status.${failure}`) };
  if (sending > 0) return { fill: 'blue', shape: 'dot', text: words('status.sending') };
  if (hub !== 'connected') return { ...COLOURS[hub], text: words(`status.${hub}`) };
  if (done) return { ...COLOURS.connected, text: done };
  if (rehearsal) return { fill: 'blue', shape: 'ring', text: counted('rehearsal') };
  return { ...COLOURS.connected, text: counted('superseded') };
}

function itemLamp(item: ItemState, words: Words): NodeStatus {
  const { key, ...lamp } = ITEM_LAMPS[item];
  return { ...lamp, text: words(`status.item_${key}`) };
}
