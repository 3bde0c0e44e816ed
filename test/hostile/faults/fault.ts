import type { HubSettings, Params } from '../../../dist/hub/index.js';
import type { Act, Listening } from '../hub.js';

/** The end of a command, as in `docs/develop/rules.md`. */
export type End =
  | 'done'
  | 'HUB_UNREACHABLE not-sent'
  | 'HUB_TIMEOUT unknown'
  | 'HUB_CONNECTION_LOST unknown'
  | 'HUB_FAULT unknown'
  | 'HUB_BAD_ANSWER unknown'
  | 'HUB_AUTH refused'
  | 'HUB_NOT_FOUND refused'
  | 'HUB_REJECTED refused';

/** Runs an operation of the table, and returns its end. */
export type Send = (operation: string, params: Params) => Promise<string>;

/** The command for a faulty hub. It is sent again when the hub is repaired. */
export type Command = (send: Send) => Promise<string>;

/** One fault, and the end of a command that meets it. */
export interface Fault {
  readonly name: string;
  /** For several commands, one after the other. */
  readonly end: End | `${End}, ${End}`;
  /** Default: a value for one property. */
  readonly command?: Command;
  /** The hub's behaviour for the command. Other requests are answered correctly meanwhile. */
  readonly act?: Act;
  /** The faulty server. After the repair, the right server listens on the same port. */
  readonly wrong?: Listening;
  /** No server listens during the fault. */
  readonly absent?: true;
  /** The repaired hub uses TLS. */
  readonly tls?: boolean;
  /** An address without a hub. */
  readonly nowhere?: string;
  readonly settings?: Partial<HubSettings>;
  /** Only the deadline ends it, so the test sets a short one. */
  readonly hangs?: boolean;
}

/** Several faults with the same end. */
export const ending = (end: End, acts: Record<string, Act>, more: Partial<Fault> = {}): Fault[] =>
  Object.entries(acts).map(([name, act]) => ({ name, end, act, ...more }));
