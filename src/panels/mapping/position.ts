import type { Gesture } from '../gesture.js';
import type { Range } from './fader.js';

/** Why a gesture tells no position: its ends are not known, or it is no fader's. */
export type NoPosition = 'noEnds' | 'noFader';

/**
 * Where a fader stands, or one component of a pad, counted from 0: in its own numbers where its ends were learned,
 * otherwise 0 … 1. What could be a button is at one end.
 */
export function positionOf(
  { values, value, raw, pressed }: Gesture,
  component: number,
  ends: Range | undefined,
): number | NoPosition {
  const part = ends ? (raw ?? value) : value;
  const told = values ? values[component] : part;
  if (told !== undefined) return ends || (told >= 0 && told <= 1) ? told : 'noEnds';
  if (raw !== undefined) return 'noEnds';
  return pressed === undefined ? 'noFader' : Number(pressed);
}
