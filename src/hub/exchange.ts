import http from 'node:http';
import https from 'node:https';
import type { TlsOptions } from './settings.js';

/** Sockets of one hub. One that was idle for a second is closed: on an older one a command might meet a reset. */
export class Sockets {
  readonly #secure: boolean;
  readonly agent: http.Agent;

  constructor(baseUrl: string, tls: TlsOptions = {}) {
    this.#secure = baseUrl.startsWith('https:');
    const options = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, timeout: IDLE_MS };
    this.agent = this.#secure ? new https.Agent({ ...options, ...tls }) : new http.Agent(options);
  }

  /** A transport for one exchange that knows whether the request had a connection to go out on. */
  transport(): Transport {
    const { request } = this.#secure ? https : http;
    const connected = this.#secure ? 'secureConnect' : 'connect';
    const transport: Transport = {
      sent: false,
      request(options, answer) {
        const outgoing = request(options, answer);
        outgoing.once('socket', (socket) => {
          if (!socket.connecting) transport.sent = true;
          else socket.once(connected, () => (transport.sent = true));
        });
        return outgoing;
      },
    };
    return transport;
  }

  close(): void {
    this.agent.destroy();
  }
}

const IDLE_MS = 1000;

/** What axios asks of a transport, and whether the request left. */
export interface Transport {
  sent: boolean;
  request(options: http.RequestOptions, answer: (response: http.IncomingMessage) => void): http.ClientRequest;
}
