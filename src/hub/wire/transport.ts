import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import axios, { AxiosHeaders, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import type { RawAnswer } from './answer.js';
import { HubError } from './errors.js';
import type { WireRequest } from './request.js';
import { checkHeaders, type HubSettings, type TlsOptions, versionBase } from './settings.js';

/** One request on its way, and its answer. */
export interface Exchange {
  /** The answer as it came; fails with a HubError where there is none. Whether it ever settles is not sure. */
  readonly answer: Promise<RawAnswer>;
  /** Whether there was a connection to go out on: then it may have arrived. */
  readonly sent: boolean;
  /** Breaks it off. */
  end(): void;
}

/** The way to one hub; tests put their own in its place. */
export interface Transport {
  /** Where paths begin, e.g. `http://hub:8080/api/rest/v1`. */
  readonly base: string;
  /** Sends a request, once. */
  send(request: WireRequest): Exchange;
  /** Closes every socket. */
  close(): void;
}

/** Larger answers are not read: 32 MiB. */
const MOST_BYTES = 32 * 1024 * 1024;

/** A socket that was idle for this long in ms is closed: on an older one a command might meet a reset. */
const IDLE_MS = 1000;

/** What axios sets for every request: another value here would be set anew, in the kernel, after each of them. */
const KEEP_ALIVE_MS = 60_000;

/** Axios' own sender, without the merging of defaults and interceptors before it, of which we have none. */
const exchange = axios.getAdapter('http');

/** Sockets that reached their hub: what is sent on one of them may arrive. */
const connected = new WeakSet<Duplex>();

/** Sends requests by axios: without redirects, retries or a proxy. */
export class HttpTransport implements Transport {
  readonly base: string;
  readonly #headers: InternalAxiosRequestConfig['headers'];
  readonly #headersOfJson: InternalAxiosRequestConfig['headers'];
  readonly #sockets: Sockets;

  /** Throws `BAD_INPUT` for settings that cannot be used. */
  constructor({ baseUrl, headers, tls }: Pick<HubSettings, 'baseUrl' | 'headers' | 'tls'>) {
    checkHeaders(headers);
    this.base = versionBase(baseUrl);
    this.#headers = new AxiosHeaders(headers);
    this.#headersOfJson = new AxiosHeaders({ ...headers, 'Content-Type': 'application/json' });
    this.#sockets = new Sockets(this.base, tls);
  }

  send(request: WireRequest): Exchange {
    const line = this.#sockets.line(request.json);
    return {
      answer: this.#answer(request, line),
      get sent() {
        return line.sent;
      },
      end: () => line.end(),
    };
  }

  close(): void {
    this.#sockets.close();
  }

  async #answer(request: WireRequest, line: Line): Promise<RawAnswer> {
    try {
      return rawAnswer(await exchange(this.#config(request, line)));
    } catch (error) {
      throw this.#broken(error, line);
    } finally {
      line.hangUp();
    }
  }

  /**
   * The line knows the way to the hub. To axios it is a socket of its own (`socketPath`), for which no proxy is looked
   * up, nor are functions made that V8 keeps until its next large collection, with all that a request held.
   */
  #config({ method, path, json }: WireRequest, line: Line): InternalAxiosRequestConfig {
    return {
      url: this.base + path,
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

  /** Only the code of the cause is kept: an axios error holds the headers. */
  #broken(error: unknown, { sent }: Line): HubError {
    if (!axios.isAxiosError(error)) throw error;
    const cause = error.code ?? 'ERR';
    if (!sent) return new HubError('HUB_UNREACHABLE', { url: this.base, cause });
    if (error.message.startsWith('maxContentLength')) return new HubError('HUB_BAD_ANSWER', { cause: '> 32 MiB' });
    return new HubError(/^(Z_|HPE_|ERR__ZLIB)/.test(cause) ? 'HUB_BAD_ANSWER' : 'HUB_CONNECTION_LOST', { cause });
  }
}

const rawAnswer = ({ status: statusCode, headers, data: text }: AxiosResponse): RawAnswer => ({
  statusCode,
  contentType: String(headers['content-type'] ?? ''),
  location: headers.location as string | undefined,
  text,
});

/** The address of one hub, and sockets that are kept alive. */
class Sockets {
  readonly #request: typeof http.request;
  readonly #hub: Pick<http.RequestOptions, 'agent' | 'hostname' | 'port'>;
  readonly #agent: http.Agent;

  constructor(baseUrl: string, tls: TlsOptions = {}) {
    const { protocol, hostname, port } = new URL(baseUrl);
    const options = {
      keepAlive: true,
      keepAliveMsecs: KEEP_ALIVE_MS,
      maxSockets: Number.POSITIVE_INFINITY,
      timeout: IDLE_MS,
    };
    if (protocol === 'https:') {
      this.#request = https.request;
      this.#agent = noting(new https.Agent({ ...options, ...tls }), 'secureConnect');
    } else {
      this.#request = http.request;
      this.#agent = noting(new http.Agent(options), 'connect');
    }
    // An address of version 6 has brackets only inside a URL.
    this.#hub = { agent: this.#agent, hostname: hostname.replace(/^\[|\]$/g, ''), port };
  }

  /** What carries one exchange; `body` is what it sends. */
  line(body: string | undefined): Line {
    return new Line(this.#request, this.#hub, body);
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The agent, which now takes note of its sockets that get connected. */
function noting(agent: http.Agent, event: 'connect' | 'secureConnect'): http.Agent {
  const connect = agent.createConnection;
  agent.createConnection = (...given) => {
    const socket = connect.apply(agent, given);
    socket?.once(event, () => connected.add(socket));
    return socket;
  };
  return agent;
}

/** One exchange, which axios makes its request through: knows whether there was a connection, and can end it. */
class Line {
  readonly #make: typeof http.request;
  readonly #hub: http.RequestOptions;
  readonly #body: string | undefined;
  #outgoing: http.ClientRequest | undefined;
  #connected = false;
  #ended = false;

  constructor(make: typeof http.request, hub: http.RequestOptions, body: string | undefined) {
    this.#make = make;
    this.#hub = hub;
    this.#body = body;
  }

  /** Called by axios. Takes no more of its options than count here: node:http copies them several times. */
  request(
    { method, path, headers }: http.RequestOptions,
    answer: (response: http.IncomingMessage) => void,
  ): http.ClientRequest {
    const { agent, hostname, port } = this.#hub;
    const outgoing = this.#make({ agent, hostname, port, method, path, headers }, answer);
    this.#outgoing = outgoing;
    if (this.#ended) return outgoing.destroy();
    // Text goes out in one piece with the head; axios would make a buffer of it.
    return outgoing.end(this.#body);
  }

  /** Whether there was a connection to go out on. */
  get sent(): boolean {
    const socket = this.#outgoing?.socket;
    return socket ? connected.has(socket) : this.#connected;
  }

  /** Breaks the exchange off. */
  end(): void {
    this.#ended = true;
    this.#outgoing?.destroy();
  }

  /** Lets go of an exchange that has ended: what a Map held can stay reachable, to the young collector, long after. */
  hangUp(): void {
    this.#connected = this.sent;
    this.#outgoing = undefined;
  }
}
