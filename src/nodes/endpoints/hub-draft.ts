import type { NodeAPI } from 'node-red';
import { type HubSettings, type TlsOptions, versionBase } from '../../hub/wire/settings.js';
import { REACH, type SavedReach, SECRETS } from '../../saved/hub.js';
import { type Secrets, settingsOf, tlsOf } from '../input/hub-settings.js';
import { environmentAt } from '../input/node-environment.js';
import { runningHubs } from '../input/running-hubs.js';

/** A configuration as the editor holds it, deployed or not. */
export interface Draft extends SavedReach {
  readonly id: string;
  readonly z?: string;
  /** As typed; what is missing, or unchanged, is what was saved. */
  readonly credentials: Secrets;
}

/** What the editor has in place of a secret that was not changed. */
const UNCHANGED = '__PWRD__';

/**
 * How to reach the hub of a draft, as if it were deployed. Saved secrets go where the deployed configuration sends them
 * and nowhere else: for another address, other certificates or another host they are absent. Throws `BAD_INPUT`.
 */
export function draftSettings(RED: NodeAPI, draft: Draft): HubSettings {
  const environment = environmentAt(RED, draft);
  const reach = resolved(draft, environment);
  const base = versionBase(reach.baseUrl ?? '');
  const typed = secretsOf(draft.credentials, environment);
  const tls = tlsOf(RED, reach.tls);
  const home = [...runningHubs(draft.id)].find(({ settings }) => versionBase(settings.baseUrl) === base);
  if (!home) return settingsOf(reach, typed, withoutIdentity(tls));
  const settings = settingsOf(reach, { ...home.secrets, ...typed }, tls);
  const isSameHub = (reach.tls ?? '') === home.tls && hostIn(settings) === hostIn(home.settings);
  return isSameHub ? settings : settingsOf(reach, typed, tls);
}

/** Behind one address, a Host header leads from one site to another. */
const hostIn = ({ headers }: HubSettings): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'host')?.[1];

/** The fields with the environment put in, as text; a blank is absent. */
function resolved(fields: SavedReach, environment: (field: unknown) => unknown): SavedReach {
  const put = (field: unknown) => String(environment(field) ?? '');
  const known = REACH.map((name) => {
    const field = fields[name];
    return [name, Array.isArray(field) ? field.map(put) : put(field)] as const;
  });
  return Object.fromEntries(known.filter(([, field]) => field !== ''));
}

/** The secrets that are known, with the environment put in. */
const secretsOf = (credentials: Secrets, environment: (field: unknown) => unknown): Secrets =>
  Object.fromEntries(
    SECRETS.filter((name) => credentials[name] !== undefined && credentials[name] !== UNCHANGED).map((name) => [
      name,
      String(environment(credentials[name])),
    ]),
  );

/** Certificates that check who the hub is, without those that say who we are. */
const withoutIdentity = (tls: TlsOptions | undefined): TlsOptions | undefined =>
  tls && { ca: tls.ca, rejectUnauthorized: tls.rejectUnauthorized, servername: tls.servername };
