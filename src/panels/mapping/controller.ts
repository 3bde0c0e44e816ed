import type { Gesture } from '../gesture.js';

/** A message of a MIDI controller. */
interface Controller {
  /** The channel with a slash: `1/`. Empty if it is unknown. */
  readonly channel: string;
  readonly number: number;
  /** 0 … 127. */
  readonly bits: number;
}

/** The controller of a gesture, or undefined for any other gesture. */
export function controllerOf({ source, control, raw }: Gesture): Controller | undefined {
  if (source !== 'midi' || raw === undefined || !control.startsWith('cc ')) return undefined;
  const slash = control.indexOf('/') + 1;
  return slash === 0
    ? { channel: '', number: Number(control.slice(3)), bits: raw }
    : { channel: control.slice(3, slash), number: Number(control.slice(slash)), bits: raw };
}
