/** One request as it arrived. */
export interface JournalEntry {
  /** ms of the epoch, on arrival. */
  at: number;
  method: string;
  /** Raw, as on the wire. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** Parsed JSON; the raw text if it cannot be parsed; undefined for none; of more than 64 KiB the beginning, as text. */
  body: unknown;
  /** Bytes of `body`. */
  size: number;
  /** The operation of the table; undefined if there is none for this method and path. */
  operation: string | undefined;
  params: Record<string, string>;
  /** Undefined until answered. */
  statusCode: number | undefined;
  /** Which connection: a running number. */
  socket: number;
}

/** Older requests are forgotten: more than this many, and when all bodies together have more than this many bytes. */
const LONGEST = 1000;
const LARGEST = 16 * 2 ** 20;

export function record(journal: JournalEntry[], entry: JournalEntry): void {
  journal.push(entry);
  let bytes = journal.reduce((sum, { size }) => sum + size, 0);
  while (journal.length > LONGEST || bytes > LARGEST) bytes -= journal.shift()?.size ?? 0;
}
