import type { Node, NodeAPI } from 'node-red';
import { HubError } from '../../hub/wire/errors.js';
import type { HubSettings, TlsOptions } from '../../hub/wire/settings.js';
import { choice, isOn, positive } from './saved-field.js';

/** Extra headers: names stand in the configuration, values in the credentials `header1` to `header8`. */
const MOST_HEADERS = 8;

const headerSecrets = Array.from({ length: MOST_HEADERS }, (_, index) => `header${index + 1}`);

/** The credentials of a configuration. */
export const SECRETS = ['apiKey', 'token', 'user', 'password', ...headerSecrets];

/** What tells how to reach a hub. A blank means: as usual. */
export interface SavedReach {
  baseUrl?: string;
  dialect?: string;
  linearSegment?: string;
  auth?: string;
  keyHeader?: string;
  headers?: string[];
  /** Id of one of Node-RED's own `tls-config` nodes. */
  tls?: string;
  /** Seconds. */
  timeout?: string;
}

export const REACH = [
  'baseUrl',
  'dialect',
  'linearSegment',
  'auth',
  'keyHeader',
  'headers',
  'tls',
  'timeout',
] as const satisfies (keyof SavedReach)[];

/** What the dialog of a configuration saves, beside the credentials. */
export interface SavedHub extends SavedReach {
  maxInFlight?: string;
  /** Most values a second for one target. */
  rate?: string;
  joining?: boolean | string;
  rehearsal?: boolean | string;
  /** Seconds. */
  armAfter?: string;
}

export type Secrets = Readonly<Partial<Record<string, string>>>;

/** Node-RED's own node for certificates. */
interface TlsNode extends Node {
  addTLSOptions(options: TlsOptions): TlsOptions;
}

/** Turns what was saved into settings; blanks become defaults. Throws `BAD_INPUT`. */
export function settingsOf(saved: SavedHub, secrets: Secrets, tls: TlsOptions | undefined): HubSettings {
  return {
    baseUrl: saved.baseUrl ?? '',
    dialect: choice('dialect', saved.dialect || '1', ['1', '2']) === '2' ? 2 : 1,
    linearSegment: choice('linearSegment', saved.linearSegment || 'linear', ['linear', 'lino']),
    headers: { ...authentication(saved, secrets), ...extraHeaders(saved, secrets) },
    secrets: Object.values(secrets).filter((secret) => secret !== undefined),
    tls,
    timeout: positive('timeout', saved.timeout || 5) * 1000,
    maxInFlight: Math.ceil(positive('maxInFlight', saved.maxInFlight || 8)),
    rate: positive('rate', saved.rate || 50),
    joining: isOn('joining', saved.joining),
    rehearsal: isOn('rehearsal', saved.rehearsal),
    armAfter: Number(saved.armAfter || 0) === 0 ? 0 : positive('armAfter', saved.armAfter) * 1000,
  };
}

/** The certificates of a deployed `tls-config`; undefined where none is chosen. Throws `BAD_INPUT` if it is not there. */
export function tlsOf(RED: NodeAPI, id: string | undefined): TlsOptions | undefined {
  if (!id) return undefined;
  const node = RED.nodes.getNode(id) as TlsNode | null;
  if (!node?.addTLSOptions) throw new HubError('BAD_INPUT', { sentence: 'noTls' });
  return node.addTLSOptions({});
}

/** The header that the hub knows us by (docs/interface.md "Authentication"). */
function authentication({ auth, keyHeader }: SavedReach, secrets: Secrets): Record<string, string> {
  const { apiKey, token, user = '', password = '' } = secrets;
  switch (choice('auth', auth || 'apiKey', ['apiKey', 'bearer', 'basic', 'none'])) {
    case 'apiKey':
      return apiKey ? { [keyHeader || 'X-API-Key']: apiKey } : {};
    case 'bearer':
      return token ? { Authorization: `Bearer ${token}` } : {};
    case 'basic':
      return { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
    case 'none':
      return {};
  }
}

function extraHeaders({ headers = [] }: SavedReach, secrets: Secrets): Record<string, string> {
  const named = headers.slice(0, MOST_HEADERS).map((name, index) => [name, secrets[`header${index + 1}`] ?? '']);
  return Object.fromEntries(named.filter(([name]) => name));
}
