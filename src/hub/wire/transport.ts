import type http from 'node:http';
import type { AxiosInstance, AxiosRequestConfig } from 'axios';
import { badAnswer, needsBody, type RawAnswer, rawAnswer } from './answer.js';
import { HubError } from './errors.js';
import type { WireRequest } from './request.js';
import { checkHeaders, type HubSettings, versionBase } from './settings.js';
import { isConnected, Sockets } from './sockets.js';

/** One request in flight, and its answer. */
export interface Exchange {
  /** The answer. Rejects with a HubError if no answer arrives. */
  readonly answer: Promise<RawAnswer>;
  /** True if the request had a connection. Then it may have arrived. */
  readonly isSent: boolean;
  /** Ends it: the answer rejects with this error at once, even if the socket does not react. */
  end(error: HubError): void;
}

/** The connection to one hub. Tests use their own. */
export interface Transport {
  /** The address before all paths. Example: `http://hub:8080/api/rest/v1`. */
  readonly base: string;
  /** Sends a request once. The caller ends the exchange at its deadline. */
  send(request: WireRequest): Exchange;
  /** Closes every socket. */
  close(): void;
}

/** Larger answers are not read, compressed or not. */
const MAX_MIB = 32;

/** The cause of `HUB_BAD_ANSWER` for a larger answer. */
export const TOO_LARGE = `> ${MAX_MIB} MiB`;

/** axios loads with the first hub, because it takes a third of the loading time. A Node-RED with only panels needs none. */
const loadAxios = () => require('axios') as typeof import('axios');

/** Sends requests by axios: without redirects, retries or a proxy. */
export class HttpTransport implements Transport {
  readonly base: string;
  readonly #axios: AxiosInstance;
  readonly #sockets: Sockets;

  /** Throws `BAD_INPUT` for unusable settings. */
  constructor({ baseUrl, headers, tls }: Pick<HubSettings, 'baseUrl' | 'headers' | 'tls'>) {
    checkHeaders(headers);
    this.base = versionBase(baseUrl);
    this.#sockets = new Sockets(this.base, tls);
    this.#axios = loadAxios().create({
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !/^content-length$/i.test(name))),
      httpAgent: this.#sockets.agent,
      httpsAgent: this.#sockets.agent,
      maxRedirects: 0,
      proxy: false,
      maxContentLength: MAX_MIB * 1024 * 1024,
      validateStatus: null,
      responseType: 'text',
      transformRequest: [],
      transformResponse: [],
    });
  }

  send({ method, path, json }: WireRequest): Exchange {
    // Without `false`, axios sends the content type of a form.
    const headers = { 'Content-Type': json === undefined ? false : 'application/json' };
    return new HttpExchange(this.#axios, this.#sockets, { method, url: this.base + path, headers, data: json });
  }

  close(): void {
    this.#sockets.close();
  }
}

/** The TLS alert of a hub that rejects our certificate. The request was sent, but the hub does not read it. */
const REJECTED = /^ERR_SSL_.*_ALERT_(HANDSHAKE_FAILURE|UNKNOWN_CA|ACCESS_DENIED|.*CERTIFICATE.*)$/;

/** OpenSSL's texts for a first answer that is not TLS, e.g. that of an http server. */
const NOT_TLS = /wrong.version.number|packet.length.too.long/i;

/** Codes of the HTTP parser, zlib, brotli and zstd. */
const UNREADABLE = /^(HPE|Z|ERR_|ERR_BROTLI|ZSTD)_/;

class HttpExchange implements Exchange {
  readonly answer: Promise<RawAnswer>;
  readonly #sockets: Sockets;
  #fail!: (error: HubError) => void;
  #request: http.ClientRequest | undefined;
  #isEnded = false;
  #response: http.IncomingMessage | undefined;

  constructor(client: AxiosInstance, sockets: Sockets, config: AxiosRequestConfig) {
    this.#sockets = sockets;
    this.answer = new Promise((settle, fail) => {
      this.#fail = fail;
      sockets.whenRead(() => {
        if (this.#isEnded) return;
        const response = client.request<string>({ ...config, transport: this });
        response.then(rawAnswer, (error) => this.#handleError(error)).then(settle, fail);
      });
    });
  }

  get isSent(): boolean {
    return isConnected(this.#request?.socket);
  }

  end(error: HubError): void {
    this.#isEnded = true;
    this.#fail(error);
    this.#request?.destroy();
  }

  /** axios makes the request through its option `transport`. This exchange is that transport. */
  request(options: http.RequestOptions, respond: (response: http.IncomingMessage) => void): http.ClientRequest {
    this.#request = this.#sockets.request(options, (response) => {
      this.#response = response;
      respond(response);
    });
    return this.#request.on('upgrade', () => this.end(badAnswer('status 101')));
  }

  /** Keeps only the code of an axios error, because the error contains the headers. */
  #handleError(error: unknown): RawAnswer {
    const { AxiosError, isAxiosError } = loadAxios();
    if (!isAxiosError(error)) throw error;
    const { code: cause = 'ERR', message } = error;
    if (!this.isSent || REJECTED.test(cause)) {
      const isPlain = NOT_TLS.test(`${cause} ${message}`);
      throw new HubError('HUB_UNREACHABLE', { url: this.#sockets.base, cause, ...(isPlain && { speaks: 'http' }) });
    }
    const { statusCode = 200, errored } = this.#response ?? {};
    if (!needsBody(statusCode)) return { statusCode, contentType: '', location: undefined, text: '' };
    // axios has one code for a body that is too large and for one that is cut short. Node.js ends the second with an
    // error.
    if (cause === AxiosError.ERR_BAD_RESPONSE && !errored) throw badAnswer(TOO_LARGE);
    throw UNREADABLE.test(cause) ? badAnswer(cause) : new HubError('HUB_CONNECTION_LOST', { cause });
  }
}
