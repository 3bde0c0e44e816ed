import type { NodeMessage } from 'node-red';
import type { Clock } from '../../base/clock.js';
import type { Gesture } from '../../panels/gesture.js';
import { JoinedControllers } from './panel-controls.js';

/**
 * Returns a function that is true for the messages of one control, on a wire with all controls of its device. Blank: of
 * every control. If several MIDI messages are one value, only the last
 * one counts.
 */
export function ownMessages(
  read: (msg: NodeMessage) => readonly Gesture[],
  own: { readonly control: string; readonly pair: boolean },
  clock: Clock,
): (msg: NodeMessage) => boolean {
  const controllers = new JoinedControllers(own, clock);
  return (msg) => {
    let isOwn = false;
    for (const each of read(msg))
      controllers.join(each, ({ control, topic }) => {
        isOwn ||= own.control === '' || control === own.control || topic === own.control;
      });
    return isOwn;
  };
}
