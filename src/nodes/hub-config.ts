import type { Node, NodeAPI, NodeDef } from 'node-red';
import { HubError } from '../hub/errors.js';
import { Hub } from '../hub/hub.js';
import { type HubSettings, versionBase } from '../hub/settings.js';
import { explain } from './failure.js';
import { choice, positive } from './saved.js';
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
  /** Seconds. */
  timeout: string;
  maxInFlight: string;
}

type Secrets = Partial<Record<string, string>>;

/** The configuration that all nodes of one hub share: `hub`, or the `problem` that keeps it from working. */
export interface HubConfigNode extends Node<Secrets> {
  hub?: Hub;
  problem?: HubError;
}

/** Turns what was saved into settings; blanks become defaults. Throws `BAD_INPUT`. */
function settingsOf(saved: HubConfigDef, secrets: Secrets): HubSettings {
  return {
    baseUrl: saved.baseUrl ?? '',
    dialect: choice('dialect', saved.dialect || '1', ['1', '2']) === '2' ? 2 : 1,
    linearSegment: choice('linearSegment', saved.linearSegment || 'linear', ['linear', 'lino']),
    headers: headersOf(saved, secrets),
    timeout: positive('timeout', saved.timeout || 5) * 1000,
    maxInFlight: Math.floor(positive('maxInFlight', saved.maxInFlight || 8)),
  };
}

function headersOf(saved: HubConfigDef, secrets: Secrets): Record<string, string> {
  const headers: Record<string, string> = {};
  const auth = choice('auth', saved.auth || 'apiKey', ['apiKey', 'none']);
  if (auth === 'apiKey' && secrets.apiKey) headers[saved.keyHeader || 'X-API-Key'] = secrets.apiKey;
  for (const [index, name] of (saved.headers ?? []).slice(0, MOST_HEADERS).entries())
    if (name) headers[name] = secrets[`header${index + 1}`] ?? '';
  return headers;
}

export = (RED: NodeAPI) => {
  const words = wordsOf(RED);
  /** How many configurations lead to an address: lanes keep order only within one. */
  const configured = new Map<string, number>();

  function HubConfig(this: HubConfigNode, saved: HubConfigDef) {
    RED.nodes.createNode(this, saved);
    try {
      const settings = settingsOf(saved, this.credentials ?? {});
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

  const credentials: Record<string, { type: 'password' }> = { apiKey: { type: 'password' } };
  for (let slot = 1; slot <= MOST_HEADERS; slot++) credentials[`header${slot}`] = { type: 'password' };
  RED.nodes.registerType('hub-config', HubConfig, { credentials });
};
