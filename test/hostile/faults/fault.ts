import type { HubSettings, Params } from '../../../dist/hub/index.js';
import type { Act, Listening } from '../hub.js';

/** How a command ends, as `docs/architecture.md` tells it. */
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

/** Runs an operation of the table, and gives how it ended. */
export type Send = (operation: string, params: Params) => Promise<string>;

/** What is asked of a hub that is faulty, and asked again once it is not. */
export type Command = (send: Send) => Promise<string>;

/** One thing that can go wrong, and how a command ends that meets it. */
export interface Fault {
  readonly name: string;
  /** Of several commands, one after the other. */
  readonly end: End | `${End}, ${End}`;
  /** Of the answer, where a node tells one refusal from another by it. */
  readonly statusCode?: number;
  /** Absent: a value for one property. */
  readonly command?: Command;
  /** What the hub does with the command; others are answered as they should be meanwhile. */
  readonly act?: Act;
  /** How the hub listens while it is wrong; put right, it listens as it should on the same port. */
  readonly wrong?: Listening;
  /** Whether nobody listens while it is wrong. */
  readonly absent?: true;
  /** Whether, put right, it speaks TLS. */
  readonly tls?: boolean;
  /** An address where no hub ever is. */
  readonly nowhere?: string;
  readonly settings?: Partial<HubSettings>;
  /** Whether only the deadline ends it: then it is short. */
  readonly hangs?: boolean;
}

/** Several faults that end alike. */
export const ending = (end: End, acts: Record<string, Act>, more: Partial<Fault> = {}): Fault[] =>
  Object.entries(acts).map(([name, act]) => ({ name, end, act, ...more }));
