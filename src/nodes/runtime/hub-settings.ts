import type { Node, NodeAPI } from 'node-red';
import { HubError } from '../../hub/wire/errors.js';
import type { HubSettings, TlsOptions } from '../../hub/wire/settings.js';
import { CHOICES, DEFAULTS, headerSecret, MAX_HEADERS, type SavedConnection, type SavedHub } from '../../saved/hub.js';
import { atLeast, choice, isOn, positive } from './saved-field.js';

export type Secrets = Readonly<Partial<Record<string, string>>>;

/** Node-RED's own node for certificates. */
interface TlsNode extends Node {
  addTLSOptions(options: TlsOptions): TlsOptions;
}

/** Turns saved fields into settings. Blanks become defaults. Throws `BAD_INPUT`. */
export function settingsOf(saved: SavedHub, secrets: Secrets, tls: TlsOptions | undefined): HubSettings {
  return {
    baseUrl: saved.baseUrl ?? '',
    dialect: choice('dialect', saved.dialect || DEFAULTS.dialect, CHOICES.dialect) === '2' ? 2 : 1,
    linearSegment: choice('linearSegment', saved.linearSegment || DEFAULTS.linearSegment, CHOICES.linearSegment),
    headers: { ...authentication(saved, secrets), ...extraHeaders(saved, secrets) },
    secrets: textsToRedact(secrets),
    tls,
    timeout: positive('timeout', saved.timeout || DEFAULTS.timeout) * 1000,
    maxInFlight: Math.ceil(positive('maxInFlight', saved.maxInFlight || DEFAULTS.maxInFlight)),
    rate: positive('rate', saved.rate || DEFAULTS.rate),
    joining: isOn('joining', saved.joining),
    rehearsal: isOn('rehearsal', saved.rehearsal),
    armAfter: atLeast(0, 'armAfter', saved.armAfter || DEFAULTS.armAfter) * 1000,
  };
}

/** The certificates of the chosen `tls-config`, if any. Throws `BAD_INPUT` if it is not deployed. */
export function tlsOf(RED: NodeAPI, id: string | undefined): TlsOptions | undefined {
  if (!id) return undefined;
  const node = RED.nodes.getNode(id) as TlsNode | null;
  if (!node?.addTLSOptions) throw new HubError('BAD_INPUT', { sentence: 'noTls' });
  return node.addTLSOptions({});
}

/** See docs/interface.md "Authentication". */
function authentication({ auth, keyHeader }: SavedConnection, secrets: Secrets): Record<string, string> {
  const { apiKey, token, user = '', password = '' } = secrets;
  switch (choice('auth', auth || DEFAULTS.auth, CHOICES.auth)) {
    case 'apiKey':
      return apiKey ? { [keyHeader || DEFAULTS.keyHeader]: apiKey } : {};
    case 'bearer':
      return token ? { Authorization: `Bearer ${token}` } : {};
    case 'basic':
      return { Authorization: `Basic ${basicCredentials(user, password)}` };
    case 'none':
      return {};
  }
}

const basicCredentials = (user: string, password: string): string =>
  Buffer.from(`${user}:${password}`).toString('base64');

/** All saved secrets, used or not: a proxy in front of the hub may use user and password. */
function textsToRedact(secrets: Secrets): string[] {
  const { user, password } = secrets;
  const saved = Object.values(secrets).filter((secret) => secret !== undefined);
  return user && password ? [...saved, `${user}:${password}`, basicCredentials(user, password)] : saved;
}

function extraHeaders({ headers = [] }: SavedConnection, secrets: Secrets): Record<string, string> {
  const named = headers.slice(0, MAX_HEADERS).map((name, slot) => [name, secrets[headerSecret(slot)] ?? '']);
  return Object.fromEntries(named.filter(([name]) => name));
}
