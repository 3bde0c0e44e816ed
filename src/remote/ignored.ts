/** The reasons why a press sent nothing, without a failure, with the key of their text at the panel. */
export const IGNORED = {
  retained: 'status.retained',
  moved: 'status.moved',
  again: 'status.again',
  lockedOut: 'status.lockedOut',
  noRelease: 'status.noRelease',
  cuePlaying: 'status.cuePlaying',
  cueStarted: 'status.cueStarted',
  cueEnd: 'status.cueEnd',
  cueNotAsking: 'status.cueNotAsking',
  rehearsal: 'status.rehearsal_none',
  wouldFail: 'status.wouldFail',
  superseded: 'status.superseded',
  stopped: 'sidebar.cues.outcomes.stopped',
} as const;

export type IgnoredReason = keyof typeof IGNORED;

export const isIgnoredReason = (word: unknown): word is IgnoredReason =>
  typeof word === 'string' && Object.hasOwn(IGNORED, word);
