import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { TlsOptions } from './settings.js';

/** On a socket that was idle for longer than this, in ms, a command might meet a reset. */
const IDLE_MS = 1000;

/** As axios sets it for each request: another value would cost each of them two more calls into the kernel. */
const KEEP_ALIVE_MS = 60_000;

/** When a socket got its connection or was last free, in ms of `performance.now()`: what is sent on it may arrive. */
const lastFree = new WeakMap<Duplex, number>();

/** The address of one hub, and sockets that are kept alive. */
export class Sockets {
  readonly #request: typeof http.request;
  readonly #hub: Pick<http.RequestOptions, 'agent' | 'hostname' | 'port'>;
  readonly #agent: http.Agent;
  readonly #isPlain: boolean;
  #probe: tls.TLSSocket | undefined;
  /** Whether an answer ever came: then the hub understands what is sent. */
  understood = false;

  constructor(baseUrl: string, options: TlsOptions = {}) {
    const { protocol, hostname, port } = new URL(baseUrl);
    this.#isPlain = protocol === 'http:';
    this.#request = this.#isPlain ? http.request : https.request;
    const keep = {
      keepAlive: true,
      keepAliveMsecs: KEEP_ALIVE_MS,
      timeout: IDLE_MS,
    };
    this.#agent = this.#isPlain
      ? noting(new http.Agent(keep), 'connect')
      : noting(new https.Agent({ ...keep, ...options }), 'secureConnect');
    // An address of version 6 has brackets only inside a URL.
    this.#hub = { agent: this.#agent, hostname: hostname.replace(/^\[|\]$/g, ''), port };
  }

  /** Headers as a list (name, value, name, value), which node:http writes as it is. No more options: it copies them. */
  request(
    { method, path, headers }: Pick<http.RequestOptions, 'method' | 'path' | 'headers'>,
    answer: (response: http.IncomingMessage) => void,
  ): http.ClientRequest {
    this.#closeIdle();
    const { agent, hostname, port } = this.#hub;
    return this.#request({ agent, hostname, port, method, path, headers }, answer).on('upgrade', refuseUpgrade);
  }

  /**
   * Whether what was sent in plain text met a port that speaks TLS, which reads none of it. Such a port may hang up
   * without a word, so it is asked, unless the hub ever answered.
   */
  async isDeaf(): Promise<boolean> {
    if (!this.#isPlain || this.understood) return false;
    const { hostname: host, port } = this.#hub;
    const probe = tls.connect({ host: host ?? '', port: Number(port) || 80, rejectUnauthorized: false });
    this.#probe = probe.setTimeout(IDLE_MS, () => probe.destroy());
    return new Promise((resolve) => {
      probe.once('secureConnect', () => resolve(true)).once('secureConnect', () => probe.destroy());
      probe.once('error', () => resolve(false)).once('close', () => resolve(false));
    });
  }

  close(): void {
    this.#agent.destroy();
    this.#probe?.destroy();
  }

  /** The clock tells, not only the agent's timers: those are late on a busy machine. The longest idle come first. */
  #closeIdle(): void {
    const oldest = performance.now() - IDLE_MS;
    const { freeSockets } = this.#agent;
    for (const name in freeSockets)
      for (let free = freeSockets[name]; free?.[0] && (lastFree.get(free[0]) ?? 0) < oldest; ) free.shift()?.destroy();
  }
}

/** Whether a socket has had a connection. */
export const isConnected = (socket: Duplex): boolean => lastFree.has(socket);

/** The agent, which now takes note of its sockets that get connected or free. */
function noting(agent: http.Agent, event: 'connect' | 'secureConnect'): http.Agent {
  const note = (socket: Duplex) => lastFree.set(socket, performance.now());
  const { createConnection, keepSocketAlive } = agent as http.Agent & { keepSocketAlive(socket: Duplex): boolean };
  return Object.assign(agent, {
    createConnection: (...given: Parameters<typeof createConnection>) => {
      const socket = createConnection.apply(agent, given);
      socket?.once(event, () => note(socket));
      return socket;
    },
    keepSocketAlive: (socket: Duplex) => {
      note(socket);
      return keepSocketAlive.call(agent, socket);
    },
  });
}

/** `101 Switching Protocols`, which nobody asked for: without this the request would never end. */
function refuseUpgrade(this: http.ClientRequest, _: http.IncomingMessage, socket: Duplex): void {
  socket.destroy();
  this.emit('error', Object.assign(new Error('upgrade'), { code: 'HPE_UPGRADE' }));
}
