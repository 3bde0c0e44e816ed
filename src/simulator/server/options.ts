import type { Dialect } from '../../hub/table/operation.js';
import type { JournalEntry } from './journal.js';

/** Options of a simulator. */
export interface SimulatorOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Default 127.0.0.1: other computers cannot reach it. */
  host?: string;
  /** Other names that clients may use in the `Host` header. Loopback names and its own address are always allowed. */
  names?: readonly string[];
  /** Default 1. Operations of dialect 2 then answer 404. */
  dialect?: Dialect;
  /** Dialect 2 before build 2.1.0+191: the linear area lists `engines`, not only `shows`. */
  early?: boolean;
  /** First segment of the paths of the linear area. Default: `linear` on dialect 1, `lino` on dialect 2. */
  linearSegment?: string;
  /** If set, requests without this key get 401. */
  apiKey?: string;
  /** Header that carries the key. Default: X-API-Key. */
  keyHeader?: string;
  /** Modules that the key may use, e.g. `Lino`. Others answer 403. Default: all. */
  modules?: readonly string[];
  /** Time that a show of dialect 2 takes to start and to stop, in ms. Default: 3000. */
  restartTime?: number;
  /**
   * Called for every request on its arrival. The journal is limited, so use this to count. `statusCode` is set after
   * the answer.
   */
  onArrival?: (entry: JournalEntry) => void;
}

type Open = 'apiKey' | 'modules' | 'onArrival';

/** All options, with their defaults. Only options without a default may be absent. */
export type SimulatorSettings = Readonly<Required<Omit<SimulatorOptions, Open>> & Pick<SimulatorOptions, Open>>;

/** Adds the defaults (docs/interface.md "Revisions and dialects"). */
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
}: SimulatorOptions): SimulatorSettings => ({
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
