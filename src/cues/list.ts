import { isCueNumber } from '../base/names.js';
import { numberIn } from '../base/numbers.js';
import { theOnly, unknownName } from '../hub/complete/answers.js';
import type { SavedParams } from '../saved/param.js';

/** A command of the table. Its values are fixed, and things of the hub have their label, as in a node. */
export interface CommandStep {
  readonly does: 'command';
  readonly operation: string;
  readonly params: Readonly<SavedParams<unknown>>;
  /** Seconds after the start of its list of steps. */
  readonly delay: number;
}

/** The recall of a look. */
export interface LookStep {
  readonly does: 'look';
  readonly look: string;
  /** Seconds. Not set: the fade of the `hub-look`. */
  readonly fade?: number;
  readonly delay: number;
}

/** A message to the first output of the node. */
export interface MessageStep {
  readonly does: 'message';
  readonly topic: string;
  readonly payload: unknown;
  readonly delay: number;
}

export type Step = CommandStep | LookStep | MessageStep;

/** The event that happens by itself after a cue. `after` in seconds, from its start or from the end of its last step. */
export type Afterwards =
  /** The next cue plays. */
  | { readonly does: 'followOn'; readonly after: number; readonly from: 'start' | 'confirmed' }
  /** A second list of steps is sent. Example: the lower third is taken out after 5 s. */
  | {
      readonly does: 'timeOut';
      readonly after: number;
      readonly from: 'start' | 'confirmed';
      readonly steps: readonly Step[];
    };

/** A cue without its number. */
export interface Cue {
  readonly name: string;
  readonly note: string;
  readonly steps: readonly Step[];
  /** Not set: the list waits for Go. */
  readonly afterwards?: Afterwards;
}

/** Equal for names of lists with the same file: some disks do not distinguish `a` and `A`. */
export const listKey = (list: string): string => list.normalize().toLowerCase();

/** The lists of steps of a cue. */
export const partsOf = ({ steps, afterwards }: Cue) =>
  [
    ['steps', steps],
    ['timeOut', afterwards?.does === 'timeOut' ? afterwards.steps : []],
  ] as const;

export const allSteps = (cue: Cue): Step[] => partsOf(cue).flatMap(([, steps]) => steps);

/** The cues by number, in the order of their numbers. Example of numbers: `10`, `10.5`, `10.5.1`. */
export type CueList = ReadonlyMap<string, Cue>;

/** Maximum number of cues in a list, and of steps in a list of steps. */
export const MAX_CUES = 1000;
export const MAX_STEPS = 50;
/** Maximum of each time in seconds. */
export const MAX_SECONDS = 86_400;
/** Maximum characters of a name or a note. */
export const MAX_TEXT = 200;

/** The order of two numbers, group by group. Example: 9, 10, 10.5, 10.5.1, 10.40. */
export function compareNumbers(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => text.split('.').map(Number)) as [number[], number[]];
  for (let group = 0; group < Math.max(first.length, second.length); group += 1) {
    const difference = (first[group] ?? -1) - (second[group] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

export const sortCues = (cues: Iterable<readonly [string, Cue]>): CueList =>
  new Map([...cues].sort(([one], [other]) => compareNumbers(one, other)));

/** The number of the first cue after a number, which need not exist. Undefined number: the first cue. */
export function nextNumber(list: CueList, number: string | undefined): string | undefined {
  // The comparison of numbers takes long, so a number of the list is only looked for.
  let isPassed = number === undefined;
  const isListed = number !== undefined && list.has(number);
  for (const each of list.keys()) {
    if (isPassed || (!isListed && compareNumbers(each, number ?? '') > 0)) return each;
    isPassed = each === number;
  }
  return undefined;
}

/** The number of the last cue before a number. Undefined number: the last cue. */
export const previousNumber = (list: CueList, number: string | undefined): string | undefined =>
  [...list.keys()].findLast((each) => number === undefined || compareNumbers(each, number) < 0);

/** The numbers of the cues of a list, in their order. */
type Numbers = Pick<ReadonlySet<string>, 'has' | 'keys'>;

/**
 * The cues that a number of a person or a device can mean. The text of a cue means only this cue: 10.50 is another one than
 * 10.5. Other texts have a value: `010`, `10,5` and `20.000`, also 10.100000381469727, which is 10.1 in 32 bits.
 */
export function cuesOfNumber(numbers: Numbers, given: string): readonly string[] {
  if (isCueNumber(given)) return numbers.has(given) ? [given] : [];
  const number = numberIn(given);
  if (number === undefined) return [];
  return [...numbers.keys()].filter((each) => Math.fround(Number(each)) === Math.fround(number));
}

/** The only cue of a number. Throws `BAD_INPUT` with the cues to choose from. */
export const requireCue = (numbers: Numbers, given: string): string => {
  const cue = theOnly('cue', given, cuesOfNumber(numbers, given), String);
  if (cue === undefined) throw unknownName('cue', given, [...numbers.keys()]);
  return cue;
};
