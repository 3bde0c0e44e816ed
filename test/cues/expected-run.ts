import type { CueList, Step } from '../../dist/cues/list.js';
import type { PlayState } from '../../dist/cues/play.js';
import { after, before as numberBefore } from './drawn-list.js';

export type Run = NonNullable<PlayState['current']>;

export const FAILURES: readonly string[] = ['refused', 'not-sent', 'unknown'];

export const isOpen = (state: string): boolean => state === 'waiting' || state === 'sent';

/** True while a cue can still do something. */
export const hasMore = (run: Run | undefined): boolean =>
  run !== undefined && (run.nextAt !== undefined || run.steps.some(({ state }) => isOpen(state)));

/** The cue of a hold, and the outcome that it names. */
export interface ModelHold {
  readonly number: string;
  readonly outcome: string;
}

/**
 * The hold after a change of the runs. A failure holds the list, and the newest one is named. An unknown outcome stays until a
 * person acts. Within a part of a cue, an unknown outcome is named, otherwise the first failure. A follow-on that was due
 * before `latest` was not sent. `ended`: the outcome of the last step of a cue, by the answers of the hub.
 */
export function holdAfter(
  hold: ModelHold | undefined,
  last: PlayState,
  state: PlayState,
  latest: number,
  ended: (run: Run, step: Step) => string,
): ModelHold | undefined {
  let held = hold;
  const name = (number: string, outcome: string) => {
    if (held?.outcome !== 'unknown' || outcome === 'unknown') held = { number, outcome };
  };
  const before = new Map(runsOf(last).map((run) => [run.id, run]));
  const present = runsOf(state);
  // The list forgets an earlier cue with its last answer.
  const gone = runsOf(last).filter(({ id }) => !present.some((run) => run.id === id));
  const over = gone.map((run) => ({
    ...run,
    steps: run.steps.map((each) => (each.state === 'sent' ? { ...each, state: ended(run, each.step) } : each)),
  }));
  for (const { id, number, steps } of [...over, ...present])
    for (const [index, { state: outcome, part }] of steps.entries()) {
      if (!FAILURES.includes(outcome) || outcome === before.get(id)?.steps[index]?.state) continue;
      const failed = steps.filter((each) => each.part === part && FAILURES.includes(each.state));
      name(number, failed.some((each) => each.state === 'unknown') ? 'unknown' : String(failed[0]?.state));
    }
  const { current } = last;
  const isOver = state.current?.id === current?.id && state.current?.nextAt === undefined;
  if (current && isOver && dueOf(current) < latest && held === hold) name(current.number, 'not-sent');
  return held;
}

/** The time of a follow-on or a time out that waits. From the start of its cue, it waits for the last step. */
export function dueOf({ cue, startedAt, nextAt }: Run): number {
  const { after: seconds = 0, from } = cue.afterwards ?? {};
  if (nextAt === undefined || from !== 'start') return nextAt ?? Number.POSITIVE_INFINITY;
  return startedAt + 1000 * Math.max(seconds, ...cue.steps.map(({ delay }) => delay));
}

export const runsOf = ({ older, current }: PlayState): readonly Run[] => [...older, ...(current ? [current] : [])];

/** The place of standby after a press that plays nothing. Undefined: another operation. */
export function expectedMove(
  list: CueList,
  does: string,
  cue: string,
  { standby }: PlayState,
): { readonly standby: string | undefined; readonly note?: 'end' } | undefined {
  if (does === 'standby') return { standby: cue };
  if (does === 'next') return standby === undefined ? { standby, note: 'end' } : { standby: after(list, standby) };
  if (does !== 'back') return undefined;
  const previous = numberBefore(list, standby);
  return previous === undefined ? { standby, note: 'end' } : { standby: previous };
}

/** The cue that an operation plays. */
export function expectedCue(
  list: CueList,
  does: string,
  cue: string,
  { current, standby, isMoved }: PlayState,
  hold: ModelHold | undefined,
): string | undefined {
  if (does === 'goto') return cue;
  if (does === 'again') return hold?.number;
  const main = current?.steps.filter(({ part }) => part === 'steps') ?? [];
  const isUnanswered = main.some(({ state }) => isOpen(state)) && !main.some(({ state }) => FAILURES.includes(state));
  return current && isUnanswered && !isMoved ? after(list, current.number) : standby;
}

/** The cues with a step whose outcome a killed process does not know, in the order of their starts. */
export const unansweredCues = (state: PlayState): readonly string[] =>
  runsOf(state)
    .filter(({ steps }) =>
      steps.some(({ state, part }) => state === 'sent' || (state === 'waiting' && part === 'steps')),
    )
    .map(({ number }) => number);
