import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import type { AxiosInstance, AxiosRequestConfig } from 'axios';
import { badAnswer, needsBody, type RawAnswer, rawAnswer } from './answer.js';
import { HubError } from './errors.js';
import type { WireRequest } from './request.js';
import { checkHeaders, type HubSettings, type TlsOptions, versionBase } from './settings.js';

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
  #request: ClientRequest | undefined;
  #isEnded = false;
  #response: IncomingMessage | undefined;

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
  request(options: RequestOptions, respond: (response: IncomingMessage) => void): ClientRequest {
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

/** After a longer idle time, in ms, the hub may reset the socket while a command is sent. */
const IDLE_MS = 1000;

/** The value that axios sets for each request. Any other value would cost two more system calls each time. */
const KEEP_ALIVE_MS = 60_000;

/**
 * The time when a socket was connected or last became free, in ms of `performance.now()`. A request on such a socket
 * may arrive.
 */
const lastFree = new WeakMap<Duplex, number>();

/** Sockets that have just become free. Bytes may wait on them that the event loop has not read yet. */
const unread = new WeakSet<Duplex>();

/**
 * The kept-alive connections to one hub. A socket that receives anything while it is free is closed: otherwise a second
 * answer to one request would be taken for the answer to the next one.
 */
export class Sockets {
  readonly agent: HttpAgent;

  constructor(
    readonly base: string,
    options: TlsOptions = {},
  ) {
    // The socket that was free for the longest time is used first, so that a late second answer is noticed.
    const keep = { keepAlive: true, keepAliveMsecs: KEEP_ALIVE_MS, timeout: IDLE_MS, scheduling: 'fifo' } as const;
    this.agent = base.startsWith('https:')
      ? trackSockets(new HttpsAgent({ ...keep, ...options }), 'secureConnect')
      : trackSockets(new HttpAgent(keep), 'connect');
  }

  /**
   * Calls `start` when the bytes that wait on free sockets are read, so that none of them is used for a request: at once
   * if no socket is free.
   */
  whenRead(start: () => void): void {
    const startWhenRead = () => {
      if (this.#nextFree.some((socket) => unread.has(socket))) setImmediate(startWhenRead);
      else start();
    };
    if (this.#nextFree.length === 0) start();
    else afterRead(startWhenRead);
  }

  /** The free sockets that the agent would use next. */
  get #nextFree(): Duplex[] {
    return Object.values(this.agent.freeSockets).flatMap((free) => free?.[0] ?? []);
  }

  /** Sends a request, never on a connection that was idle for too long, or that is closed. */
  request(options: RequestOptions, respond: (response: IncomingMessage) => void): ClientRequest {
    this.#closeIdle();
    const request = options.protocol === 'https:' ? httpsRequest : httpRequest;
    return request(options, respond);
  }

  close(): void {
    this.agent.destroy();
  }

  /**
   * It reads the clock, because the agent's timers are late on a busy machine. The sockets are ordered by their idle
   * time, the longest first. The agent removes a closed socket later.
   */
  #closeIdle(): void {
    const oldest = performance.now() - IDLE_MS;
    const { freeSockets } = this.agent;
    const isUsable = (socket: Duplex) => !socket.destroyed && (lastFree.get(socket) ?? 0) >= oldest;
    for (const name in freeSockets)
      for (let free = freeSockets[name]; free?.[0] && !isUsable(free[0]); ) free.shift()?.destroy();
  }
}

/** True if a socket was ever connected. */
const isConnected = (socket: Duplex | null | undefined): boolean => !!socket && lastFree.has(socket);

/** Calls this after the event loop has read its sockets, which it does between the two phases. */
const afterRead = (then: () => void): void => void setImmediate(() => setImmediate(then));

const closeSocket = function (this: Duplex): void {
  this.destroy();
};

/** Records when each socket of an agent is connected or becomes free, and closes it if it then receives anything. */
function trackSockets(agent: HttpAgent, event: 'connect' | 'secureConnect'): HttpAgent {
  const note = (socket: Duplex) => lastFree.set(socket, performance.now());
  const { createConnection, keepSocketAlive, reuseSocket } = agent as HttpAgent & {
    keepSocketAlive(socket: Duplex): boolean;
    reuseSocket(socket: Duplex, request: ClientRequest): void;
  };
  return Object.assign(agent, {
    createConnection: (...args: Parameters<typeof createConnection>) => {
      const socket = createConnection.apply(agent, args);
      socket?.once(event, () => note(socket));
      return socket;
    },
    keepSocketAlive: (socket: Duplex) => {
      note(socket);
      socket.on('data', closeSocket);
      unread.add(socket);
      afterRead(() => unread.delete(socket));
      return keepSocketAlive.call(agent, socket);
    },
    reuseSocket: (socket: Duplex, request: ClientRequest) => {
      socket.off('data', closeSocket);
      reuseSocket.call(agent, socket, request);
    },
  });
}
