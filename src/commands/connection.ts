import { readFileSync } from 'node:fs';
import { numberIn } from '../base/numbers.js';
import { isObject } from '../base/values.js';
import { HubError, type HubSettings, type TlsOptions } from '../hub/index.js';
import { isSegment } from '../hub/table/paths.js';
import { versionBase } from '../hub/wire/settings.js';
import { HUB } from '../saved/hub.js';
import { text } from '../texts/report-texts.js';
import { CommandFailure, WrongUsage } from './run-command.js';

/** Other users of the computer can read a command line, so these are refused. */
const SECRETS = ['key', 'token', 'password', 'passphrase', 'header'] as const;

/** The options of each command that reads a hub. */
export const CONNECTION_OPTIONS = {
  ca: { type: 'string' },
  cert: { type: 'string' },
  'cert-key': { type: 'string' },
  servername: { type: 'string' },
  'no-verify': { type: 'boolean' },
  dialect: { type: 'string' },
  linear: { type: 'string' },
  timeout: { type: 'string' },
  key: { type: 'string' },
  token: { type: 'string' },
  password: { type: 'string' },
  passphrase: { type: 'string' },
  header: { type: 'string' },
} as const;

/** The values of these options. */
export type ConnectionValues = Readonly<
  Partial<Record<Exclude<keyof typeof CONNECTION_OPTIONS, 'no-verify'>, string>> & { 'no-verify'?: boolean }
>;

/** Seconds for one answer. */
const TIMEOUT = 15;

/** Throws WrongUsage for a secret in the line. The sentence does not repeat it. */
export function refuseSecrets(values: ConnectionValues): void {
  const option = SECRETS.find((each) => values[each] !== undefined);
  if (option) throw new WrongUsage(text('connection.secretOnLine', { option: `--${option}` }));
}

/** The settings of a hub from the line and the environment. Throws a CommandFailure. */
export function settingsFrom(url: string, values: ConnectionValues, askedKey?: string): HubSettings {
  refuseSecrets(values);
  const { dialect, linear } = values;
  if (dialect !== undefined && dialect !== '1' && dialect !== '2') throw wrong('dialect', dialect);
  if (linear !== undefined && !isSegment(linear)) throw wrong('linear', linear);
  const timeout = values.timeout === undefined ? TIMEOUT : numberIn(values.timeout);
  if (timeout === undefined || timeout <= 0) throw wrong('timeout', values.timeout ?? '');
  checkAddress(url);
  return {
    baseUrl: url,
    dialect: dialect === '2' ? 2 : 1,
    linearSegment: linear ?? (dialect === '2' ? 'lino' : 'linear'),
    headers: { ...extraHeaders(), ...authentication(askedKey) },
    secrets: configuredSecrets(),
    tls: tlsFrom(values),
    timeout: timeout * 1000,
    maxInFlight: HUB.fields.maxInFlight.usual,
  };
}

const wrong = (option: string, value: string) =>
  new WrongUsage(text('connection.wrong', { option: `--${option}`, value }));

/** The sentence does not repeat the address: it may contain a password. */
function checkAddress(url: string): void {
  try {
    versionBase(url);
  } catch (error) {
    if (error instanceof HubError) throw new WrongUsage(text('connection.address'));
    throw error;
  }
}

/** See docs/develop/interface.md "Authentication". An empty variable counts as not set. */
function authentication(askedKey: string | undefined): Record<string, string> {
  const {
    GRAPHICS_HUB_KEY: key = '',
    GRAPHICS_HUB_KEY_HEADER: keyHeader,
    GRAPHICS_HUB_TOKEN: token,
    GRAPHICS_HUB_USER: user,
    GRAPHICS_HUB_PASSWORD: password = '',
  } = process.env;
  if (token && user) throw new CommandFailure(text('connection.twoLogins'));
  const apiKey = askedKey ?? key;
  return {
    ...(apiKey && { [keyHeader || HUB.fields.keyHeader.usual]: apiKey }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(user && { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }),
  };
}

/** All secrets of the environment, used or not: a proxy in front of the hub may use them. */
function configuredSecrets(): string[] {
  const {
    GRAPHICS_HUB_KEY: key,
    GRAPHICS_HUB_TOKEN: token,
    GRAPHICS_HUB_PASSWORD: password,
    GRAPHICS_HUB_PASSPHRASE: passphrase,
  } = process.env;
  return [key, token, password, passphrase].filter((secret) => secret !== undefined);
}

/** A JSON object with names and values. */
function extraHeaders(): Record<string, string> {
  const { GRAPHICS_HUB_HEADERS: json } = process.env;
  if (!json) return {};
  const headers = parsed(json);
  if (!isObject(headers)) throw new CommandFailure(text('connection.headers'));
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function tlsFrom({ ca, cert, 'cert-key': key, servername, 'no-verify': isUnverified }: ConnectionValues): TlsOptions {
  const { GRAPHICS_HUB_PASSPHRASE: passphrase } = process.env;
  return {
    ...(ca !== undefined && { ca: contentOf(ca) }),
    ...(cert !== undefined && { cert: contentOf(cert) }),
    ...(key !== undefined && { key: contentOf(key) }),
    ...(passphrase && { passphrase }),
    ...(servername && { servername }),
    ...(isUnverified && { rejectUnauthorized: false }),
  };
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandFailure(text('file.unreadable', { file, reason: (error as Error).message }));
  }
}
