import type { Dialect } from '../../hub/table/operation.js';
import type { JournalEntry } from './journal.js';

/** How a simulator is to be. */
export interface SimulatorOptions {
  /** 0 (default): any free port. */
  port?: number;
  /** Default 127.0.0.1: nobody else on the network reaches it. */
  host?: string;
  /** Names besides `host` under which clients may ask for it; loopback names and its own address always may. */
  names?: readonly string[];
  /** Default 1, on which operations of dialect 2 answer 404. */
  dialect?: Dialect;
  /** Dialect 2 before build 2.1.0+191: the linear area lists `engines`, not only `shows`. */
  early?: boolean;
  /** First segment of the linear area's paths; default `linear` on dialect 1, `lino` on 2. */
  linearSegment?: string;
  /** Absent: no authentication. Present: requests must carry it or get 401. */
  apiKey?: string;
  /** Header that carries the key; default X-API-Key. */
  keyHeader?: string;
  /** Modules that the key may use, e.g. `Lino`; the others answer 403. Absent: all. */
  modules?: readonly string[];
  /** How long a show of dialect 2 takes to start and to stop, in ms; default 3000. */
  restartTime?: number;
  /** Told of every request on its arrival, for the journal is bounded; `statusCode` is filled in once it is answered. */
  onArrival?: (entry: JournalEntry) => void;
}

type Open = 'apiKey' | 'modules' | 'onArrival';

/** Options with nothing left open but what may be absent. */
export type Settings = Readonly<Required<Omit<SimulatorOptions, Open>> & Pick<SimulatorOptions, Open>>;

/** The defaults filled in (docs/interface.md "Revisions and dialects"). */
export const settingsFrom = ({
  port = 0,
  host = '127.0.0.1',
  names = [],
  dialect = 1,
  early = false,
  linearSegment = dialect === 1 ? 'linear' : 'lino',
  keyHeader = 'X-API-Key',
  restartTime = 3000,
  ...open
}: SimulatorOptions): Settings => ({
  port,
  host,
  names,
  dialect,
  early,
  linearSegment,
  keyHeader,
  restartTime,
  ...open,
});
