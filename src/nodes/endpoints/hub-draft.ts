import type { NodeAPI } from 'node-red';
import { type HubSettings, type TlsOptions, versionBase } from '../../hub/wire/settings.js';
import { CONNECTION_FIELDS, CREDENTIALS, type SavedConnection } from '../../saved/hub.js';
import { runningHubs } from '../registry/registry.js';
import { type Secrets, settingsOf, tlsOf } from '../runtime/hub-settings.js';
import { environmentAt } from '../runtime/node-environment.js';

/** A configuration in the editor, deployed or not. */
export interface HubDraft extends SavedConnection {
  readonly id: string;
  readonly z?: string;
  /** Typed secrets. For a missing or unchanged one, the saved secret counts. */
  readonly credentials: Secrets;
}

/** The editor sends this for a secret that was not changed. */
const UNCHANGED = '__PWRD__';

/**
 * The settings of a draft as if it were deployed. Saved secrets are included only if address, certificates and host are
 * the same as in the deployed configuration. Throws `BAD_INPUT`.
 */
export function draftSettings(RED: NodeAPI, draft: HubDraft): HubSettings {
  const environment = environmentAt(RED, draft);
  const reach = resolveFields(draft, environment);
  const base = versionBase(reach.baseUrl ?? '');
  const typed = secretsOf(draft.credentials, environment);
  const tls = tlsOf(RED, reach.tls);
  const deployed = runningHubs(draft.id).find(({ settings }) => versionBase(settings.baseUrl) === base);
  if (!deployed) return settingsOf(reach, typed, withoutIdentity(tls));
  const settings = settingsOf(reach, { ...deployed.secrets, ...typed }, tls);
  const isSameHub = (reach.tls ?? '') === deployed.tls && hostIn(settings) === hostIn(deployed.settings);
  return isSameHub ? settings : settingsOf(reach, typed, tls);
}

/** A Host header can lead to another site behind the same address. */
const hostIn = ({ headers }: HubSettings): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'host')?.[1];

/** The fields as text, with environment variables resolved and blanks left out. */
function resolveFields(fields: SavedConnection, environment: (field: unknown) => unknown): SavedConnection {
  const put = (field: unknown) => String(environment(field) ?? '');
  const entries = CONNECTION_FIELDS.map((name) => {
    const field = fields[name];
    return [name, Array.isArray(field) ? field.map(put) : put(field)] as const;
  });
  return Object.fromEntries(entries.filter(([, field]) => field !== ''));
}

/** The typed secrets, with environment variables resolved. */
const secretsOf = (credentials: Secrets, environment: (field: unknown) => unknown): Secrets =>
  Object.fromEntries(
    CREDENTIALS.filter((name) => credentials[name] !== undefined && credentials[name] !== UNCHANGED).map((name) => [
      name,
      String(environment(credentials[name])),
    ]),
  );

/** Keeps the certificates that check the hub, without the client's own. */
const withoutIdentity = (tls: TlsOptions | undefined): TlsOptions | undefined =>
  tls && { ca: tls.ca, rejectUnauthorized: tls.rejectUnauthorized, servername: tls.servername };
