import { setMaxListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { RecordedReads } from '../recording/recorded-reads.js';
import type { Recording } from '../recording/recording.js';
import { text } from './behaviour/call.js';
import { initialState } from './data/initial-state.js';
import { recordingState } from './recording/recorded-state.js';
import type { SimulatorContext } from './server/context.js';
import { handleRequest } from './server/handle-request.js';
import type { JournalEntry } from './server/journal.js';
import { type SimulatorOptions, settingsFrom } from './server/options.js';
import { routerFor } from './server/route.js';
import { send } from './server/send.js';
import { StatusLag } from './server/status-lag.js';
import { ruleFor, type Trouble } from './server/trouble.js';
import type { SimulatorState } from './state/state.js';

export type { Dialect } from '../hub/table/operation.js';
export type { ButtonAction, ItemData, PressableButton } from './state/item-data.js';
export type {
  Linear,
  LinearEngine,
  LinearItem,
  LinearOutput,
  LinearPlaying,
  LinearRundown,
  LinearTemplate,
} from './state/linear.js';
export type { Easing, Motion, Moving } from './state/motion.js';
export type {
  Engine,
  EngineFunction,
  EngineKind,
  EngineNode,
  EngineProperty,
  ItemPress,
  Launcher,
  LauncherRenderer,
  Library,
  Newsroom,
  NewsroomButton,
  NewsroomObject,
  NewsroomRundown,
  NewsroomStoryItem,
  Playout,
  PlayoutItem,
  PlayoutRundown,
  PlayoutTemplate,
} from './state/state.js';
export type { JournalEntry, Recording, SimulatorOptions, SimulatorState, Trouble };

/** A hub in memory that answers every operation of the table. */
export interface Simulator {
  /** Its address, e.g. `http://127.0.0.1:53211`: the base URL of the hub, and the live page. */
  readonly url: string;
  /** The last requests, newest last, with their raw headers. */
  readonly journal: readonly JournalEntry[];
  /** The state of the hub. A test may read and change it. `reset` replaces its parts. */
  readonly state: SimulatorState;
  /**
   * Applies a fault to matching requests. The returned function removes it. Throws a RangeError for an unknown operation,
   * an unknown field or an unusable value.
   */
  trouble(rule: Trouble): () => void;
  /** Resets state, journal and faults. Delayed and dripping answers end at once. */
  reset(): void;
  /** Ends all connections at once. */
  close(): Promise<void>;
}

/**
 * Starts a simulator. Rejects with a RangeError for an unknown option or an unusable value, and with the system's error
 * if it cannot listen, e.g. `EADDRINUSE`.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const settings = settingsFrom(options);
  let pending = abortAnyNumber();
  const { recording } = settings;
  const reads = recording && new RecordedReads(recording);
  const newState = () => (reads ? recordingState(reads, settings.dialect) : initialState(settings.dialect));
  const context: SimulatorContext = {
    settings,
    recording: reads && { reads, first: newState() },
    state: newState(),
    journal: [],
    rules: [],
    switches: new Set(),
    statusLag: new StatusLag(),
    router: routerFor(settings),
    reset() {
      pending.abort();
      pending = abortAnyNumber();
      Object.assign(context.state, newState());
      context.journal.length = 0;
      context.rules.length = 0;
      context.switches.clear();
      startLag(context);
    },
  };
  startLag(context);
  const server = serve(context, () => pending.signal);
  await listen(server, settings);

  return {
    url: urlOf(server.address() as AddressInfo),
    journal: context.journal,
    state: context.state,
    trouble(trouble) {
      const rule = ruleFor(trouble);
      context.rules.push(rule);
      return () => {
        rule.remaining = 0;
      };
    },
    reset: context.reset,
    close() {
      pending.abort();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Switches on the lag of the options, if there is one. */
function startLag({ settings, switches, statusLag }: SimulatorContext): void {
  statusLag.ms = settings.statusLag;
  if (settings.statusLag > 0) switches.add('lag');
}

/** Aborts any number of pending requests. Otherwise Node.js warns of a leak at the eleventh listener. */
function abortAnyNumber(): AbortController {
  const pending = new AbortController();
  setMaxListeners(0, pending.signal);
  return pending;
}

function serve(context: SimulatorContext, signal: () => AbortSignal): Server {
  const numbers = new WeakMap<Socket, number>();
  let connections = 0;
  const server = createServer((request, response) => {
    const socket = numbers.get(request.socket) ?? 0;
    handleRequest(context, request, response, socket, signal()).catch(() => {
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
