import { type Done, type Message, NONE } from './reading.js';

/**
 * `node-red-node-pi-gpio`: `topic` is `gpio/` and the pin (BCM), `payload` 0 or 1. A contact with a pull-up gives 0 when
 * it is closed: what is done about that is the reader's matter.
 */
export function gpio({ topic, payload }: Message): readonly Done[] {
  const pin = typeof topic === 'string' ? /^(?:gpio|pi)\/(\d{1,3})$/.exec(topic)?.[1] : undefined;
  const level = Number(typeof payload === 'string' && payload ? payload : (payload as number));
  if (pin === undefined || (level !== 0 && level !== 1)) return NONE;
  return [{ control: `pin ${pin}`, kind: 'button', pressed: level === 1 }];
}
