import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Area, Operation } from '../../hub/table/operation.js';
import { type Answer, json, text } from '../behaviour/answer.js';
import type { Settings } from './options.js';

/**
 * What turns away a request whose `Host` is not ours; undefined if it may stay. A page of another site that had its
 * name lead here would otherwise be read as if it were from here.
 */
export function strangerTo({ host, names }: Settings, { headers, socket }: IncomingMessage): Answer | undefined {
  if (headers.host === undefined) return undefined;
  const asked = nameIn(headers.host);
  const own = [host, ...names, socket.localAddress?.replace(/^::ffff:/, '') ?? ''];
  const isOurs = isLoopback(asked) || own.some((name) => name.toLowerCase() === asked);
  return isOurs ? undefined : text(421, `421: This simulator is not called ${asked}`);
}

/**
 * What turns away a command that a page of another site had the browser send; undefined if it may stay. A browser tells
 * where such a request comes from, and no page can change that.
 */
export function fromForeignPage({ method, headers }: IncomingMessage): Answer | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  const { host, origin, 'sec-fetch-site': site } = headers;
  const isOurs = site === undefined ? isOrigin(origin, host) : site === 'same-origin' || site === 'none';
  return isOurs ? undefined : text(403, '403: A page of another site may not send commands to this simulator');
}

/** Whether an `Origin` header names the host that was asked. Programs that are no browsers send none. */
const isOrigin = (origin: string | undefined, host: string | undefined): boolean =>
  origin === undefined || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());

/**
 * What turns away a POST with a body that is not marked as JSON; undefined if it may stay. Browsers let every page send
 * a POST of another type to any site, without asking the site first.
 */
export function withoutJsonType({ method, headers }: IncomingMessage): Answer | undefined {
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

/** What turns away a request without the key; undefined if it has it. Dialect 2 also takes it from the query. */
export function keyless(settings: Settings, { headers, url = '' }: IncomingMessage): Answer | undefined {
  const { apiKey, keyHeader, dialect } = settings;
  const query = new URLSearchParams(url.split('?').slice(1).join('?'));
  const given = headers[keyHeader.toLowerCase()] ?? (dialect === 2 ? query.get('api_key') : undefined);
  return apiKey === undefined || given === apiKey ? undefined : json(401, { error: 'Missing or wrong API key' });
}

/** The modules of the hub's rights, where an area belongs to one (docs/interface.md "Seen in the field", Rights). */
const MODULES: Partial<Record<Area, string>> = {
  'engine-property': 'Nodegraph Editor',
  'engine-function': 'Nodegraph Editor',
  graph: 'Nodegraph Editor',
  launcher: 'Launcher',
  'linear-play': 'Lino',
};

/** What turns away a request for a module that the key may not use; undefined if it may. */
export function forbidden({ modules }: Settings, { area }: Operation): Answer | undefined {
  const module = MODULES[area];
  const isFree = modules === undefined || module === undefined || modules.includes(module);
  return isFree ? undefined : json(403, { error: `The API key may not use the module ${module}` });
}
