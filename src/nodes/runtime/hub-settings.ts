import type { Node, NodeAPI } from 'node-red';
import { HubError } from '../../hub/wire/errors.js';
import type { HubSettings, TlsOptions } from '../../hub/wire/settings.js';
import { versionBase } from '../../hub/wire/settings.js';
import { HUB, type HubValues, headerSecret, MAX_HEADERS, type SavedHub } from '../../saved/hub.js';
import { SIMULATOR_URL } from '../../saved/simulator.js';
import { readSaved } from './saved-field.js';

export type Secrets = Readonly<Partial<Record<string, string>>>;

/** Node-RED's own node for certificates. */
interface TlsNode extends Node {
  addTLSOptions(options: TlsOptions): TlsOptions;
}

/** The settings in the saved fields. Throws `BAD_INPUT`. */
export function settingsOf(saved: SavedHub, secrets: Secrets, tls: TlsOptions | undefined): HubSettings {
  // Its error does not show a password.
  versionBase(saved.baseUrl ?? '');
  const values = readSaved(HUB, saved);
  return {
    baseUrl: values.baseUrl,
    dialect: values.dialect === '2' ? 2 : 1,
    linearSegment: values.linearSegment,
    headers: { ...authentication(values, secrets), ...extraHeaders(values, secrets) },
    secrets: textsToRedact(secrets),
    tls,
    timeout: values.timeout * 1000,
    maxInFlight: Math.ceil(values.maxInFlight),
    rate: values.rate,
    joining: values.joining === 'true',
    rehearsal: values.rehearsal === 'true',
    armAfter: values.armAfter * 1000,
  };
}

/** The port of the simulator that a configuration starts. Undefined if it is not marked, or has another address. */
export function simulatorPortOf(saved: SavedHub): number | undefined {
  const { baseUrl, simulator } = readSaved(HUB, saved);
  const { protocol, hostname, port } = new URL(baseUrl);
  const isHere = protocol === 'http:' && hostname === new URL(SIMULATOR_URL).hostname && port !== '';
  return simulator === 'true' && isHere ? Number(port) : undefined;
}

/** The certificates of the chosen `tls-config`, if any. Throws `BAD_INPUT` if it is not deployed. */
export function tlsOf(RED: NodeAPI, id: string | undefined): TlsOptions | undefined {
  if (!id) return undefined;
  const node = RED.nodes.getNode(id) as TlsNode | null;
  if (!node?.addTLSOptions) throw new HubError('BAD_INPUT', { sentence: 'noTls' });
  return node.addTLSOptions({});
}

/** See docs/develop/interface.md "Authentication". */
function authentication({ auth, keyHeader }: HubValues, secrets: Secrets): Record<string, string> {
  const { apiKey, token, user = '', password = '' } = secrets;
  switch (auth) {
    case 'apiKey':
      return apiKey ? { [keyHeader]: apiKey } : {};
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

function extraHeaders({ headers }: HubValues, secrets: Secrets): Record<string, string> {
  const named = headers.slice(0, MAX_HEADERS).map((name, slot) => [name, secrets[headerSecret(slot)] ?? '']);
  return Object.fromEntries(named.filter(([name]) => name));
}
