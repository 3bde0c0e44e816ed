import type { Hub } from '../../hub/hub.js';
import { sessionOf } from '../registry/registry.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { Lights } from './lights.js';

/** Time of the flash, in ms. */
const FLASH_MS = 1000;

/** The light of a command whose state cannot be read: dim while the hub is connected, and white for a moment after it. */
export class Flash {
  readonly #life: Lifetime;
  readonly #hub: Hub;
  readonly #lights: Lights;
  #timer: unknown;

  constructor(life: Lifetime, hub: Hub, lights: Lights) {
    this.#life = life;
    this.#hub = hub;
    this.#lights = lights;
    life.add(hub.connection.watch((state) => state === 'connected' && this.#send('available')));
  }

  /** The command has succeeded. */
  show(): void {
    this.#send('lookOn');
    this.#life.clock.clearTimeout(this.#timer);
    this.#timer = this.#life.clock.setTimeout(() => this.#send('available'), FLASH_MS);
  }

  /** Without a session, the light is unknown. */
  #send(payload: string): void {
    const session = { hub: sessionOf(this.#hub) };
    this.#lights.showState({ payload, ...session });
  }
}
