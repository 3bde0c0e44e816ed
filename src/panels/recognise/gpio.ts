import type { Fields } from '../../base/values.js';
import { LEVELS, NONE, type ParsedGesture } from './parse-values.js';

/**
 * `node-red-node-pi-gpio`: `topic` is `gpio/` and the pin (BCM), `payload` is 0 or 1. A contact with a pull-up sends 0
 * when it is closed: the option `inverted` of `Button` corrects this.
 */
export function gpio({ topic, payload }: Fields): readonly ParsedGesture[] {
  const pin = typeof topic === 'string' ? /^(?:gpio|pi)\/(\d{1,3})$/.exec(topic)?.[1] : undefined;
  const pressed = LEVELS.get(payload);
  return pin === undefined || pressed === undefined ? NONE : [{ control: `pin ${pin}`, kind: 'button', pressed }];
}
