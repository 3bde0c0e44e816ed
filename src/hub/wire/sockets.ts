import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import type { TlsOptions } from './settings.js';

/** After a longer idle time, in ms, the hub may reset the socket while a command is sent. */
const IDLE_MS = 1000;

/** The value that axios sets for each request. Any other value would cost two more system calls each time. */
const KEEP_ALIVE_MS = 60_000;

/**
 * The time when a socket was connected or last became free, in ms of `performance.now()`. A request on such a socket
 * may arrive.
 */
const lastFree = new WeakMap<Duplex, number>();

/** Sockets that have just become free. Bytes may wait on them that the event loop has not read yet. */
const unread = new WeakSet<Duplex>();

/**
 * The kept-alive connections to one hub. A socket that receives anything while it is free is closed: otherwise a second
 * answer to one request would be taken for the answer to the next one.
 */
export class Sockets {
  readonly agent: http.Agent;

  constructor(
    readonly base: string,
    options: TlsOptions = {},
  ) {
    // The socket that was free for the longest time is used first, so that a late second answer is noticed.
    const keep = { keepAlive: true, keepAliveMsecs: KEEP_ALIVE_MS, timeout: IDLE_MS, scheduling: 'fifo' } as const;
    this.agent = base.startsWith('https:')
      ? trackSockets(new https.Agent({ ...keep, ...options }), 'secureConnect')
      : trackSockets(new http.Agent(keep), 'connect');
  }

  /**
   * Calls `start` when the bytes that wait on free sockets are read, so that none of them is used for a request: at once
   * if no socket is free.
   */
  whenRead(start: () => void): void {
    const startWhenRead = () => {
      if (this.#nextFree.some((socket) => unread.has(socket))) setImmediate(startWhenRead);
      else start();
    };
    if (this.#nextFree.length === 0) start();
    else afterRead(startWhenRead);
  }

  /** The free sockets that the agent would use next. */
  get #nextFree(): Duplex[] {
    return Object.values(this.agent.freeSockets).flatMap((free) => free?.[0] ?? []);
  }

  /** Sends a request, never on a connection that was idle for too long, or that is closed. */
  request(options: http.RequestOptions, respond: (response: http.IncomingMessage) => void): http.ClientRequest {
    this.#closeIdle();
    return (options.protocol === 'https:' ? https : http).request(options, respond);
  }

  close(): void {
    this.agent.destroy();
  }

  /**
   * It reads the clock, because the agent's timers are late on a busy machine. The sockets are ordered by their idle
   * time, the longest first. The agent removes a closed socket later.
   */
  #closeIdle(): void {
    const oldest = performance.now() - IDLE_MS;
    const { freeSockets } = this.agent;
    const isUsable = (socket: Duplex) => !socket.destroyed && (lastFree.get(socket) ?? 0) >= oldest;
    for (const name in freeSockets)
      for (let free = freeSockets[name]; free?.[0] && !isUsable(free[0]); ) free.shift()?.destroy();
  }
}

/** True if a socket was ever connected. */
export const isConnected = (socket: Duplex | null | undefined): boolean => !!socket && lastFree.has(socket);

/** Calls this after the event loop has read its sockets, which it does between the two phases. */
const afterRead = (then: () => void): void => void setImmediate(() => setImmediate(then));

const closeSocket = function (this: Duplex): void {
  this.destroy();
};

/** Records when each socket of an agent is connected or becomes free, and closes it if it then receives anything. */
function trackSockets(agent: http.Agent, event: 'connect' | 'secureConnect'): http.Agent {
  const note = (socket: Duplex) => lastFree.set(socket, performance.now());
  const { createConnection, keepSocketAlive, reuseSocket } = agent as http.Agent & {
    keepSocketAlive(socket: Duplex): boolean;
    reuseSocket(socket: Duplex, request: http.ClientRequest): void;
  };
  return Object.assign(agent, {
    createConnection: (...args: Parameters<typeof createConnection>) => {
      const socket = createConnection.apply(agent, args);
      socket?.once(event, () => note(socket));
      return socket;
    },
    keepSocketAlive: (socket: Duplex) => {
      note(socket);
      socket.on('data', closeSocket);
      unread.add(socket);
      afterRead(() => unread.delete(socket));
      return keepSocketAlive.call(agent, socket);
    },
    reuseSocket: (socket: Duplex, request: http.ClientRequest) => {
      socket.off('data', closeSocket);
      reuseSocket.call(agent, socket, request);
    },
  });
}
