import type { ConnectionOptions } from 'node:tls';
import { addressFault, isHeaderName, isHeaderValue } from '../../base/address.js';
import type { Dialect } from '../table/operation.js';
import { VERSION_BASE } from '../table/paths.js';
import { badInput } from './errors.js';

/** The options of an https connection, as `tls.connect` of Node.js takes them. */
export type TlsOptions = Pick<
  ConnectionOptions,
  'ca' | 'cert' | 'key' | 'passphrase' | 'rejectUnauthorized' | 'servername' | 'ALPNProtocols'
>;

/** The connection to one hub, and its limits. */
export interface HubSettings {
  /** The name in messages. Default: host and port of the address. */
  readonly name?: string;
  /** Address of the hub, with or without the version path. Example: `http://hub:8080`. */
  readonly baseUrl: string;
  /** The revision of the hub. */
  readonly dialect: Dialect;
  /** First segment of the linear area's paths: `linear` or, on hubs in the field, `lino`. */
  readonly linearSegment: string;
  /** Headers of every request. The values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Other secrets. Example: the password inside a header. */
  readonly secrets?: readonly string[];
  /** Certificates of an https hub, in the format of Node.js. */
  readonly tls?: TlsOptions;
  /** Default deadline of a whole exchange in ms. */
  readonly timeout: number;
  /** Most requests in flight at once. */
  readonly maxInFlight: number;
  /** Most values a second for one target. Default: 50. */
  readonly rate?: number;
  /** Allows values of several targets to be sent as one batch. */
  readonly joining?: boolean;
  /** Commands are only rehearsed. */
  readonly rehearsal?: boolean;
  /** In the first `armAfter` ms commands are rehearsed. */
  readonly armAfter?: number;
}

/**
 * The address before all paths, without a slash at the end. Throws `BAD_INPUT` for all but http and https addresses. Its
 * user name and password are not shown in the error.
 */
export function versionBase(baseUrl: string): string {
  if (addressFault(baseUrl)) throw badInput('baseUrl', baseUrl.replace(/\/\/.*@/, '//…@'), { key: 'baseUrl' });
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith(VERSION_BASE) ? path : path + VERSION_BASE}`;
}

/** Throws `BAD_INPUT` for a header that HTTP does not allow. It names the header, never its value. */
export function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeaderName(name)) throw badInput('headers', name, { key: 'headerName' });
    if (!isHeaderValue(value)) throw badInput(name, '…', { key: 'headerValue' });
  }
}
