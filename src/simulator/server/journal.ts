/** One request as it arrived. */
export interface JournalEntry {
  /** ms of the epoch, on arrival. */
  at: number;
  method: string;
  /** Raw, as on the wire. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** Parsed JSON; the raw text if it cannot be parsed; undefined for none. */
  body: unknown;
  /** The operation of the table; undefined if there is none for this method and path. */
  operation: string | undefined;
  params: Record<string, string>;
  /** Undefined until answered. */
  statusCode: number | undefined;
  /** Which connection: a running number. */
  socket: number;
}

/** Older requests are forgotten. */
const LONGEST = 1000;

export function record(journal: JournalEntry[], entry: JournalEntry): void {
  journal.push(entry);
  if (journal.length > LONGEST) journal.shift();
}
