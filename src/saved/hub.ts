/** The saved fields for the connection to a hub. Blank: the default. */
export interface SavedConnection {
  baseUrl?: string;
  dialect?: string;
  linearSegment?: string;
  auth?: string;
  keyHeader?: string;
  /** The names of extra headers. The value is the credential with the same number. A free slot is ''. */
  headers?: string[];
  /** The id of a `tls-config` node. */
  tls?: string;
  /** Seconds. */
  timeout?: string;
}

/** The fields of `SavedConnection` that are text. */
export const CONNECTION_TEXT_FIELDS = [
  'baseUrl',
  'dialect',
  'linearSegment',
  'auth',
  'keyHeader',
  'tls',
  'timeout',
] as const satisfies (keyof SavedConnection)[];

export const CONNECTION_FIELDS = [...CONNECTION_TEXT_FIELDS, 'headers'] as const;

/** The saved fields of a configuration, without its credentials. */
export interface SavedHub extends SavedConnection {
  maxInFlight?: string;
  /** Maximum number of values per second for one target. */
  rate?: string;
  joining?: boolean | string;
  rehearsal?: boolean | string;
  /** Seconds. */
  armAfter?: string;
}

/** The choices of each setting, the default first. */
export const CHOICES = {
  dialect: ['1', '2'],
  linearSegment: ['linear', 'lino'],
  auth: ['apiKey', 'bearer', 'basic', 'none'],
  joining: ['false', 'true'],
  rehearsal: ['false', 'true'],
} as const;

/** `timeout` and `armAfter` are in seconds. */
export const DEFAULTS = {
  dialect: '1',
  linearSegment: 'linear',
  auth: 'apiKey',
  keyHeader: 'X-API-Key',
  timeout: 5,
  maxInFlight: 8,
  rate: 50,
  armAfter: 0,
} as const;

/** Maximum number of extra headers. Their values are the credentials `header1` to `header8`. */
export const MAX_HEADERS = 8;

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
