import { setMaxListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from './behaviour/answer.js';
import { freshState } from './data/fresh.js';
import type { Desk } from './server/desk.js';
import { exchange } from './server/exchange.js';
import type { JournalEntry } from './server/journal.js';
import { type SimulatorOptions, settingsFrom } from './server/options.js';
import { routerFor } from './server/route.js';
import { send } from './server/send.js';
import { ruleFor, type Trouble } from './server/trouble.js';
import type { State } from './state/state.js';

export type { JournalEntry, SimulatorOptions, State, Trouble };

/** A hub in memory that answers every operation of the table. */
export interface Simulator {
  /** Where it listens, e.g. `http://127.0.0.1:53211`: a hub's base URL, and the live page. */
  readonly url: string;
  /** The last requests, newest last, with their raw headers. */
  readonly journal: readonly JournalEntry[];
  readonly state: State;
  /** Makes matching requests misbehave; gives what undoes it. */
  trouble(rule: Trouble): () => void;
  /** State, journal and troubles as at the start; what a delay or a drip still holds up ends at once. */
  reset(): void;
  /** Ends all connections at once. */
  close(): Promise<void>;
}

/** Starts a simulator. Rejects with the system's error if it cannot listen, e.g. `EADDRINUSE`. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const settings = settingsFrom(options);
  const desk: Desk = {
    settings,
    state: freshState(settings.dialect),
    journal: [],
    rules: [],
    router: routerFor(settings),
  };
  let waiting = forManyWaiting();
  const server = serve(desk, () => waiting.signal);
  await listen(server, settings);

  return {
    url: urlOf(server.address() as AddressInfo),
    journal: desk.journal,
    state: desk.state,
    trouble(trouble) {
      const rule = ruleFor(trouble);
      desk.rules.push(rule);
      return () => {
        rule.left = 0;
      };
    },
    reset() {
      waiting.abort();
      waiting = forManyWaiting();
      Object.assign(desk.state, freshState(settings.dialect));
      desk.journal.length = 0;
      desk.rules.length = 0;
    },
    close() {
      waiting.abort();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Ends any number of waiting exchanges; Node would take more than ten listeners for a leak. */
function forManyWaiting(): AbortController {
  const waiting = new AbortController();
  setMaxListeners(0, waiting.signal);
  return waiting;
}

function serve(desk: Desk, signal: () => AbortSignal): Server {
  const numbers = new WeakMap<Socket, number>();
  let connections = 0;
  const server = createServer((request, response) => {
    const socket = numbers.get(request.socket) ?? 0;
    exchange(desk, request, response, socket, signal()).catch(() => {
      if (response.headersSent) response.destroy();
      else void send(response, text(500, '500: Internal server error'));
    });
  });
  server.on('connection', (socket) => {
    connections += 1;
    numbers.set(socket, connections);
  });
  return server;
}

const listen = (server: Server, { port, host }: { port: number; host: string }): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

const urlOf = ({ family, address, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
