import type { Dialect } from '../../hub/table/operation.js';

export interface SimulatorOptions {
  /** 0 (default): any free port. */
  port?: number;
  /** Default 127.0.0.1: nobody else on the network reaches it. */
  host?: string;
  /** Default 1, on which operations of dialect 2 answer 404. */
  dialect?: Dialect;
  /** First segment of the linear area's paths; default `linear` on dialect 1, `lino` on 2. */
  linearSegment?: string;
  /** Absent: no authentication. Present: requests must carry it or get 401. */
  apiKey?: string;
  /** Header that carries the key; default X-API-Key. */
  keyHeader?: string;
}

/** Options with nothing left open but the key. */
export type Settings = Readonly<Required<Omit<SimulatorOptions, 'apiKey'>> & { apiKey: string | undefined }>;

/** The defaults filled in (docs/interface.md "Revisions and dialects"). */
export const settingsFrom = ({
  port = 0,
  host = '127.0.0.1',
  dialect = 1,
  linearSegment = dialect === 1 ? 'linear' : 'lino',
  apiKey,
  keyHeader = 'X-API-Key',
}: SimulatorOptions): Settings => ({ port, host, dialect, linearSegment, apiKey, keyHeader });
