import type { NodeStatus } from 'node-red';
import type { Skipped } from '../../hub/hub.js';
import type { HubState } from '../../hub/watch/connection.js';
import type { Code } from '../../hub/wire/errors.js';
import type { Words } from '../../hub/words/words.js';

/** What a node shows as failed: a call, or the writing of its file. */
export type Fault = Code | 'LOG_FILE';

/** A button's release is ignored; a grave command waits for a second press; a press comes too soon after the last. */
export type Note = 'released' | 'again' | 'deaf';

/** What a node's lamp depends on. */
export interface Facts {
  hub: HubState;
  rehearsal: boolean;
  /** How many messages are being carried out. */
  sending: number;
  /** How many came to nothing, and why. */
  readonly skipped: Record<Skipped, number>;
  failure?: Fault;
  note?: Note;
}

const COLOURS: Record<HubState, Pick<NodeStatus, 'fill' | 'shape'>> = {
  connecting: { fill: 'yellow', shape: 'ring' },
  connected: { fill: 'green', shape: 'dot' },
  unreachable: { fill: 'red', shape: 'ring' },
  refused: { fill: 'red', shape: 'ring' },
};

/** The lamp under a node: the most urgent of what there is to say, in at most 20 characters. */
export function lampOf({ note, failure, sending, hub, rehearsal, skipped }: Facts, words: Words): NodeStatus {
  const counted = (why: Skipped) =>
    skipped[why] > 0 ? words(`status.${why}_count`, { count: skipped[why] }) : words(`status.${why}_none`);
  if (note) return { fill: 'yellow', shape: 'ring', text: words(`status.${note}`) };
  if (failure) return { fill: 'red', shape: 'dot', text: words(`status.${failure}`) };
  if (sending > 0) return { fill: 'blue', shape: 'dot', text: words('status.sending') };
  if (hub !== 'connected') return { ...COLOURS[hub], text: words(`status.${hub}`) };
  if (rehearsal) return { fill: 'blue', shape: 'ring', text: counted('rehearsal') };
  return { ...COLOURS.connected, text: counted('superseded') };
}
