import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Operation } from '../../hub/table/operations.js';
import { json, type SimulatorAnswer, text } from '../behaviour/call.js';
import type { SimulatorSettings } from './options.js';
import { MODULES } from './options.js';

/**
 * Refuses a request with an unknown `Host`. Without this check, a foreign page could read the simulator by DNS
 * rebinding.
 */
export function refuseForeignHost(
  { host, names }: SimulatorSettings,
  { headers, socket }: IncomingMessage,
): SimulatorAnswer | undefined {
  if (headers.host === undefined) return undefined;
  const asked = nameIn(headers.host);
  const own = [host, ...names, socket.localAddress?.replace(/^::ffff:/, '') ?? ''];
  const isOurs = isLoopback(asked) || own.some((name) => name.toLowerCase() === asked);
  return isOurs ? undefined : text(421, `421: This simulator is not called ${asked}`);
}

/**
 * Refuses a command from a page of another site. A browser adds the origin to the request, and a page cannot change it.
 */
export function refuseForeignPage({ method, headers }: IncomingMessage): SimulatorAnswer | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  const { host, origin, 'sec-fetch-site': site } = headers;
  const isOurs = site === undefined ? isOrigin(origin, host) : site === 'same-origin' || site === 'none';
  return isOurs ? undefined : text(403, '403: A page of another site may not send commands to this simulator');
}

/** True if an `Origin` header names the requested host. Only browsers send this header. */
const isOrigin = (origin: string | undefined, host: string | undefined): boolean =>
  origin === undefined || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());

/**
 * Refuses a POST whose body is not marked as JSON. Browsers allow every page to send other types to any site, without a
 * preflight.
 */
export function refuseNonJson({ method, headers }: IncomingMessage): SimulatorAnswer | undefined {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (method !== 'POST' || type === 'application/json' || (type === undefined && !hasBody)) return undefined;
  return text(415, '415: Send the header Content-Type: application/json');
}

/** The name in a `Host` header, without its port and the brackets of IPv6. */
const nameIn = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');

const isLoopback = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  name === '::1' ||
  (isIP(name) === 4 && name.startsWith('127.'));

/** Refuses a request without the key. Dialect 2 also accepts it in the query. */
export function refuseWithoutKey(
  settings: SimulatorSettings,
  { headers, url = '' }: IncomingMessage,
): SimulatorAnswer | undefined {
  const { apiKey, keyHeader, dialect } = settings;
  const query = new URLSearchParams(url.split('?').slice(1).join('?'));
  const given = headers[keyHeader.toLowerCase()] ?? (dialect === 2 ? query.get('api_key') : undefined);
  return apiKey === undefined || given === apiKey ? undefined : json(401, { error: 'Missing or wrong API key' });
}

/** Refuses a request for a module that the key may not use. */
export function forbidden({ modules }: SimulatorSettings, { area }: Operation): SimulatorAnswer | undefined {
  const module = MODULES[area];
  const isFree = modules === undefined || module === undefined || modules.includes(module);
  return isFree ? undefined : json(403, { error: `The API key may not use the module ${module}` });
}
