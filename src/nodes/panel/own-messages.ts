import type { NodeMessage } from 'node-red';
import type { Clock } from '../../base/clock.js';
import { type Gesture, sourceOf } from '../../panels/gesture/gesture.js';
import { readGestures, readProperty } from '../../panels/recognise/index.js';
import { propertyOptions } from '../../panels/recognise/property.js';
import type { SavedPanel } from '../../saved/panel.js';
import { isWatched } from '../message/message.js';
import { JoinedControllers } from './panel-controls.js';

/**
 * Returns a function that is true for the messages of one control, on a wire with all controls of its device. Blank: of
 * every control. No message is of an unreadable one. If several MIDI messages are one
 * value, only the last one counts.
 */
export function ownMessages(
  read: (msg: NodeMessage) => readonly Gesture[],
  { control: own, pair }: { readonly control: unknown; readonly pair: boolean },
  clock: Clock,
): (msg: NodeMessage) => boolean {
  if (typeof own !== 'string') return () => false;
  const controllers = new JoinedControllers({ control: own, pair }, clock);
  return (msg) => {
    let isOwn = false;
    for (const each of read(msg))
      controllers.join(each, ({ control, topic }) => {
        isOwn ||= own === '' || control === own || topic === own;
      });
    return isOwn;
  };
}

/** The same for a panel that cannot start: it reports the error for its own control, and not for the other ones of its device. */
export function ownOfPanel(saved: SavedPanel, clock: Clock): (msg: NodeMessage) => boolean {
  const { source, control = '', pair } = saved;
  const property = propertyOptions(saved);
  const read = (msg: NodeMessage) => (property ? readProperty(msg, property) : readGestures(msg, sourceOf(source)));
  const isOwn = ownMessages(read, { control, pair: Boolean(pair) }, clock);
  return (msg) => isWatched(msg) || isOwn(msg);
}
