import { isCueNumber } from '../base/names.js';
import { numberIn } from '../base/numbers.js';
import { theOnly, unknownName } from '../hub/complete/answers.js';

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
