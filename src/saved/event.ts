/** What a message of the event node can be about; each kind is told unless it is switched off. */
const KINDS = ['connection', 'asRun', 'rehearsal'] as const;

export type Kind = (typeof KINDS)[number];

/** What the dialog of the event node saves. */
export interface SavedEvent extends Partial<Record<Kind, boolean | string>> {
  hub: string;
  /** Where the as-run log is written to; blank: nowhere. */
  file?: string;
  /** Megabytes, above 0. */
  maxSize?: string | number;
  /** How many old files stay, 0 or more. */
  keep?: string | number;
}

/** Megabytes and old files, unless something else was saved. */
export const USUAL_SIZE_MB = 10;
export const USUAL_KEEP = 5;
