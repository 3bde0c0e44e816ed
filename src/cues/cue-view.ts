import type { CueDesk } from './cue-desk.js';
import { nextNumber } from './list.js';
import type { PlayState } from './play.js';
import { type CueOutcome, type Hold, isPlaying } from './run.js';

/** The number and the name of a cue. */
export interface CueName {
  readonly number: string;
  readonly name: string;
}

/** The state of a cue list for people. */
export interface CueView {
  /** `unreadable`: the file is broken. */
  readonly state: 'standby' | 'running' | 'holding' | 'failed' | 'restarted' | 'asking' | 'end' | 'unreadable';
  /** The cue that was started last. */
  readonly current: CueName | null;
  readonly standby: CueName | null;
  /** The cue after the one on standby. */
  readonly next: CueName | null;
  /** Seconds until the next thing that happens by itself. */
  readonly remaining: number | null;
  readonly failed: { readonly cue: CueName; readonly step: number | null; readonly reason: string } | null;
  /** True while a second press is awaited. */
  readonly asking: boolean;
  /** The panel, sidebar or flow of the last operation. */
  readonly by: string;
}

/** The reason of a hold as a sentence. */
export type ReasonOf = (hold: Hold) => string;

/** The state of a list for people. */
export function cueViewOf(desk: CueDesk, reasonOf: ReasonOf): CueView {
  const { state, now } = desk;
  if (!state) return NOT_READ;
  const { list, standby, after, current, hold, by } = state;
  const named = (number: string | undefined): CueName | null =>
    number === undefined ? null : { number, name: list.get(number)?.name ?? '' };
  const until = remainingUntil(state);
  return {
    state: desk.problem === undefined ? stateOf(state) : 'unreadable',
    current: current ? { number: current.number, name: current.cue.name } : null,
    standby: named(standby),
    next: named(standby === undefined && after === undefined ? undefined : nextNumber(list, standby ?? after)),
    remaining: until === undefined ? null : Math.max(0, Math.round((until - now) / 100) / 10),
    failed: hold ? { cue: { number: hold.number, name: hold.name }, step: stepOf(hold), reason: reasonOf(hold) } : null,
    asking: state.askingUntil !== undefined,
    by,
  };
}

/** The cue that the state is about: the one that runs or failed, or else the one on standby. */
export const shownCue = ({ state, current, failed, standby }: CueView): CueName | null =>
  state === 'running' ? current : (failed?.cue ?? standby);

const NOT_READ: CueView = {
  state: 'unreadable',
  current: null,
  standby: null,
  next: null,
  remaining: null,
  failed: null,
  asking: false,
  by: '',
};

/** Steps count from 1 for people. */
export const stepOf = ({ step }: Hold): number | null => (step === undefined ? null : step + 1);

function stateOf({ askingUntil, isRestarted, hold, current, standby }: PlayState): CueView['state'] {
  if (askingUntil !== undefined) return 'asking';
  if (isRestarted) return 'restarted';
  if (hold) return hold.outcome === 'unknown' || hold.step === undefined ? 'holding' : 'failed';
  if (isPlaying(current)) return 'running';
  return standby === undefined ? 'end' : 'standby';
}

/** The time of the follow-on or time out, or else of the last waiting step. Undefined: nothing waits. */
function remainingUntil({ current }: PlayState): number | undefined {
  if (!current) return undefined;
  const waiting = current.steps.filter(({ state }) => state === 'waiting').map(({ dueAt }) => dueAt);
  return current.nextAt ?? (waiting.length > 0 ? Math.max(...waiting) : undefined);
}

/** A row of the list for the sidebar. */
interface CueRow extends CueName {
  readonly note: string;
  readonly steps: number;
  readonly afterwards?: 'followOn' | 'timeOut';
  /** The last result. */
  readonly outcome?: CueOutcome | 'running';
}

/** The cues of a list, with their results. */
export function cueRows({ state }: CueDesk): CueRow[] {
  if (!state) return [];
  const { list, results, current } = state;
  return [...list].map(([number, { name, note, steps, afterwards }]) => {
    const outcome = current?.number === number && isPlaying(current) ? 'running' : results.get(number);
    return {
      number,
      name,
      note,
      steps: steps.length,
      ...(afterwards && { afterwards: afterwards.does }),
      ...(outcome && { outcome }),
    };
  });
}
