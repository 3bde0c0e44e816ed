import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import type { TlsOptions } from './settings.js';

/** On a socket that was idle for longer than this, in ms, a command might meet a reset. */
const IDLE_MS = 1000;

/** As axios sets it for each request: another value would cost each of them two more calls into the kernel. */
const KEEP_ALIVE_MS = 60_000;

/** When a socket got its connection or was last free, in ms of `performance.now()`: what is sent on it may arrive. */
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

  /** Makes a request, never on a connection that was idle for too long. */
  request(options: http.RequestOptions, respond: (response: http.IncomingMessage) => void): http.ClientRequest {
    this.#closeIdle();
    return (options.protocol === 'https:' ? https : http).request(options, respond);
  }

  close(): void {
    this.agent.destroy();
  }

  /** The clock tells, not only the agent's timers: those are late on a busy machine. The longest idle come first. */
  #closeIdle(): void {
    const oldest = performance.now() - IDLE_MS;
    const { freeSockets } = this.agent;
    for (const name in freeSockets)
      for (let free = freeSockets[name]; free?.[0] && (lastFree.get(free[0]) ?? 0) < oldest; ) free.shift()?.destroy();
  }
}

/** Whether a socket has had a connection. */
export const isConnected = (socket: Duplex | null | undefined): boolean => !!socket && lastFree.has(socket);

/** The agent, which now takes note of its sockets that get connected or free. */
function trackSockets(agent: http.Agent, event: 'connect' | 'secureConnect'): http.Agent {
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
