import type { CueList } from '../../dist/cues/list.js';
import type { PlayState } from '../../dist/cues/play.js';
import { after } from './drawn-list.js';

export type Run = NonNullable<PlayState['current']>;

export const FAILURES: readonly string[] = ['refused', 'not-sent', 'unknown'];

export const isOpen = (state: string): boolean => state === 'waiting' || state === 'sent';

/** True while a cue can still do something. */
export const hasMore = (run: Run | undefined): boolean =>
  run !== undefined && (run.nextAt !== undefined || run.steps.some(({ state }) => isOpen(state)));

/** The cue that an operation plays. */
export function expectedCue(list: CueList, does: string, cue: string, before: PlayState): string | undefined {
  const { current, standby, hold, isMoved } = before;
  if (does === 'goto') return cue;
  if (does === 'again') return hold?.number;
  const main = current?.steps.filter(({ part }) => part === 'steps') ?? [];
  const isUnanswered = main.some(({ state }) => isOpen(state)) && !main.some(({ state }) => FAILURES.includes(state));
  return current && isUnanswered && !isMoved ? after(list, current.number) : standby;
}

/** The cues with a step whose outcome a killed process does not know, in the order of their starts. */
export const unansweredCues = ({ current, older }: PlayState): readonly string[] =>
  [...older, ...(current ? [current] : [])]
    .filter(({ steps }) =>
      steps.some(({ state, part }) => state === 'sent' || (state === 'waiting' && part === 'steps')),
    )
    .map(({ number }) => number);
