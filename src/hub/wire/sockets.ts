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

/** The kept-alive connections to one hub. */
export class Sockets {
  readonly agent: http.Agent;

  constructor(
    readonly base: string,
    options: TlsOptions = {},
  ) {
    const keep = { keepAlive: true, keepAliveMsecs: KEEP_ALIVE_MS, timeout: IDLE_MS };
    this.agent = base.startsWith('https:')
      ? trackSockets(new https.Agent({ ...keep, ...options }), 'secureConnect')
      : trackSockets(new http.Agent(keep), 'connect');
  }

  /** Sends a request, never on a connection that was idle for too long. */
  request(options: http.RequestOptions, respond: (response: http.IncomingMessage) => void): http.ClientRequest {
    this.#closeIdle();
    return (options.protocol === 'https:' ? https : http).request(options, respond);
  }

  close(): void {
    this.agent.destroy();
  }

  /**
   * It reads the clock, because the agent's timers are late on a busy machine. The sockets are ordered by their idle
   * time, the longest first.
   */
  #closeIdle(): void {
    const oldest = performance.now() - IDLE_MS;
    const { freeSockets } = this.agent;
    for (const name in freeSockets)
      for (let free = freeSockets[name]; free?.[0] && (lastFree.get(free[0]) ?? 0) < oldest; ) free.shift()?.destroy();
  }
}

/** True if a socket was ever connected. */
export const isConnected = (socket: Duplex | null | undefined): boolean => !!socket && lastFree.has(socket);

/** Records when each socket of an agent is connected or becomes free. */
function trackSockets(agent: http.Agent, event: 'connect' | 'secureConnect'): http.Agent {
  const note = (socket: Duplex) => lastFree.set(socket, performance.now());
  const { createConnection, keepSocketAlive } = agent as http.Agent & { keepSocketAlive(socket: Duplex): boolean };
  return Object.assign(agent, {
    createConnection: (...args: Parameters<typeof createConnection>) => {
      const socket = createConnection.apply(agent, args);
      socket?.once(event, () => note(socket));
      return socket;
    },
    keepSocketAlive: (socket: Duplex) => {
      note(socket);
      return keepSocketAlive.call(agent, socket);
    },
  });
}
