import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector, Client } from 'undici';
import type { TlsOptions } from './settings.js';

/** Larger answers are not read. */
export const MAX_BYTES = 32 * 1024 * 1024;

/** After a longer idle time, in ms, the hub may reset the socket while a command is sent. */
const IDLE_MS = 1000;

/** undici loads with the first hub, as axios does. */
const loadUndici = () => require('undici') as typeof import('undici');

/** The connections to one hub. HTTP has no ids, so each connection serves one request at a time. */
export class Connections {
  readonly origin: string;
  readonly #tls: TlsOptions;
  readonly #Client = loadUndici().Client;
  readonly #all = new Set<Connection>();
  /** The one that was free for the longest time is used first, so that a late second answer is noticed. */
  readonly #free: Connection[] = [];
  #session: Buffer | undefined;

  constructor(
    readonly base: string,
    tls: TlsOptions = {},
  ) {
    this.origin = new URL(base).origin;
    this.#tls = { ALPNProtocols: ['http/1.1'], ...tls };
  }

  /** Calls `start` outside the phase that reads sockets. Only then does undici read a free socket before it writes. */
  whenReady(start: () => void): void {
    if (this.#free.length === 0) start();
    else setImmediate(start);
  }

  /** A connection for one request. */
  take(): Connection {
    const connection = this.#free.shift() ?? new Connection(this.#Client, this.origin, this.#openSocket);
    this.#all.add(connection);
    return connection;
  }

  release(connection: Connection): void {
    connection.free();
    this.#free.push(connection);
  }

  remove(connection: Connection): void {
    this.#all.delete(connection);
    connection.close();
  }

  close(): void {
    for (const connection of this.#all) this.remove(connection);
    this.#free.length = 0;
  }

  /** undici has a server name only if a header `Host` is configured. */
  readonly #openSocket = ({ protocol, hostname: host, port, servername }: buildConnector.Options): Socket => {
    if (protocol === 'http:') return connectTcp({ host, port: Number(port || 80) });
    const name = servername || (isIP(host) ? '' : host);
    const session = this.#session && { session: this.#session };
    const socket = connectTls({ host, port: Number(port || 443), servername: name, ...session, ...this.#tls });
    return socket.on('session', (next) => {
      this.#session = next;
    });
  };
}

/** A kept-alive connection. It connects with its first request, and again if it was closed. */
export class Connection {
  readonly client: Client;
  /** The first error of its socket. undici only reports the last one, which hides a TLS alert. */
  error: Error | undefined;
  #socket: Socket | undefined;
  #isFree = true;
  /** The time when it was connected or became free. */
  #since = 0;

  constructor(ClientOf: typeof Client, origin: string, openSocket: (options: buildConnector.Options) => Socket) {
    this.client = new ClientOf(origin, {
      connect: (options, callback) => this.#connect(openSocket(options), callback),
      // The deadline of the exchange ends it.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      keepAliveTimeoutThreshold: 1000,
      maxResponseSize: MAX_BYTES,
    });
  }

  /** False if it was idle for too long. It reads the clock, because undici's timer is late on a busy machine. */
  start(): boolean {
    this.#isFree = false;
    return performance.now() - this.#since <= IDLE_MS;
  }

  free(): void {
    this.#isFree = true;
    this.#since = performance.now();
  }

  close(): void {
    void this.client.destroy();
    // undici does not close a socket that is not connected yet.
    this.#socket?.destroy();
  }

  #connect(socket: Socket, callback: buildConnector.Callback): void {
    this.#socket = socket;
    this.error = undefined;
    const fail = (error: Error) => callback(error, null);
    socket.once('error', fail).on('error', (error) => {
      this.error ??= error;
    });
    socket.setNoDelay(true).once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      socket.off('error', fail);
      this.#since = performance.now();
      callback(null, socket);
      // Otherwise a second answer to one request would be taken for the answer to the next one.
      socket.on('data', () => this.#isFree && socket.destroy());
    });
  }
}
