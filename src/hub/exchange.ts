import http from 'node:http';
import https from 'node:https';
import type { TlsOptions } from './settings.js';

/** A socket that was idle for this long in ms is closed: on an older one a command might meet a reset. */
const IDLE_MS = 1000;

/** What axios sets for every request: another value here would be set anew, in the kernel, after each of them. */
const KEEP_ALIVE_MS = 60_000;

/** Why an exchange was broken off from here. */
export type Ending = 'deadline' | 'closed';

/** Sockets of one hub, kept alive. */
export class Sockets {
  readonly #secure: boolean;
  readonly agent: http.Agent;

  constructor(baseUrl: string, tls: TlsOptions = {}) {
    this.#secure = baseUrl.startsWith('https:');
    const options = {
      keepAlive: true,
      keepAliveMsecs: KEEP_ALIVE_MS,
      maxSockets: Number.POSITIVE_INFINITY,
      timeout: IDLE_MS,
    };
    this.agent = this.#secure ? new https.Agent({ ...options, ...tls }) : new http.Agent(options);
  }

  /** What carries one exchange. */
  line(): Line {
    return this.#secure ? new Line(https.request, 'secureConnect') : new Line(http.request, 'connect');
  }

  close(): void {
    this.agent.destroy();
  }
}

/** What axios sends one request through: it knows whether the request had a connection to go out on, and can end it. */
export class Line {
  readonly #request: typeof http.request;
  readonly #connected: 'connect' | 'secureConnect';
  #outgoing: http.ClientRequest | undefined;
  sent = false;
  ending: Ending | undefined;

  constructor(request: typeof http.request, connected: 'connect' | 'secureConnect') {
    this.#request = request;
    this.#connected = connected;
  }

  /** Called by axios. Hands on no more of its options than count here: node:http copies them several times. */
  request(
    { agent, hostname, port, method, path, headers, insecureHTTPParser }: http.RequestOptions,
    answer: (response: http.IncomingMessage) => void,
  ): http.ClientRequest {
    const options = { agent, hostname, port, method, path, headers, insecureHTTPParser };
    const outgoing = this.#request(options, answer);
    outgoing.once('socket', (socket) => {
      if (!socket.connecting) this.sent = true;
      else
        socket.once(this.#connected, () => {
          this.sent = true;
        });
    });
    this.#outgoing = outgoing;
    if (this.ending) outgoing.destroy();
    return outgoing;
  }

  /** Lets go of an exchange that has ended: what a Map held can stay reachable, to the young collector, long after. */
  hangUp(): void {
    this.#outgoing = undefined;
  }

  /** Breaks the exchange off. */
  end(why: Ending): void {
    this.ending ??= why;
    this.#outgoing?.destroy();
  }
}
