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

/**
 * An attempt to connect that no request waits for any more is left to the next request during this time in ms. Otherwise
 * no request would ever be sent where each may wait less long than a handshake takes. In an older attempt, a lost packet
 * is only sent again after seconds.
 */
const LEFT_MS = 3000;

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
  /** The attempts to connect without a request. */
  readonly #left = new Set<Attempt>();
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
    connection.close();
  }

  close(): void {
    for (const connection of this.#all) this.remove(connection);
    for (const attempt of this.#left) this.forget(attempt);
    this.#free.length = 0;
  }

  /** Connects, and calls back when the first request may be written. */
  connect(options: buildConnector.Options, callback: buildConnector.Callback): Attempt {
    for (const attempt of this.#left) if (!attempt.isUsable) this.forget(attempt);
    const best = [...this.#left].sort((one, other) => other.rank - one.rank)[0];
    if (!best) return new Attempt(this, options, callback);
    this.#left.delete(best);
    best.useFor(callback);
    return best;
  }

  /** The request of an attempt that has no result has ended. */
  leave(attempt: Attempt): void {
    // The hub did not answer in time. After a refusal it is only tried again later.
    if (attempt.waited > RETRY_MS) this.#isReached = false;
    attempt.useFor(undefined);
    this.#left.add(attempt);
  }

  /** Ends an attempt without a request. */
  forget(attempt: Attempt): void {
    this.#left.delete(attempt);
    attempt.close();
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

/** An attempt to connect: a socket until its first request may be written. */
class Attempt {
  readonly #connections: Connections;
  readonly #options: buildConnector.Options;
  /** The start of the wait of its present request. */
  #since = performance.now();
  #socket!: Socket;
  #timer: NodeJS.Timeout | undefined;
  #turn: NodeJS.Immediate | undefined;
  /** Gets the result. Undefined: no request waits for it. */
  #callback: buildConnector.Callback | undefined;
  /** True if its socket was made for an earlier request. */
  #isInherited = false;
  /** The time when its socket was connected and quiet. Undefined: it is not yet. */
  #readyAt: number | undefined;
  /** A request may take it over until this time. */
  #until = 0;
  #endTimer: NodeJS.Timeout | undefined;

  constructor(connections: Connections, options: buildConnector.Options, callback: buildConnector.Callback) {
    this.#connections = connections;
    this.#options = options;
    this.#callback = callback;
    this.#connect();
  }

  /** The time that its request has waited, in ms. */
  get waited(): number {
    return performance.now() - this.#since;
  }

  /** It reads the clock, because its timer is late on a busy machine. */
  get isUsable(): boolean {
    return performance.now() <= this.#until;
  }

  /** The larger, the sooner it is probably ready: a younger one has lost no packet. */
  get rank(): number {
    return this.#readyAt === undefined ? this.#until : Number.POSITIVE_INFINITY;
  }

  /** The start of its idle time, in ms of `performance.now()`. */
  get idleSince(): number {
    return this.#readyAt ?? performance.now();
  }

  /** Sets who gets the result, never at once. Undefined: its request has ended. */
  useFor(callback: buildConnector.Callback | undefined): void {
    this.#callback = callback;
    this.#isInherited = true;
    this.#limit();
    if (!callback) return;
    this.#since = performance.now();
    if (this.#readyAt !== undefined) this.#stayQuiet(QUIET_TURNS);
  }

  /** Without a request, it ends at its time. With another one than its first, it begins again, which is faster then. */
  #limit(): void {
    clearTimeout(this.#endTimer);
    const remaining = Math.max(0, this.#until - performance.now());
    if (!this.#callback) this.#endTimer = setTimeout(() => this.#connections.forget(this), remaining);
    else if (this.#isInherited && this.#readyAt === undefined)
      this.#endTimer = setTimeout(() => this.#connectAgain(), remaining);
  }

  close(): void {
    this.#stopListening();
    this.#socket.destroy();
  }

  #connectAgain(): void {
    this.close();
    this.#connect();
  }

  #connect(): void {
    const socket = this.#connections.openSocket(this.#options);
    let from = performance.now();
    this.#socket = socket;
    this.#isInherited = !this.#callback;
    this.#readyAt = undefined;
    this.#until = from + LEFT_MS;
    this.#limit();
    socket.once('error', this.#fail).on('error', () => {});
    const isTls = 'encrypted' in socket;
    // A handshake of TLS begins after the connection.
    if (isTls) socket.once('connect', () => (from = performance.now()));
    socket.setNoDelay(true).once(isTls ? 'secureConnect' : 'connect', () => {
      socket.on('readable', this.#onReadable);
      this.#timer = setTimeout(() => this.#stayQuiet(QUIET_TURNS), quietMs(performance.now() - from));
    });
  }

  readonly #fail = (error: Error): void => {
    this.close();
    if (!this.#callback) this.#connections.forget(this);
    // The failure of an old socket shows nothing about a new one.
    else if (this.#isInherited) this.#connect();
    else if (this.#connections.mayRepeat(error, this.#since))
      this.#timer = setTimeout(() => this.#connect(), RETRY_PAUSE_MS);
    else this.#callback(error, null);
  };

  readonly #onReadable = (): void => this.#fail(this.#socket.readableLength > 0 ? EARLY : CLOSED);

  #stopListening(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#endTimer);
    clearImmediate(this.#turn);
    this.#socket.off('error', this.#fail).off('readable', this.#onReadable);
  }

  #stayQuiet(turns: number): void {
    clearImmediate(this.#turn);
    if (this.#socket.destroyed) return;
    if (turns > 0) this.#turn = setImmediate(() => this.#stayQuiet(turns - 1));
    else this.#finish();
  }

  #finish(): void {
    if (this.#readyAt === undefined) {
      this.#connections.onConnected(this.#socket);
      this.#readyAt = performance.now();
      this.#until = this.#readyAt + IDLE_MS;
    }
    if (!this.#callback) this.#limit();
    else {
      this.#stopListening();
      this.#callback(null, this.#socket);
    }
  }
}

/** A kept-alive connection. It connects with its first request, and again if it was closed. */
export class Connection {
  readonly client: Client;
  /** The first error of its socket. undici only reports the last one, which hides a TLS alert. */
  error: Error | undefined;
  /** True after its first answer. */
  isKept = false;
  readonly #connections: Connections;
  #socket: Socket | undefined;
  /** Undefined if it does not connect at present. */
  #attempt: Attempt | undefined;
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
    void this.client.destroy();
    this.#socket?.destroy();
    if (this.#attempt) this.#connections.leave(this.#attempt);
    this.#attempt = undefined;
  }

  #connect(options: buildConnector.Options, callback: buildConnector.Callback): void {
    this.error = undefined;
    const attempt = this.#connections.connect(options, (...result) => {
      this.#attempt = undefined;
      const [, socket] = result;
      this.#socket = socket ?? undefined;
      this.#since = attempt.idleSince;
      socket?.on('error', (error) => {
        this.error ??= error;
      });
      callback(...result);
      // Otherwise a second answer to one request would be taken for the answer to the next one.
      socket?.on('data', () => this.#isFree && socket.destroy());
    });
    this.#attempt = attempt;
  }
}
