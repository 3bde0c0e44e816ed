import type { Clock } from '../../base/clock.js';
import { setLimited } from '../../base/set-limited.js';

/** A device reports its states within this time after it has connected, in ms. */
const REPORTING_MS = 5000;

/** True if a topic belongs to a device, which has the first part of its topics as its name. Blank: all devices. */
export const isBelow = (topic: string, device: string): boolean =>
  device === '' || topic === device || topic.startsWith(`${device}/`);

/** The devices that started or connected again a moment ago. */
export class Restarts {
  readonly #clock: Clock;
  /** By device, in ms of the clock. */
  readonly #times = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(device: string): void {
    this.#times.delete(device);
    setLimited(this.#times, device, this.#clock.now());
  }

  /** True while the device of a topic may report its states. */
  isRecent(topic: string): boolean {
    const now = this.#clock.now();
    for (const [device, at] of this.#times) {
      if (now - at >= REPORTING_MS) this.#times.delete(device);
      else if (isBelow(topic, device)) return true;
    }
    return false;
  }
}
