import type { Static } from '@sinclair/typebox';
import type { Interpolation } from '../../hub/table/schemas/engines.js';
import { float32, mix, pick, put } from './value.js';

type Easing = Static<typeof Interpolation>;

/** A property's way to a new value. Nothing runs meanwhile: where it stands is worked out when somebody reads. */
export interface Motion {
  /** The field that moves; empty: the whole value. */
  readonly keys: readonly string[];
  readonly from: unknown;
  readonly to: unknown;
  /** ms of the epoch. */
  readonly start: number;
  readonly end: number;
  readonly easing: Easing;
}

/** A value and what has been set on top of it, oldest first. */
export interface Moving {
  readonly value: unknown;
  motions: readonly Motion[];
}

/** Share of the way, by share of the time; a constant is there at once. */
const EASINGS: Readonly<Record<Easing, (time: number) => number>> = {
  Constant: () => 1,
  Linear: (time) => time,
  EaseIn: (time) => time * time,
  EaseOut: (time) => time * (2 - time),
  EaseInOut: (time) => time * time * (3 - 2 * time),
};

/** What the value is at a moment, in ms of the epoch. */
export function valueAt({ value, motions }: Moving, now: number): unknown {
  const started = motions.filter(({ start }) => start <= now);
  return float32(started.reduce((at, motion) => put(at, motion.keys, reached(motion, now)), value));
}

function reached({ from, to, start, end, easing }: Motion, now: number): unknown {
  return now >= end ? to : mix(from, to, EASINGS[easing]((now - start) / (end - start)));
}

/** Sets the value, or the field that `keys` lead to, on a way of `duration` after `delay`, both in seconds. */
export function move(
  moving: Moving,
  { keys, to, easing, duration, delay }: Pick<Motion, 'keys' | 'to' | 'easing'> & { duration: number; delay: number },
  now: number,
): void {
  const start = now + delay * 1000;
  const from = pick(valueAt(moving, start), keys);
  const motions = [...moving.motions, { keys, from, to, start, end: start + duration * 1000, easing }];
  moving.motions = motions.filter(
    (motion, index) => !motions.slice(index + 1).some((later) => hides(later, motion, now)),
  );
}

/** A motion of `rotation.z` cannot be seen any more once a later one of `rotation.z` or `rotation` has begun. */
const hides = (later: Motion, motion: Motion, now: number): boolean =>
  later.start <= now && later.keys.every((key, index) => motion.keys[index] === key);
