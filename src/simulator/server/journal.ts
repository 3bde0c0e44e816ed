/** A request as it arrived. */
export interface JournalEntry {
  /** ms of the epoch, on arrival. */
  at: number;
  /** The HTTP method. */
  method: string;
  /** The raw path with its query. */
  path: string;
  /** The headers, with names in lower case, as they arrived. */
  headers: Record<string, string | string[] | undefined>;
  /** Parsed JSON. The raw text if it is not JSON. Undefined if it is empty. Above 64 KiB the beginning, as text. */
  body: unknown;
  /** Bytes of `body`. */
  size: number;
  /** The operation of the table. Undefined for an unknown method or path. */
  operation: string | undefined;
  /** The decoded values in the path, by parameter name. Empty for an unknown path. */
  params: Record<string, string>;
  /** Undefined until the request is answered. */
  statusCode: number | undefined;
  /** Serial number of the connection. */
  socket: number;
}

/** Limits for the number of requests and for the bytes of all bodies. The oldest requests are removed. */
const LONGEST = 1000;
const LARGEST = 16 * 2 ** 20;

export function record(journal: JournalEntry[], entry: JournalEntry): void {
  journal.push(entry);
  let bytes = journal.reduce((sum, { size }) => sum + size, 0);
  while (journal.length > LONGEST || bytes > LARGEST) bytes -= journal.shift()?.size ?? 0;
}
