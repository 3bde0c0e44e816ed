import type { Gesture } from '../gesture.js';
import type { Range } from './fader.js';

/** The reason why a gesture has no position: the ends are unknown, or it is not a fader. */
export type NoPosition = 'noEnds' | 'noFader';

/**
 * The position of a fader, or of a component of a pad (from 0). If `ends` is set, it is in the numbers of the source,
 * otherwise 0 … 1. A button is at one of the ends. An event has no position.
 */
export function positionOf(
  { source, values, value, raw, pressed, momentary, event }: Gesture,
  component: number,
  ends: Range | undefined,
): number | NoPosition {
  // A tablet sends OSC without arguments when its page changes.
  if (event || (source === 'osc' && momentary)) return 'noFader';
  const part = ends ? (raw ?? value) : value;
  const position = values ? values[component] : part;
  if (position !== undefined) return ends || (position >= 0 && position <= 1) ? position : 'noEnds';
  if (raw !== undefined) return 'noEnds';
  return pressed === undefined ? 'noFader' : Number(pressed);
}
