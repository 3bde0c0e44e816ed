import type { Gesture } from '../../../dist/panels/gesture/gesture.js';
import { readGestures } from '../../../dist/panels/recognise/index.js';

export const PRESS = { pressed: true, event: 'press', anew: true } as const;
export const SINGLE = { pressed: true, event: 'press', momentary: true } as const;
export const DOUBLE = { pressed: true, event: 'double', momentary: true } as const;
export const TRIPLE = { pressed: true, event: 'triple', momentary: true } as const;
export const HOLD = { pressed: true, event: 'hold' } as const;
export const HELD = { pressed: true, event: 'hold', momentary: true } as const;
export const RELEASE = { pressed: false } as const;

export const read = (topic: string, payload: unknown, qos: number | undefined = 0) =>
  readGestures({ topic, payload: typeof payload === 'string' ? payload : JSON.stringify(payload), qos });
export const readPlain = (topic: string, payload: unknown, more: object = {}) =>
  readGestures({ topic, payload, ...more });

/** A button of a device with several buttons. */
export const button = (family: Gesture['family'], topic: string, name: string, more: Partial<Gesture>): Gesture => ({
  ...{ source: 'mqtt', kind: 'button', family, topic, control: `${topic} ${name}` },
  ...more,
});
/** A device that is one button. */
export const single = (family: Gesture['family'], control: string, more: Partial<Gesture>): Gesture => ({
  ...{ source: 'mqtt', kind: 'button', family, control },
  ...more,
});
export const reportOf = (control: string): Gesture => ({ source: 'mqtt', control, kind: 'button', isReport: true });
export const onlineReport = (control: string, device: string): Gesture => ({ ...reportOf(control), restarts: device });
export const plain = (gesture: Gesture): Gesture => ({ ...gesture, source: 'plain' });

/** The origin of a state. */
export const state = (name: string, rank: number) => ({ button: name, rank, isState: true as const });
