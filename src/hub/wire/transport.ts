import type { IncomingHttpHeaders } from 'node:http';
import type { AxiosInstance, AxiosRequestConfig, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import type { Dispatcher } from 'undici';
import { badAnswer, needsBody, type RawAnswer, rawAnswer } from './answer.js';
import { CLIENT_REFUSED } from './certificates.js';
import { type Connection, Connections, MAX_BYTES } from './connections.js';
import { decompress, ENCODINGS } from './decompress.js';
import { HubError } from './errors.js';
import type { WireRequest } from './request.js';
import { checkHeaders, type HubSettings, versionBase } from './settings.js';

/** One request in flight, and its answer. */
export interface Exchange {
  /** The answer. Rejects with a HubError if no answer arrives. */
  readonly answer: Promise<RawAnswer>;
  /** True from the first byte on. Then the request may have arrived. */
  readonly isSent: boolean;
  /** Ends it: the answer rejects with this error at once, even if the socket does not react. */
  end(error: HubError): void;
}

/** The connection to one hub. Tests use their own. */
export interface Transport {
  /** The address before all paths. Example: `http://hub:8080/api/rest/v1`. */
  readonly base: string;
  /**
   * Sends a request once, as soon as it has a connection. `start` is called just before the first byte. If it throws,
   * nothing is sent, and the answer rejects with this error. The caller ends the exchange at its deadline.
   */
  send(request: WireRequest, start: () => void): Exchange;
  /** Closes every socket. */
  close(): void;
}

/** The cause of `HUB_BAD_ANSWER` for a larger answer, compressed or not. */
export const TOO_LARGE = `> ${MAX_BYTES / 1024 / 1024} MiB`;

/**
 * axios loads with the first hub, because a Node-RED with only panels needs none. This file of axios has no adapter for
 * Node.js, which would take half of its memory.
 */
const loadAxios = () => require('axios/dist/browser/axios.cjs') as typeof import('axios');

/** Headers that belong to the connection. undici sends its own. */
const OF_CONNECTION = /^(connection|content-length|expect|keep-alive|transfer-encoding|upgrade)$/i;

/** Sends requests by axios, and axios by undici: without redirects, retries or a proxy. */
export class HttpTransport implements Transport {
  readonly base: string;
  readonly #axios: AxiosInstance;
  readonly #connections: Connections;

  /** Throws `BAD_INPUT` for unusable settings. */
  constructor({ baseUrl, headers, tls }: Pick<HubSettings, 'baseUrl' | 'headers' | 'tls'>) {
    checkHeaders(headers);
    this.base = versionBase(baseUrl);
    this.#connections = new Connections(this.base, tls);
    const axios = loadAxios();
    this.#axios = axios.create({
      headers: {
        'User-Agent': `axios/${axios.VERSION}`,
        'Accept-Encoding': ENCODINGS,
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name))),
      },
      validateStatus: null,
      transformRequest: [],
      transformResponse: [],
    });
  }

  send({ method, path, json }: WireRequest, start: () => void): Exchange {
    // Without `false`, axios sends the content type of a form.
    const headers = { 'Content-Type': json === undefined ? false : 'application/json' };
    const url = this.base + path;
    return new HttpExchange(this.#axios, this.#connections, start, { method, url, headers, data: json });
  }

  close(): void {
    this.#connections.close();
  }
}

/** OpenSSL's texts for a first answer that is not TLS, e.g. that of an http server. */
const NOT_TLS = /wrong.version.number|packet.length.too.long/i;

/** Codes of the HTTP parser, of headers that are too large, and of zlib and brotli. */
const UNREADABLE = /^(HTTPParserError$|HPE_|UND_ERR_HEADERS_|Z_|ERR_)/;

/** Codes of an answer that is too large, for undici and for zlib. */
const EXCEEDED = /^(UND_ERR_RES_EXCEEDED_MAX_SIZE|ERR_BUFFER_TOO_LARGE)$/;

/** undici's code for a body that is cut short, and, if no status arrived, for an unreadable length. */
const MISMATCH = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

/** The status of an answer that undici does not read, by the message of its error. */
const UNASKED: Record<string, number> = { 'bad response': 100, 'bad upgrade': 101 };

/** The abort of a request whose connection was idle for too long. As after the loss of a free connection, it gets another one. */
const STALE = new Error('stale');

/** The abort of a request that its caller does not want to be sent any more. */
const REFUSED = new Error('refused');

/** One exchange: the adapter of axios, and the handler of undici. */
class HttpExchange implements Exchange, Dispatcher.DispatchHandler {
  readonly answer: Promise<RawAnswer>;
  isSent = false;
  readonly #connections: Connections;
  readonly #start: () => void;
  #connection: Connection | undefined;
  #fail!: (error: unknown) => void;
  #respond!: (data: string, headers: Record<string, string | undefined>) => void;
  #options!: Dispatcher.DispatchOptions;
  #isEnded = false;
  #statusCode = 0;
  #headers: IncomingHttpHeaders = {};
  readonly #chunks: Buffer[] = [];

  constructor(client: AxiosInstance, connections: Connections, start: () => void, config: AxiosRequestConfig) {
    this.#connections = connections;
    this.#start = start;
    this.answer = new Promise((settle, fail) => {
      this.#fail = fail;
      const adapter = (merged: InternalAxiosRequestConfig) => this.#request(merged);
      client
        .request<string>({ ...config, adapter })
        .then(rawAnswer)
        .then(settle, fail);
    });
  }

  end(error: HubError): void {
    this.#isEnded = true;
    this.#fail(error);
    this.#close();
  }

  /** axios makes the request through its option `adapter`. */
  #request(config: InternalAxiosRequestConfig): Promise<AxiosResponse<string>> {
    const { method = '', url = '', headers, data } = config;
    this.#options = {
      method: method.toUpperCase() as Dispatcher.HttpMethod,
      path: url.slice(this.#connections.origin.length),
      headers: headers.toJSON(),
      body: data,
    };
    return new Promise((settle) => {
      this.#respond = (data, headers) => settle({ status: this.#statusCode, statusText: '', headers, data, config });
      this.#connections.whenReady(() => this.#dispatch());
    });
  }

  #dispatch(): void {
    if (this.#isEnded) return;
    this.#connection = this.#connections.take();
    this.#connection.client.dispatch(this.#options, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // After an abort here, nothing is written. undici may call this again to repeat a request, but a command is sent once.
    if (this.isSent) controller.abort(new HubError('HUB_CONNECTION_LOST', { cause: 'ECONNRESET' }));
    else if (!this.#connection?.start()) controller.abort(STALE);
    else if (this.#mayStart()) this.isSent = true;
    else controller.abort(REFUSED);
  }

  #mayStart(): boolean {
    try {
      this.#start();
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    if (statusCode < 100) throw badAnswer(`status ${statusCode}`);
    if (statusCode < 200) return;
    this.#statusCode = statusCode;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#connection) this.#connections.release(this.#connection);
    this.#connection = undefined;
    const body = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const encoding = first(this.#headers['content-encoding']);
    if (encoding === undefined) this.#read(body);
    else
      decompress(encoding, body, MAX_BYTES)
        .then((decoded) => this.#read(decoded))
        .catch((error) => this.#handleError(error));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    const connection = this.#connection;
    this.#close();
    if (error === STALE || (connection?.isKept && !this.isSent && error !== REFUSED)) this.#dispatch();
    else this.#handleError(connection?.error ?? error);
  }

  #read(body: Buffer): void {
    const { 'content-type': type, location } = this.#headers;
    // axios copies each header, so it gets only these. If a header is repeated, the first counts.
    this.#respond(body.toString().replace(/^\uFEFF/, ''), { 'content-type': first(type), location: first(location) });
  }

  #handleError(error: Error & { code?: string }): void {
    if (!needsBody(this.#statusCode) && this.#statusCode > 0) this.#respond('', {});
    else this.#fail(this.#failureOf(error));
  }

  #failureOf(error: Error & { code?: string }): Error {
    if (error instanceof HubError) return error;
    const { message, name, code: cause = name } = error;
    if (!this.isSent || CLIENT_REFUSED.test(cause)) {
      const isPlain = NOT_TLS.test(`${cause} ${message}`);
      const { base } = this.#connections;
      return new HubError('HUB_UNREACHABLE', { url: base, cause, ...(isPlain && { speaks: 'http' }) });
    }
    if (EXCEEDED.test(cause)) return badAnswer(TOO_LARGE);
    const status = cause === 'UND_ERR_SOCKET' && UNASKED[message];
    if (status) return badAnswer(`status ${status}`);
    if (UNREADABLE.test(cause) || (cause === MISMATCH && this.#statusCode === 0)) return badAnswer(cause);
    // undici has its own codes for a connection that the hub closed.
    return new HubError('HUB_CONNECTION_LOST', { cause: cause.startsWith('UND_ERR_') ? 'ECONNRESET' : cause });
  }

  #close(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection) this.#connections.remove(connection);
  }
}

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
