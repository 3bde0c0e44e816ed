import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import type { TlsOptions } from './settings.js';

/** A socket that was idle for this long in ms is closed: on an older one a command might meet a reset. */
const IDLE_MS = 1000;

/** Why an exchange was broken off from here. */
export type Ending = 'deadline' | 'closed';

/** Sockets that reached their hub: what is sent on one of them may arrive. */
const connected = new WeakSet<Duplex>();

/** Sockets of one hub, kept alive. */
export class Sockets {
  readonly #request: typeof http.request;
  readonly agent: http.Agent;

  constructor(baseUrl: string, tls: TlsOptions = {}) {
    const options = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, timeout: IDLE_MS };
    if (baseUrl.startsWith('https:')) {
      this.#request = https.request;
      this.agent = noting(new https.Agent({ ...options, ...tls }), 'secureConnect');
    } else {
      this.#request = http.request;
      this.agent = noting(new http.Agent(options), 'connect');
    }
  }

  /** What carries one exchange; `body` is what it sends. */
  line(body: string | undefined): Line {
    return new Line(this.#request, body);
  }

  close(): void {
    this.agent.destroy();
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

/**
 * One exchange: what axios makes its request with, and the request that it gets. Node's own stays hidden from it,
 * since V8 keeps all that axios sees of a request until its next large collection.
 */
export class Line {
  readonly #make: typeof http.request;
  readonly #body: string | undefined;
  #outgoing: http.ClientRequest | undefined;
  ending: Ending | undefined;

  constructor(make: typeof http.request, body: string | undefined) {
    this.#make = make;
    this.#body = body;
  }

  /** Makes the request, for axios. Hands on no more of its options than count here: node:http copies them several times. */
  request(
    { agent, hostname, port, method, path, headers, insecureHTTPParser }: http.RequestOptions,
    answer: (response: http.IncomingMessage) => void,
  ): this {
    this.#outgoing = this.#make({ agent, hostname, port, method, path, headers, insecureHTTPParser }, answer);
    if (this.ending) this.#outgoing.destroy();
    return this;
  }

  /** Whether there was a connection to go out on. */
  get sent(): boolean {
    const socket = this.#outgoing?.socket;
    return socket ? connected.has(socket) : false;
  }

  /** Of what axios listens for only the failure counts: the agent looks after its sockets. */
  on(event: string, listener: (error: Error) => void): this {
    if (event === 'error') this.#outgoing?.on('error', listener);
    return this;
  }

  once(): this {
    return this;
  }

  /** The deadline is ours, and the time a socket may idle is the agent's. */
  setTimeout(): this {
    return this;
  }

  get destroyed(): boolean {
    return this.#outgoing?.destroyed ?? true;
  }

  destroy(error?: Error): this {
    this.#outgoing?.destroy(error);
    return this;
  }

  /** Sends the request with its body, which is text: axios would copy it into a buffer, to be written for itself. */
  end(): this {
    this.#outgoing?.end(this.#body);
    return this;
  }

  /** Ends the exchange from here. */
  breakOff(why: Ending): void {
    this.ending ??= why;
    this.#outgoing?.destroy();
  }

  /** Lets go of a request that has ended. */
  hangUp(): void {
    this.#outgoing = undefined;
  }
}
