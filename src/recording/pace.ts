import { setTimeout as pause } from 'node:timers/promises';
import type { Pace } from '../hub/lists/read-only-client.js';

/** Requests in flight at once. A hub on air has other work. */
export const AT_ONCE = 2;

/** ms between the starts of two requests. With the jitter of a network, the hub still gets fewer than 20 a second. */
const INTERVAL = 60;

/** Lets at most two requests be in flight, and fewer than 20 start in a second, in the order of their arrival. */
export function gentlePace(): Pace {
  const waiting: (() => void)[] = [];
  let inFlight = 0;
  let nextStart: Promise<void> = Promise.resolve();
  return async (send) => {
    if (inFlight === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else inFlight += 1;
    try {
      const start = nextStart;
      nextStart = start.then(() => pause(INTERVAL));
      await start;
      return await send();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inFlight -= 1;
    }
  };
}
