import { addressFault } from '../base/address.js';
import {
  choice,
  describe,
  type Field,
  FROM_ZERO,
  number,
  POSITIVE,
  type SavedOf,
  text,
  type ValuesOf,
} from './field.js';

/** Maximum number of extra headers. Their values are the credentials `header1` to `header8`. */
export const MAX_HEADERS = 8;

/** The dialog has a sentence for each problem of an address. */
const ADDRESS_REASONS = { baseUrl: 'reasons.wrong', credentials: 'reasons.credentials', query: 'reasons.query' };

const option = <Option extends string>(field: string, options: readonly Option[]): Field<'choice', Option> => ({
  ...choice(`params.${field}`, options, `config.${field}`),
  reason: () => 'reasons.choice',
});

/** The names of extra headers. The value is the credential with the same number. A free slot is ''. */
const HEADERS: Field<'headers', readonly string[]> = {
  kind: 'headers',
  label: 'params.headers',
  usual: [],
  allowed: { key: 'headerName' },
};

/** The saved fields for the connection to a hub. */
const CONNECTION = {
  baseUrl: {
    ...text('params.baseUrl', 'name', { key: 'baseUrl' }),
    required: true,
    reason: (saved: unknown) => ADDRESS_REASONS[addressFault(String(saved ?? '').trim()) ?? 'baseUrl'],
  },
  dialect: option('dialect', ['1', '2']),
  linearSegment: option('linearSegment', ['linear', 'lino']),
  auth: option('auth', ['apiKey', 'bearer', 'basic', 'none']),
  keyHeader: text('params.keyHeader', 'name', { key: 'headerName' }, 'X-API-Key'),
  /** The id of a `tls-config` node. */
  tls: text('params.tls'),
  timeout: number('params.timeout', 5, POSITIVE),
  headers: HEADERS,
};

/** The saved fields of a configuration, without its credentials. */
export const HUB = describe(
  {
    ...CONNECTION,
    maxInFlight: number('params.maxInFlight', 8, POSITIVE),
    /** Maximum number of values per second for one target. */
    rate: number('params.rate', 50, POSITIVE),
    joining: option('joining', ['false', 'true']),
    /** The editor lists names in the flows that the hub does not have. */
    checkNames: option('checkNames', ['true', 'false']),
    rehearsal: option('rehearsal', ['false', 'true']),
    /** Seconds. */
    armAfter: number('params.armAfter', 0, FROM_ZERO),
    /** Marks the hub as the simulator inside Node-RED. */
    simulator: option('simulator', ['false', 'true']),
  },
  [
    {
      field: 'headers',
      needs: ['auth', 'keyHeader'],
      holds: ({ headers: extra, auth, keyHeader }) => {
        const names = [...extra.filter(Boolean), ...authHeaders(auth, keyHeader)].map((each) => each.toLowerCase());
        return new Set(names).size === names.length;
      },
      allowed: { key: 'otherHeader' },
      reason: 'reasons.sameHeader',
    },
  ],
);

/** The header of the authentication, as `src/nodes/runtime/hub-settings.ts` sends it. */
function authHeaders(auth: string, keyHeader: string): string[] {
  if (auth === 'apiKey') return [keyHeader];
  return ['bearer', 'basic'].includes(auth) ? ['Authorization'] : [];
}

export type SavedConnection = SavedOf<typeof CONNECTION>;
export type SavedHub = SavedOf<typeof HUB.fields>;
export type HubValues = ValuesOf<typeof HUB.fields>;

export const CONNECTION_FIELDS = Object.keys(CONNECTION) as (keyof typeof CONNECTION)[];

/** The fields of `SavedConnection` that are text. */
export const CONNECTION_TEXT_FIELDS = CONNECTION_FIELDS.filter((each) => each !== 'headers');

/** The credential for the header in a slot, from 0. */
export const headerSecret = (slot: number): string => `header${slot + 1}`;

export const CREDENTIALS: readonly string[] = [
  'apiKey',
  'token',
  'user',
  'password',
  ...Array.from({ length: MAX_HEADERS }, (_, slot) => headerSecret(slot)),
];

/** The credential that each method of authentication requires. */
export const REQUIRED_CREDENTIAL = { apiKey: 'apiKey', bearer: 'token', basic: 'user' } as const;
