import { isCueNumber, isSameName } from '../base/names.js';
import { allSteps, type Cue, type CueList, compareNumbers, type Step, sortCues } from './list.js';

/** The distance of new cues at the end of a list. */
const GAP = 10;

/** The number for a new cue at the end: the next multiple of ten. Undefined if there is none. */
export function numberAtEnd(list: CueList): string | undefined {
  const [last = '0'] = [...list.keys()].at(-1)?.split('.') ?? [];
  const number = String((Math.floor(Number(last) / GAP) + 1) * GAP);
  return isCueNumber(number) ? number : undefined;
}

/** The end of a group that no following number limits: 10.5 is in the middle of 10 and 11. */
const GROUP_END = 10;

/** The shortest number between two neighbours. Example: 10 and 11 give 10.5. Undefined if there is none. */
export function numberBetween(before: string, after: string): string | undefined {
  const [low, high] = [before, after].map((text) => text.split('.').map(Number)) as [number[], number[]];
  let isLimited = true;
  for (let group = 0; group <= low.length; group += 1) {
    const start = low[group] ?? -1;
    const end: number = isLimited ? (high[group] ?? GROUP_END) : GROUP_END;
    const middle = Math.ceil((start + end) / 2);
    const number = [...low.slice(0, group), middle].join('.');
    if (middle < end && isCueNumber(number) && isBetween(number, before, after)) return number;
    isLimited &&= start === end;
  }
  return undefined;
}

const isBetween = (number: string, before: string, after: string): boolean =>
  compareNumbers(before, number) < 0 && compareNumbers(number, after) < 0;

/** Adds or replaces a cue. */
export const putCue = (list: CueList, number: string, cue: Cue): CueList => sortCues([...list, [number, cue]]);

export const removeCue = (list: CueList, number: string): CueList =>
  new Map([...list].filter(([each]) => each !== number));

/** The numbers of the cues with a step that recalls a look. */
export const cuesWithLook = (list: CueList, look: string): string[] =>
  [...list].filter(([, cue]) => allSteps(cue).some(recalls(look))).map(([number]) => number);

/** The list with another name in each step that recalls a look. */
export const renameLookInCues = (list: CueList, from: string, to: string): CueList => {
  const renamed = (steps: readonly Step[]) => steps.map((step) => (recalls(from)(step) ? { ...step, look: to } : step));
  const renamedCue = ({ afterwards, ...cue }: Cue): Cue => ({
    ...cue,
    steps: renamed(cue.steps),
    ...(afterwards && {
      afterwards: afterwards.does === 'timeOut' ? { ...afterwards, steps: renamed(afterwards.steps) } : afterwards,
    }),
  });
  return new Map([...list].map(([number, cue]) => [number, renamedCue(cue)]));
};

const recalls =
  (look: string) =>
  (step: Step): boolean =>
    step.does === 'look' && isSameName(step.look, look);
