import dns from 'node:dns';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector, Client } from 'undici';
import type { TlsOptions } from './settings.js';

/** Larger answers are not read. */
export const MAX_BYTES = 32 * 1024 * 1024;

/** After a longer idle time, in ms, the hub may reset the socket while a command is sent. */
const IDLE_MS = 1000;

/**
 * A new connection carries its first request after this time in ms, and these turns of the event loop. A byte that
 * arrives before answers no request of ours. Example: a proxy that refuses each connection with a 503. To a hub that is
 * far away, it is longer: such a byte arrives one round trip after the connection.
 */
const QUIET_MS = 10;
const LONGEST_QUIET_MS = 150;
const QUIET_ROUND_TRIPS = 1.5;
const QUIET_TURNS = 3;

/** The code of a connection that has received something before its first request. */
const EARLY = Object.assign(new Error('An answer came before its request.'), { code: 'EPROTO' });

/** The code of a connection that the hub closed before its first request. */
const CLOSED = Object.assign(new Error('The hub closed the connection.'), { code: 'ECONNRESET' });

/** The codes of a connection that is refused. */
const REFUSED = ['ECONNREFUSED', 'ECONNRESET'];

/**
 * A hub that was connected may refuse connections while its web server restarts. Nothing was sent, so a connection is
 * tried again during this time in ms.
 */
const RETRY_MS = 500;
const RETRY_PAUSE_MS = 40;

/** Longest wait in ms for one address of a name before the next one is tried. A lost packet is sent again after 1 s. */
const ADDRESS_MS = 1250;

/** undici loads with the first hub, as axios does. */
const loadUndici = () => require('undici') as typeof import('undici');

/** The connections to one hub. HTTP has no ids, so each connection serves one request at a time. */
export class Connections {
  readonly origin: string;
  readonly #tls: TlsOptions;
  readonly Client = loadUndici().Client;
  readonly #all = new Set<Connection>();
  /** The one that was free for the longest time is used first, so that a late second answer is noticed. */
  readonly #free: Connection[] = [];
  #session: Buffer | undefined;
  /** True if the last attempt to connect succeeded. */
  #isReached = false;
  /** The address that answered last. It is tried first, so that a dead address of the name costs no time again. */
  #address: string | undefined;

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
    const connection = this.#free.shift() ?? new Connection(this);
    this.#all.add(connection);
    return connection;
  }

  release(connection: Connection): void {
    connection.free();
    this.#free.push(connection);
  }

  remove(connection: Connection): void {
    this.#all.delete(connection);
    // The hub did not answer in time. After a refusal it is only tried again later.
    if (connection.connectingFor > RETRY_MS) this.#isReached = false;
    connection.close();
  }

  close(): void {
    for (const connection of this.#all) this.remove(connection);
    this.#free.length = 0;
  }

  /** undici has a server name only if a header `Host` is configured. */
  openSocket({ protocol, hostname: host, port, servername }: buildConnector.Options): Socket {
    const choice = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: ADDRESS_MS, lookup: this.#lookUp };
    const address = { host, ...choice };
    if (protocol === 'http:') return connectTcp({ ...address, port: Number(port || 80) });
    const name = servername || (isIP(host) ? '' : host);
    const session = this.#session && { session: this.#session };
    const socket = connectTls({ ...address, port: Number(port || 443), servername: name, ...session, ...this.#tls });
    return socket.on('session', (next) => {
      this.#session = next;
    });
  }

  /** The addresses of a name, the one that answered last first. */
  readonly #lookUp: LookupFunction = (name, options, found) =>
    dns.lookup(name, options, (error, addresses, family) => {
      const isOther = ({ address }: dns.LookupAddress): number => Number(address !== this.#address);
      const sorted = Array.isArray(addresses)
        ? [...addresses].sort((one, other) => isOther(one) - isOther(other))
        : addresses;
      found(error, sorted, family);
    });

  /** An attempt has succeeded. */
  onConnected({ remoteAddress }: Socket): void {
    this.#isReached = true;
    this.#address = remoteAddress;
  }

  /** An attempt that began at `since` has failed. Returns true if it is repeated. */
  mayRepeat(error: Error, since: number): boolean {
    this.#isReached &&= isRefused(error) && performance.now() + RETRY_PAUSE_MS < since + RETRY_MS;
    return this.#isReached;
  }
}

/** True if an address refused the connection. Others of the same name may be out of reach. */
const isRefused = (error: NodeJS.ErrnoException): boolean =>
  error instanceof AggregateError ? error.errors.some(isRefused) : REFUSED.includes(error.code ?? '');

const quietMs = (roundTripMs: number): number =>
  Math.min(LONGEST_QUIET_MS, Math.max(QUIET_MS, QUIET_ROUND_TRIPS * roundTripMs));

/** A kept-alive connection. It connects with its first request, and again if it was closed. */
export class Connection {
  readonly client: Client;
  /** The first error of its socket. undici only reports the last one, which hides a TLS alert. */
  error: Error | undefined;
  /** True after its first answer. */
  isKept = false;
  readonly #connections: Connections;
  #socket: Socket | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The start of an attempt to connect that has no result. */
  #connectingSince: number | undefined;
  #isFree = true;
  /** The time when it was connected or became free. */
  #since = 0;

  constructor(connections: Connections) {
    this.#connections = connections;
    this.client = new connections.Client(connections.origin, {
      connect: (options, callback) => {
        this.#connect(options, callback);
      },
      // The deadline of the exchange ends it.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      keepAliveTimeoutThreshold: 1000,
      maxResponseSize: MAX_BYTES,
    });
  }

  /** The time in ms since the start of an attempt that has no result. */
  get connectingFor(): number {
    return this.#connectingSince === undefined ? 0 : performance.now() - this.#connectingSince;
  }

  /** False if it was idle for too long. It reads the clock, because undici's timer is late on a busy machine. */
  start(): boolean {
    this.#isFree = false;
    return performance.now() - this.#since <= IDLE_MS;
  }

  free(): void {
    this.isKept = true;
    this.#isFree = true;
    this.#since = performance.now();
  }

  close(): void {
    clearTimeout(this.#timer);
    void this.client.destroy();
    // undici does not close a socket that is not connected yet.
    this.#socket?.destroy();
  }

  /** Connects, and calls back when the first request may be written. */
  #connect(options: buildConnector.Options, callback: buildConnector.Callback, since = performance.now()): void {
    const socket = this.#connections.openSocket(options);
    let from = performance.now();
    this.#connectingSince = from;
    this.#socket = socket;
    this.error = undefined;
    const fail = (error: Error) => {
      stopListening();
      socket.destroy();
      this.#connectingSince = undefined;
      if (this.#connections.mayRepeat(error, since)) {
        this.#timer = setTimeout(() => this.#connect(options, callback, since), RETRY_PAUSE_MS);
      } else callback(error, null);
    };
    const onReadable = () => fail(socket.readableLength > 0 ? EARLY : CLOSED);
    const stopListening = () => {
      clearTimeout(this.#timer);
      socket.off('error', fail).off('readable', onReadable);
    };
    const stayQuiet = (turns: number) => {
      if (socket.destroyed) return;
      if (turns > 0) setImmediate(stayQuiet, turns - 1);
      else {
        stopListening();
        this.#use(socket, callback);
      }
    };
    socket.once('error', fail).on('error', (error) => {
      this.error ??= error;
    });
    const isTls = 'encrypted' in socket;
    // A handshake of TLS begins after the connection.
    if (isTls) socket.once('connect', () => (from = performance.now()));
    socket.setNoDelay(true).once(isTls ? 'secureConnect' : 'connect', () => {
      socket.on('readable', onReadable);
      this.#timer = setTimeout(stayQuiet, quietMs(performance.now() - from), QUIET_TURNS);
    });
  }

  #use(socket: Socket, callback: buildConnector.Callback): void {
    this.#connections.onConnected(socket);
    this.#connectingSince = undefined;
    this.#since = performance.now();
    callback(null, socket);
    // Otherwise a second answer to one request would be taken for the answer to the next one.
    socket.on('data', () => this.#isFree && socket.destroy());
  }
}
