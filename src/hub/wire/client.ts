import axios, { AxiosHeaders, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { failureOf, successBody } from './answer.js';
import { HubError } from './errors.js';
import type { WireRequest } from './request.js';
import { secretTexts } from './secrets.js';
import { checkHeaders, type HubSettings, versionBase } from './settings.js';
import { type Line, Sockets } from './transport.js';

/** A success: the hub's own body (JSON, text, or null for none) and how long the exchange took in ms. */
export interface Answer {
  readonly statusCode: number;
  readonly body: unknown;
  readonly elapsed: number;
}

export type ClientSettings = Pick<HubSettings, 'baseUrl' | 'headers' | 'secrets' | 'tls'>;

/** Larger answers are not read: 32 MiB. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Axios' own sender, without the merging of defaults and interceptors before it, of which we have none. */
const exchange = axios.getAdapter('http');

/** Sends single requests to one hub: once, without redirects, retries or a proxy. */
export class Client {
  readonly #base: string;
  readonly #headers: InternalAxiosRequestConfig['headers'];
  readonly #headersOfJson: InternalAxiosRequestConfig['headers'];
  readonly #secrets: readonly string[];
  readonly #sockets: Sockets;
  /** What is under way, and whose it is. */
  readonly #inFlight = new Map<Line, object>();
  #closed = false;

  /** Throws `BAD_INPUT` for settings that cannot be used. */
  constructor({ baseUrl, headers, secrets, tls }: ClientSettings) {
    checkHeaders(headers);
    this.#base = versionBase(baseUrl);
    this.#headers = new AxiosHeaders(headers);
    this.#headersOfJson = new AxiosHeaders({ ...headers, 'Content-Type': 'application/json' });
    this.#secrets = secretTexts({ headers, secrets });
    this.#sockets = new Sockets(this.#base, tls);
  }

  /**
   * Sends a request and reads the whole answer within `timeout` ms. The owner may end it early, see `close`.
   * Throws a HubError, whose outcome tells whether a command may have been carried out.
   */
  async send(request: WireRequest, timeout: number, owner: object): Promise<Answer> {
    if (this.#closed) throw new HubError('CLOSED');
    const started = performance.now();
    const line = this.#sockets.line(request.json);
    const deadline = setTimeout(() => line.end('deadline'), timeout);
    this.#inFlight.set(line, owner);
    try {
      const response = await exchange(this.#config(request, line));
      return this.#read(response, performance.now() - started);
    } catch (error) {
      throw error instanceof HubError ? error : this.#broken(error, line, timeout);
    } finally {
      clearTimeout(deadline);
      this.#inFlight.delete(line);
      line.hangUp();
    }
  }

  /** The error that a status outside 2xx means, with what the hub said beside it. */
  failure(statusCode: number, body: unknown): HubError {
    const text = JSON.stringify(body ?? null);
    return failureOf({ statusCode, contentType: 'application/json', location: undefined, text }, this.#secrets);
  }

  /** Ends every exchange under way and every socket, or only the exchanges of one owner. */
  close(owner?: object): void {
    for (const [line, whose] of this.#inFlight) if (!owner || whose === owner) line.end('closed');
    if (owner) return;
    this.#closed = true;
    this.#sockets.close();
  }

  /**
   * The line knows the way to the hub. To axios it is a socket of its own, for which no proxy is looked up, nor are
   * functions made that V8 keeps until its next large collection, with all that a request held.
   */
  #config({ method, path, json }: WireRequest, line: Line): InternalAxiosRequestConfig {
    return {
      url: this.#base + path,
      method,
      headers: json === undefined ? this.#headers : this.#headersOfJson,
      transport: line,
      socketPath: 'line',
      responseType: 'text',
      validateStatus: null,
      maxRedirects: 0,
      maxContentLength: MOST_BYTES,
    };
  }

  #read({ status: statusCode, headers, data: text }: AxiosResponse, elapsed: number): Answer {
    const answer = {
      statusCode,
      contentType: String(headers['content-type'] ?? ''),
      location: headers.location as string | undefined,
      text,
    };
    if (statusCode < 200 || statusCode > 299) throw failureOf(answer, this.#secrets);
    return { statusCode, body: successBody(answer), elapsed: Math.round(elapsed) };
  }

  /** Only the code of the cause is kept: an axios error holds the headers. */
  #broken(error: unknown, { sent, ending }: Line, timeout: number): HubError {
    if (!axios.isAxiosError(error)) throw error;
    if (ending === 'closed') return new HubError('CLOSED', {}, { outcome: sent ? 'unknown' : 'not-sent' });
    const cause = ending ? 'ETIMEDOUT' : (error.code ?? 'ERR');
    if (!sent) return new HubError('HUB_UNREACHABLE', { url: this.#base, cause });
    if (ending) return new HubError('HUB_TIMEOUT', { timeout });
    if (error.message.startsWith('maxContentLength')) return new HubError('HUB_BAD_ANSWER', { cause: '> 32 MiB' });
    return new HubError(/^(Z_|HPE_|ERR__ZLIB)/.test(cause) ? 'HUB_BAD_ANSWER' : 'HUB_CONNECTION_LOST', { cause });
  }
}
