import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { ConnectionOptions } from 'node:tls';
import type { Dialect } from '../table/operation.js';
import { VERSION_BASE } from '../table/paths.js';
import { badInput } from './errors.js';

export type TlsOptions = Pick<
  ConnectionOptions,
  'ca' | 'cert' | 'key' | 'passphrase' | 'rejectUnauthorized' | 'servername' | 'ALPNProtocols'
>;

/** How to reach one hub, and how hard to drive it. */
export interface HubSettings {
  /** Address of the hub, with or without the version path, e.g. `http://hub:8080`. */
  readonly baseUrl: string;
  readonly dialect: Dialect;
  /** First segment of the linear area's paths: `linear`, on hubs in the field `lino`. */
  readonly linearSegment: string;
  /** Headers of every request; the values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** What else must never be repeated, e.g. the password inside a header. */
  readonly secrets?: readonly string[];
  /** Certificates of an https hub, as Node.js takes them. */
  readonly tls?: TlsOptions;
  /** Deadline of a whole exchange in ms, where neither the operation nor the call has its own. */
  readonly timeout: number;
  /** Most requests in flight at once. */
  readonly maxInFlight: number;
  /** Most values a second for one target; default 50. */
  readonly rate?: number;
  /** Whether values of several targets may go out as one batch. */
  readonly joining?: boolean;
  /** Whether commands are only rehearsed. */
  readonly rehearsal?: boolean;
  /** Commands of the first so many ms are rehearsed. */
  readonly armAfter?: number;
}

/**
 * The address that paths are put behind, without a slash at the end.
 * Throws `BAD_INPUT` for anything but an http or https address; one that holds a password is not shown.
 */
export function versionBase(baseUrl: string): string {
  const allowed = { key: 'baseUrl' } as const;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) throw badInput('baseUrl', baseUrl, allowed);
  if (url.username || url.password) throw badInput('baseUrl', `${url.protocol}//…@${url.host}`, allowed);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith(VERSION_BASE) ? path : path + VERSION_BASE}`;
}

/** Throws `BAD_INPUT` for a header that HTTP cannot carry. Names the header, never its value. */
export function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
    } catch {
      throw badInput('headers', name, { key: 'headerName' });
    }
    try {
      validateHeaderValue(name, value);
    } catch {
      throw badInput(name, '…', { key: 'headerValue' });
    }
  }
}
