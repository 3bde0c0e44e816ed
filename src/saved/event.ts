/** The messages of the event node. Each is sent unless it is switched off. */
const EVENT_KINDS = ['connection', 'asRun', 'rehearsal'] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** The saved fields of the event node. */
export interface SavedEvent extends Partial<Record<EventKind, boolean | string>> {
  hub: string;
  /** The file of the as-run log. Blank: none. */
  file?: string;
  /** Megabytes, above 0. */
  maxSize?: string | number;
  /** The number of old files, 0 or more. */
  oldFiles?: string | number;
}

export const DEFAULT_SIZE_MB = 10;
export const DEFAULT_OLD_FILES = 5;
