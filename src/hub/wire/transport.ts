import type http from 'node:http';
import axios, { AxiosHeaders, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { isSuccess, type RawAnswer } from './answer.js';
import { ENCODINGS, MOST_BYTES, textOf, tooLarge } from './body.js';
import { HubError } from './errors.js';
import type { WireRequest } from './request.js';
import { checkHeaders, type HubSettings, versionBase } from './settings.js';
import { isConnected, Sockets } from './sockets.js';

/** One request on its way, and its answer. */
export interface Exchange {
  /** The answer as it came; fails with a HubError where there is none. */
  readonly answer: Promise<RawAnswer>;
  /** Whether there was a connection to go out on: then it may have arrived. */
  readonly sent: boolean;
  /** Breaks it off: the answer fails with this at once, whatever the socket does. */
  end(error: HubError): void;
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

/** Axios' own sender, without the merging of defaults and interceptors before it, of which we have none. */
const exchange = axios.getAdapter('http');

/** The line writes the headers. */
const NO_HEADERS = new AxiosHeaders();

/** Sends requests by axios: without redirects, retries or a proxy. */
export class HttpTransport implements Transport {
  readonly base: string;
  readonly #headers: readonly string[];
  readonly #headersOfJson: readonly string[];
  readonly #sockets: Sockets;

  /** Throws `BAD_INPUT` for settings that cannot be used. */
  constructor({ baseUrl, headers, tls }: Pick<HubSettings, 'baseUrl' | 'headers' | 'tls'>) {
    checkHeaders(headers);
    this.base = versionBase(baseUrl);
    const { host } = new URL(this.base);
    const all = { Host: host, 'User-Agent': `axios/${axios.VERSION}`, 'Accept-Encoding': ENCODINGS };
    const named = new AxiosHeaders(all).set({ ...headers });
    named.delete('Content-Length');
    this.#headers = listed(named);
    this.#headersOfJson = listed(named.set('Content-Type', 'application/json'));
    this.#sockets = new Sockets(this.base, tls);
  }

  send(request: WireRequest): Exchange {
    const line = new Line(this.#sockets, this.#headersOf(request), request.json);
    return new LineExchange(line, this.#exchange(request, line));
  }

  close(): void {
    this.#sockets.close();
  }

  async #exchange(request: WireRequest, line: Line): Promise<RawAnswer> {
    try {
      const response = await exchange(this.#config(request, line));
      this.#sockets.understood = true;
      return await rawAnswer(response);
    } catch (error) {
      throw await this.#broken(error, line);
    } finally {
      line.hangUp();
    }
  }

  /**
   * The line makes the request, so axios need not know the way. `socketPath`, which is never opened, keeps axios from
   * two things that it does for every other request: looking up a proxy, and making functions in which V8 would keep
   * all of the request until its next full garbage collection. Without a prototype, for axios looks for forty things
   * in it, and for what it does not find in all prototypes.
   */
  #config({ method, path }: WireRequest, line: Line): InternalAxiosRequestConfig {
    return {
      __proto__: null,
      url: this.base + path,
      method,
      headers: NO_HEADERS,
      transport: line,
      socketPath: 'line',
      responseType: 'arraybuffer',
      decompress: false,
      validateStatus: null,
      maxRedirects: 0,
      maxContentLength: MOST_BYTES,
    } as InternalAxiosRequestConfig;
  }

  /** All headers of a request, for its line to write: node:http would work out the same anew for each. */
  #headersOf({ method, json }: WireRequest): readonly string[] {
    if (json !== undefined) return [...this.#headersOfJson, 'Content-Length', String(Buffer.byteLength(json))];
    return method === 'GET' || method === 'DELETE' ? this.#headers : [...this.#headers, 'Content-Length', '0'];
  }

  /** Only the code of the cause is kept: an axios error holds the headers. */
  async #broken(error: unknown, { sent }: Line): Promise<unknown> {
    if (!axios.isAxiosError(error)) return error;
    const cause = error.code ?? 'ERR';
    if (!sent || HANDSHAKE.test(cause)) return new HubError('HUB_UNREACHABLE', { url: this.base, cause });
    if (error.message.startsWith('maxContentLength')) return tooLarge();
    if (await this.#sockets.isDeaf()) return new HubError('HUB_UNREACHABLE', { url: this.base, cause: 'HTTPS' });
    return new HubError(cause.startsWith('HPE_') ? 'HUB_BAD_ANSWER' : 'HUB_CONNECTION_LOST', { cause });
  }
}

/** Name, value, name, value. */
const listed = (headers: { toJSON(): object }): string[] => Object.entries(headers.toJSON()).flat().map(String);

/** A hub that refuses our certificate says so after our side of the handshake, with the request sent but never read. */
const HANDSHAKE = /^ERR_SSL_.*_ALERT_(HANDSHAKE_FAILURE|UNKNOWN_CA|ACCESS_DENIED|.*CERTIFICATE.*)$/;

function rawAnswer({ status: statusCode, headers, data }: AxiosResponse<Buffer>): RawAnswer | Promise<RawAnswer> {
  const contentType = String(headers['content-type'] ?? '');
  const raw = (text: string) => ({ statusCode, contentType, location: headers.location as string | undefined, text });
  const text = textOf(data, headers['content-encoding'] as string | undefined);
  if (typeof text === 'string') return raw(text);
  // The status of a refusal counts, whatever became of its words.
  return isSuccess(statusCode) ? text.then(raw) : text.then(raw, () => raw(''));
}

/** Settles by itself when it is ended. Not reachable from its line, which axios may keep long after. */
class LineExchange implements Exchange {
  readonly answer: Promise<RawAnswer>;
  readonly #line: Line;
  #fail!: (error: HubError) => void;

  constructor(line: Line, answered: Promise<RawAnswer>) {
    this.#line = line;
    this.answer = new Promise((settle, fail) => {
      this.#fail = fail;
      answered.then(settle, fail);
    });
  }

  get sent(): boolean {
    return this.#line.sent;
  }

  end(error: HubError): void {
    this.#fail(error);
    this.#line.end();
  }
}

/** What axios makes its request through. */
class Line {
  readonly #sockets: Sockets;
  readonly #headers: readonly string[];
  readonly #body: string | undefined;
  #outgoing: http.ClientRequest | undefined;
  #connected = false;
  #ended = false;

  constructor(sockets: Sockets, headers: readonly string[], body: string | undefined) {
    this.#sockets = sockets;
    this.#headers = headers;
    this.#body = body;
  }

  /** Called by axios. */
  request({ method, path }: http.RequestOptions, answer: (response: http.IncomingMessage) => void): http.ClientRequest {
    const outgoing = this.#sockets.request({ method, path, headers: this.#headers }, answer);
    this.#outgoing = outgoing;
    if (this.#ended) return outgoing.destroy();
    // Text goes out in one piece with the head; axios would make a buffer of it.
    return outgoing.end(this.#body);
  }

  /** Whether there was a connection to go out on. */
  get sent(): boolean {
    const socket = this.#outgoing?.socket;
    return socket ? isConnected(socket) : this.#connected;
  }

  end(): void {
    this.#ended = true;
    this.#outgoing?.destroy();
  }

  /** Lets go of a request that has ended: V8 may keep this line alive long after, and all that hangs on it. */
  hangUp(): void {
    this.#connected = this.sent;
    this.#outgoing = undefined;
  }
}
