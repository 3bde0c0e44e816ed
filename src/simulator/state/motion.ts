import type { Static } from '@sinclair/typebox';
import { withValueAt } from '../../base/values.js';
import type { Interpolation } from '../../hub/table/operations/engines.js';
import { float32, mix, pick } from './value.js';

/** The course of a transition, by its name in requests. */
export type Easing = Static<typeof Interpolation>;

/** The transition of a property to a new value. It needs no timer: each read calculates the current value. */
export interface Motion {
  /** Path of the field that changes. Empty: the whole value. */
  readonly keys: readonly string[];
  /** The value at the start. */
  readonly from: unknown;
  /** The value at the end. */
  readonly to: unknown;
  /** ms of the epoch. */
  readonly start: number;
  /** ms of the epoch. From then on, the value is `to`. */
  readonly end: number;
  /** The course of the change. */
  readonly easing: Easing;
}

/** A value and its later motions, oldest first. */
export interface Moving {
  /** The value before all motions. */
  readonly value: unknown;
  /** The motions, each from the value of the one before. */
  motions: readonly Motion[];
}

/** Progress of a motion, by the elapsed share of its time. A constant changes at once. */
const EASINGS: Readonly<Record<Easing, (time: number) => number>> = {
  Constant: () => 1,
  Linear: (time) => time,
  EaseIn: (time) => time * time,
  EaseOut: (time) => time * (2 - time),
  EaseInOut: (time) => time * time * (3 - 2 * time),
};

/** The value at a time, in ms of the epoch. */
export function valueAt({ value, motions }: Moving, now: number): unknown {
  const started = motions.filter(({ start }) => start <= now);
  return float32(started.reduce((at, motion) => withValueAt(at, motion.keys, valueDuring(motion, now)), value));
}

function valueDuring({ from, to, start, end, easing }: Motion, now: number): unknown {
  return now >= end ? to : mix(from, to, EASINGS[easing]((now - start) / (end - start)));
}

/** Sets the value, or the field at `keys`. `duration` and `delay` are in seconds. */
export function move(
  moving: Moving,
  { keys, to, easing, duration, delay }: Pick<Motion, 'keys' | 'to' | 'easing'> & { duration: number; delay: number },
  now: number,
): void {
  const start = now + delay * 1000;
  const from = pick(valueAt(moving, start), keys);
  const motions = [...moving.motions, { keys, from, to, start, end: start + duration * 1000, easing }];
  moving.motions = motions.filter(
    (motion, index) => !motions.slice(index + 1).some((later) => overrides(later, motion, now)),
  );
}

/** A motion of `rotation.z` has no effect any more after a later one of `rotation.z` or `rotation` has begun. */
const overrides = (later: Motion, motion: Motion, now: number): boolean =>
  later.start <= now && later.keys.every((key, index) => motion.keys[index] === key);
