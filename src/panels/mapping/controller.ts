import type { Gesture } from '../gesture.js';

/** A message of a MIDI controller. */
export interface Controller {
  /** The channel with a slash: `1/`. Empty if it is unknown. */
  readonly channel: string;
  readonly number: number;
  /** 0 … 127. */
  readonly bits: number;
}

const NAME = /^cc (\d+\/)?(\d+)$/;

/** The controller of a gesture, or undefined for any other gesture. */
export function controllerOf({ source, control, raw }: Gesture): Controller | undefined {
  if (source !== 'midi' || raw === undefined) return undefined;
  const [, channel = '', number] = NAME.exec(control) ?? [];
  return number === undefined ? undefined : { channel, number: Number(number), bits: raw };
}
