import axios, { type AxiosResponse } from 'axios';
import { failureOf, successBody } from './answer.js';
import { HubError } from './errors.js';
import { Sockets, type Transport } from './exchange.js';
import type { WireRequest } from './request.js';
import { checkHeaders, type HubSettings, versionBase } from './settings.js';

/** A success: the hub's own body (JSON, text, or null for none) and how long the exchange took in ms. */
export interface Answer {
  readonly statusCode: number;
  readonly body: unknown;
  readonly elapsed: number;
}

export type ClientSettings = Pick<HubSettings, 'baseUrl' | 'headers' | 'secrets' | 'tls'>;

/** Larger answers are not read: 32 MiB. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Secrets shorter than this are not looked for in what the hub says: they would blank ordinary words. */
const SHORTEST_SECRET = 4;

type Ending = 'deadline' | 'closed';

/** Sends single requests to one hub: once, without redirects, retries or a proxy. */
export class Client {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #secrets: readonly string[];
  readonly #sockets: Sockets;
  /** What is under way, and whose it is. */
  readonly #inFlight = new Map<AbortController, object>();
  #closed = false;

  /** Throws `BAD_INPUT` for settings that cannot be used. */
  constructor({ baseUrl, headers, secrets = [], tls }: ClientSettings) {
    checkHeaders(headers);
    this.#base = versionBase(baseUrl);
    this.#headers = headers;
    this.#secrets = [...Object.values(headers), ...secrets].filter((value) => value.length >= SHORTEST_SECRET);
    this.#sockets = new Sockets(this.#base, tls);
  }

  /**
   * Sends a request and reads the whole answer within `timeout` ms. The owner may end it early, see `close`.
   * Throws a HubError, whose outcome tells whether a command may have been carried out.
   */
  async send(request: WireRequest, timeout: number, owner: object): Promise<Answer> {
    if (this.#closed) throw new HubError('CLOSED');
    const started = performance.now();
    const ending = new AbortController();
    const deadline = setTimeout(() => ending.abort('deadline' satisfies Ending), timeout);
    this.#inFlight.set(ending, owner);
    const transport = this.#sockets.transport();
    try {
      const response = await this.#exchange(request, transport, ending.signal);
      return this.#read(response, performance.now() - started);
    } catch (error) {
      throw error instanceof HubError ? error : this.#broken(error, transport, ending.signal, timeout);
    } finally {
      clearTimeout(deadline);
      this.#inFlight.delete(ending);
    }
  }

  /** The error that a status outside 2xx means, with what the hub said beside it. */
  failure(statusCode: number, body: unknown): HubError {
    const text = JSON.stringify(body ?? null);
    return failureOf({ statusCode, contentType: 'application/json', location: undefined, text }, this.#secrets);
  }

  /** Ends every exchange under way and every socket, or only the exchanges of one owner. */
  close(owner?: object): void {
    for (const [ending, whose] of this.#inFlight)
      if (!owner || whose === owner) ending.abort('closed' satisfies Ending);
    if (owner) return;
    this.#closed = true;
    this.#sockets.close();
  }

  #exchange(request: WireRequest, transport: Transport, signal: AbortSignal): Promise<AxiosResponse<string>> {
    return axios.request<string>({
      url: this.#base + request.path,
      method: request.method,
      headers: request.json === undefined ? this.#headers : { ...this.#headers, 'Content-Type': 'application/json' },
      data: request.json,
      signal,
      transport,
      httpAgent: this.#sockets.agent,
      httpsAgent: this.#sockets.agent,
      responseType: 'text',
      transformRequest: [],
      transformResponse: [],
      validateStatus: null,
      maxRedirects: 0,
      maxContentLength: MOST_BYTES,
      maxBodyLength: Number.POSITIVE_INFINITY,
      proxy: false,
    });
  }

  #read({ status: statusCode, headers, data: text }: AxiosResponse<string>, elapsed: number): Answer {
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
  #broken(error: unknown, { sent }: Transport, signal: AbortSignal, timeout: number): HubError {
    if (!axios.isAxiosError(error)) throw error;
    const outcome = sent ? 'unknown' : 'not-sent';
    if (signal.reason === 'closed') return new HubError('CLOSED', {}, { outcome });
    if (!sent) {
      const cause = signal.aborted ? 'ETIMEDOUT' : (error.code ?? 'ERR');
      return new HubError('HUB_UNREACHABLE', { url: this.#base, cause });
    }
    if (signal.aborted) return new HubError('HUB_TIMEOUT', { timeout });
    if (error.message.startsWith('maxContentLength')) return new HubError('HUB_BAD_ANSWER', { cause: '> 32 MiB' });
    if (/^(Z_|HPE_|ERR__ZLIB)/.test(error.code ?? '')) return new HubError('HUB_BAD_ANSWER', { cause: error.code });
    return new HubError('HUB_CONNECTION_LOST', { cause: error.code ?? 'ERR' });
  }
}
