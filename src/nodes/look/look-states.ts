import type { NodeMessage } from 'node-red';
import type { LookState, LookStatus } from '../../looks/look-states.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { Ports } from '../runtime/ports.js';

/** Sends the states of looks that have changed, on the second output. */
export class LookStateMessages {
  readonly #life: Lifetime;
  readonly #statusWithout: (name: string) => LookStatus;
  readonly #sent = new Map<string, string>();

  /** `statusWithout`: the status of a look that is no longer among the others. */
  constructor(life: Lifetime, statusWithout: (name: string) => LookStatus) {
    this.#life = life;
    this.#statusWithout = statusWithout;
  }

  /** Sends all states the next time. */
  resend(): void {
    for (const name of this.#sent.keys()) this.#sent.set(name, '');
  }

  /** `fields` identify the hub and the session. The last state of a deleted look is sent once. */
  send(statuses: ReadonlyMap<string, LookStatus>, fields: object): void {
    for (const name of this.#sent.keys())
      if (!statuses.has(name)) {
        this.#sendState(name, this.#statusWithout(name), fields);
        this.#sent.delete(name);
      }
    for (const [name, status] of statuses) {
      const text = JSON.stringify([status, fields]);
      if (this.#sent.get(name) === text) continue;
      this.#sent.set(name, text);
      this.#sendState(name, status, fields);
    }
  }

  #sendState(look: string, status: LookStatus, fields: object): void {
    this.#life.node.send([null, stateMessage(this.#life, look, status, fields)]);
  }
}

/** The state of a look as a message. `fields` identify the hub and the session. */
export function stateMessage(
  { clock }: Lifetime,
  look: string,
  { state: payload, differences }: LookStatus,
  fields: object,
): NodeMessage {
  const hub = { look, ...fields, at: clock.date() };
  return { topic: look, payload, ...{ look, differences, hub } };
}

/** The look that a node shows in its status: the recalled one, else the one that is on. */
export function shownLook(
  statuses: ReadonlyMap<string, LookStatus>,
): { readonly name: string; readonly state: LookState; readonly differences: number } | undefined {
  const all = [...statuses].map(([name, status]) => ({ name, ...status }));
  return (
    all.find(({ state }) => state === 'recalling') ??
    all.find(({ state }) => state === 'on') ??
    (all.length === 1 ? all[0] : undefined)
  );
}

/** Sends on the second output if engines ask for a restore: `armed`, and `off` after it. */
export class RestoreMessages {
  readonly #node: Ports;
  /** The last message. Undefined: no engine has asked yet. */
  #sent: string | undefined;

  constructor(node: Ports) {
    this.#node = node;
  }

  /** Sends the state again the next time, if an engine has asked before. */
  resend(): void {
    if (this.#sent !== undefined) this.#sent = '';
  }

  /** `hub` identifies the session: a lamp needs the state again after a lost one. */
  send(engines: readonly string[], hub: object): void {
    if (engines.length === 0 && this.#sent === undefined) return;
    const text = JSON.stringify([engines, hub]);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#node.send([null, { topic: 'restore', payload: engines.length > 0 ? 'armed' : 'off', engines, hub }]);
  }
}
