import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import type { TlsOptions } from './settings.js';

/** A socket that was idle for this long in ms is closed: on an older one a command might meet a reset. */
const IDLE_MS = 1000;

/** What axios sets for every request: another value here would be set anew, in the kernel, after each of them. */
const KEEP_ALIVE_MS = 60_000;

/** Why an exchange was broken off from here. */
export type Ending = 'deadline' | 'closed';

/** Sockets that reached their hub: what is sent on one of them may arrive. */
const connected = new WeakSet<Duplex>();

/** The way to one hub: its address, and sockets that are kept alive. */
export class Sockets {
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
export class Line {
  readonly #make: typeof http.request;
  readonly #hub: http.RequestOptions;
  readonly #body: string | undefined;
  #outgoing: http.ClientRequest | undefined;
  ending: Ending | undefined;

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
    if (this.ending) return outgoing.destroy();
    // Text goes out in one piece with the head; axios would make a buffer of it.
    return outgoing.end(this.#body);
  }

  /** Whether there was a connection to go out on. */
  get sent(): boolean {
    const socket = this.#outgoing?.socket;
    return socket ? connected.has(socket) : false;
  }

  /** Breaks the exchange off. */
  end(why: Ending): void {
    this.ending ??= why;
    this.#outgoing?.destroy();
  }

  /** Lets go of an exchange that has ended: what a Map held can stay reachable, to the young collector, long after. */
  hangUp(): void {
    this.#outgoing = undefined;
  }
}
