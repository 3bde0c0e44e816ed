/** What tells how to reach a hub. A blank means: as usual. */
export interface SavedReach {
  baseUrl?: string;
  dialect?: string;
  linearSegment?: string;
  auth?: string;
  keyHeader?: string;
  /** Names only, each in its slot: the value is the credential of the same number. A free slot is ''. */
  headers?: string[];
  /** Id of one of Node-RED's own `tls-config` nodes. */
  tls?: string;
  /** Seconds. */
  timeout?: string;
}

/** The fields of `SavedReach` that are one text each. */
export const REACH_TEXTS = [
  'baseUrl',
  'dialect',
  'linearSegment',
  'auth',
  'keyHeader',
  'tls',
  'timeout',
] as const satisfies (keyof SavedReach)[];

/** The fields of `SavedReach`. */
export const REACH = [...REACH_TEXTS, 'headers'] as const;

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

/** Settings that are one of a few words, the usual one first. */
export const CHOICES = {
  dialect: ['1', '2'],
  linearSegment: ['linear', 'lino'],
  auth: ['apiKey', 'bearer', 'basic', 'none'],
  joining: ['false', 'true'],
  rehearsal: ['false', 'true'],
} as const;

/** What a blank means; the timeout and `armAfter` in seconds. */
export const USUAL = {
  dialect: '1',
  linearSegment: 'linear',
  auth: 'apiKey',
  keyHeader: 'X-API-Key',
  timeout: 5,
  maxInFlight: 8,
  rate: 50,
  armAfter: 0,
} as const;

/** The values of the extra headers are the credentials `header1` to `header8`. */
export const MOST_HEADERS = 8;

/** The credential that holds the value of the header in a slot, counted from 0. */
export const headerSecret = (slot: number): string => `header${slot + 1}`;

/** The credentials of a configuration. */
export const SECRETS: readonly string[] = [
  'apiKey',
  'token',
  'user',
  'password',
  ...Array.from({ length: MOST_HEADERS }, (_, slot) => headerSecret(slot)),
];

/** The credential that a way of authentication cannot do without. */
export const NEEDED = { apiKey: 'apiKey', bearer: 'token', basic: 'user' } as const;
