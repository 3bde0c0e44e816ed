import type { Node } from 'node-red';
import type { LookState, LookStatus } from '../../looks/look-states.js';

/** Sends the states of looks that have changed, on the second output. */
export class LookStateMessages {
  readonly #node: Node;
  readonly #statusWithout: (name: string) => LookStatus;
  readonly #sent = new Map<string, string>();

  /** `statusWithout`: the status of a look that is no longer among the others. */
  constructor(node: Node, statusWithout: (name: string) => LookStatus) {
    this.#node = node;
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

  #sendState(look: string, { state: payload, differences }: LookStatus, fields: object): void {
    const hub = { look, ...fields, at: Date.now() };
    this.#node.send([null, { topic: look, payload, look, differences, hub }]);
  }
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
