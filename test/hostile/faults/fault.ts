import type { HubSettings } from '../../../dist/hub/index.js';
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

/** One thing that can go wrong, and how a command ends that meets it. */
export interface Fault {
  readonly name: string;
  readonly end: End;
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
