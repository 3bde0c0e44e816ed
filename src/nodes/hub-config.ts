import type { Node, NodeAPI, NodeDef } from 'node-red';
import { HubError } from '../hub/errors.js';
import { Hub } from '../hub/hub.js';
import { type HubSettings, type TlsOptions, versionBase } from '../hub/settings.js';
import { explain } from './failure.js';
import { choice, isOn, positive } from './saved.js';
import { wordsOf } from './words.js';

/** Extra headers: names stand in the configuration, values in the credentials `header1` to `header8`. */
const MOST_HEADERS = 8;

interface HubConfigDef extends NodeDef {
  baseUrl: string;
  dialect: string;
  linearSegment: string;
  auth: string;
  keyHeader: string;
  headers: string[];
  /** Id of one of Node-RED's own `tls-config` nodes. */
  tls: string;
  /** Seconds. */
  timeout: string;
  maxInFlight: string;
  /** Most values a second for one target. */
  rate: string;
  joining: boolean | string;
  rehearsal: boolean | string;
  /** Seconds. */
  armAfter: string;
}

type Secrets = Partial<Record<string, string>>;

/** Node-RED's own node for certificates. */
interface TlsNode extends Node {
  addTLSOptions(options: TlsOptions): TlsOptions;
}

/** The configuration that all nodes of one hub share: `hub`, or the `problem` that keeps it from working. */
export interface HubConfigNode extends Node<Secrets> {
  hub?: Hub;
  problem?: HubError;
}

/** Turns what was saved into settings; blanks become defaults. Throws `BAD_INPUT`. */
function settingsOf(RED: NodeAPI, saved: HubConfigDef, secrets: Secrets): HubSettings {
  return {
    baseUrl: saved.baseUrl ?? '',
    dialect: choice('dialect', saved.dialect || '1', ['1', '2']) === '2' ? 2 : 1,
    linearSegment: choice('linearSegment', saved.linearSegment || 'linear', ['linear', 'lino']),
    headers: { ...authentication(saved, secrets), ...extraHeaders(saved, secrets) },
    secrets: Object.values(secrets).filter((secret) => secret !== undefined),
    tls: saved.tls ? tlsOptions(RED, saved.tls) : undefined,
    timeout: positive('timeout', saved.timeout || 5) * 1000,
    maxInFlight: Math.ceil(positive('maxInFlight', saved.maxInFlight || 8)),
    rate: positive('rate', saved.rate || 50),
    joining: isOn('joining', saved.joining),
    rehearsal: isOn('rehearsal', saved.rehearsal),
    armAfter: Number(saved.armAfter || 0) === 0 ? 0 : positive('armAfter', saved.armAfter) * 1000,
  };
}

/** The header that the hub knows us by (hub-interface.md, "Authentication"). */
function authentication({ auth, keyHeader }: HubConfigDef, secrets: Secrets): Record<string, string> {
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

function extraHeaders({ headers = [] }: HubConfigDef, secrets: Secrets): Record<string, string> {
  const named = headers.slice(0, MOST_HEADERS).map((name, index) => [name, secrets[`header${index + 1}`] ?? '']);
  return Object.fromEntries(named.filter(([name]) => name));
}

function tlsOptions(RED: NodeAPI, id: string): TlsOptions {
  const node = RED.nodes.getNode(id) as TlsNode | null;
  if (!node?.addTLSOptions) throw new HubError('BAD_INPUT', { sentence: 'noTls' });
  return node.addTLSOptions({});
}

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);
  /** How many configurations lead to an address: lanes keep order only within one. */
  const configured = new Map<string, number>();

  function HubConfig(this: HubConfigNode, saved: HubConfigDef) {
    RED.nodes.createNode(this, saved);
    try {
      const settings = settingsOf(RED, saved, this.credentials ?? {});
      const hub = new Hub(settings);
      const base = versionBase(settings.baseUrl);
      configured.set(base, (configured.get(base) ?? 0) + 1);
      if (configured.get(base) !== 1) this.warn(words('warnings.sameHub', { url: base }));
      this.hub = hub;
      this.on('close', () => {
        configured.set(base, (configured.get(base) ?? 1) - 1);
        hub.close();
      });
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      this.problem = error;
      this.error(words('errors.badHub', { reason: explain(words, error, undefined) }));
    }
  }

  const credentials: Record<string, { type: 'text' | 'password' }> = { user: { type: 'text' } };
  for (const name of ['apiKey', 'token', 'password']) credentials[name] = { type: 'password' };
  for (let slot = 1; slot <= MOST_HEADERS; slot++) credentials[`header${slot}`] = { type: 'password' };
  RED.nodes.registerType('hub-config', HubConfig, { credentials });
};
