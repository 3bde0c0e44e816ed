import { isEnvironment } from '../../saved/environment.js';
import { CHOICES, DEFAULTS, type REQUIRED_CREDENTIAL } from '../../saved/hub.js';
import { isAtLeast, isPositive } from '../../saved/limits.js';
import type { HubConfig } from '../base/node-types.js';
import { allowedChoices, words } from '../base/words.js';
import type { Verdict } from './verdict.js';

type HubChoice = keyof typeof CHOICES;

export type HubSetting = HubChoice | 'baseUrl' | 'keyHeader' | 'timeout' | 'maxInFlight' | 'rate' | 'armAfter';

/** Validates a field of the configuration, for `validate` in its HTML. */
export function judgeConfig(config: HubConfig, field: HubSetting | 'headers', value: unknown): Verdict {
  if (field === 'headers') return judgeHeaders(value, config.auth, config.keyHeader);
  return judgeSetting(field, value);
}

/** A setting with a default can be blank. */
export function judgeSetting(setting: HubSetting, value: unknown): Verdict {
  const blank = value === undefined || value === '';
  if (blank ? setting !== 'baseUrl' : isEnvironment(value)) return true;
  switch (setting) {
    case 'baseUrl':
      return judgeBaseUrl(String(value ?? '').trim());
    case 'keyHeader':
      return HTTP_TOKEN.test(String(value)) || wrong(setting, words('allowed.headerName'));
    case 'timeout':
    case 'maxInFlight':
    case 'rate':
      return isPositive(value) || wrong(setting, words('allowed.positive'));
    case 'armAfter':
      return isAtLeast(0, value) || wrong(setting, words('allowed.number_from', { minimum: 0 }));
    default:
      return judgeChoice(setting, String(value));
  }
}

/** Accepts the same addresses as `src/hub/wire/settings.ts`. */
function judgeBaseUrl(text: string): Verdict {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return wrong('baseUrl', words('allowed.baseUrl'));
  if (url.username || url.password) return words('reasons.credentials');
  return url.search || url.hash ? words('reasons.query') : true;
}

function judgeChoice(setting: HubChoice, value: string): Verdict {
  const options: readonly string[] = CHOICES[setting];
  const allowed = allowedChoices(`config.${setting}`, options);
  return options.includes(value) || words('reasons.choice', { field: words(`params.${setting}`), allowed });
}

/** A token in HTTP (RFC 9110, 5.6.2). */
const HTTP_TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Checks the names of the extra headers together. A free slot is ''. */
export function judgeHeaders(headers: unknown, auth: string, keyHeader: string): Verdict {
  const names = (Array.isArray(headers) ? headers : []).map(String).filter((name) => name !== '');
  if (!names.every((name) => isEnvironment(name) || HTTP_TOKEN.test(name)))
    return wrong('headers', words('allowed.headerName'));
  const headerNames = [...names, ...authHeaders(auth, keyHeader)].map((name) => name.toLowerCase());
  return new Set(headerNames).size === headerNames.length || words('reasons.sameHeader');
}

/** The header of the authentication, as `src/nodes/runtime/hub-settings.ts` sends it. */
function authHeaders(auth: string, keyHeader: string): string[] {
  if (auth === 'apiKey') return [keyHeader || DEFAULTS.keyHeader];
  return ['bearer', 'basic'].includes(auth) ? ['Authorization'] : [];
}

/** A credential that its authentication requires. */
export type Credential = (typeof REQUIRED_CREDENTIAL)[keyof typeof REQUIRED_CREDENTIAL];

/** Only the dialog can check this, because a node holds no secrets. */
export const judgeCredential = (credential: Credential, value: string): Verdict =>
  value !== '' || words('reasons.noCredential', { field: words(`params.${credential}`) });

const wrong = (setting: HubSetting | 'headers', allowed: string): string =>
  words('reasons.wrong', { field: words(`params.${setting}`), allowed });
