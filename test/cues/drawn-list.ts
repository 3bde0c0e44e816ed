import { type Afterwards, type Cue, type CueList, compareNumbers, type Step, sortCues } from '../../dist/cues/list.js';

/** A cue as the test draws it. `kinds`: a command or a message for each step, with its delay in seconds. */
export interface Drawn {
  readonly steps: readonly { readonly isMessage: boolean; readonly delay: number }[];
  readonly next: 'go' | 'followOn' | 'timeOut';
  readonly after: number;
  readonly from: 'start' | 'confirmed';
}

/** The cues have the numbers 10, 20, …, and each step has a name of its own, which differs in each revision. */
export const drawnList = (cues: readonly Drawn[], revision: number): CueList =>
  sortCues(cues.map((cue, index) => [`${10 * (index + 1)}`, cueOf(`${revision}:${10 * (index + 1)}`, cue)]));

function cueOf(name: string, { steps, next, after: seconds, from }: Drawn): Cue {
  const main = steps.map(({ isMessage, delay }, index) => stepOf(`${name}/steps/${index}`, isMessage, delay));
  const afterwards: Afterwards | undefined =
    next === 'go'
      ? undefined
      : next === 'followOn'
        ? { does: 'followOn', after: seconds, from }
        : { does: 'timeOut', after: seconds, from, steps: [stepOf(`${name}/timeOut/0`, false, 0.5)] };
  return { name: `cue ${name}`, note: '', steps: main, ...(afterwards && { afterwards }) };
}

const stepOf = (name: string, isMessage: boolean, delay: number): Step =>
  isMessage
    ? { does: 'message', topic: name, payload: 1, delay }
    : { does: 'command', operation: 'createRundown', params: { name: { type: 'str', value: name } }, delay };

/** The first number after another, by the rule of the issue. */
export const after = (list: CueList, number: string) =>
  [...list.keys()].find((each) => compareNumbers(each, number) > 0);

/** The last number before another. Undefined: before the end of the list. */
export const before = (list: CueList, number: string | undefined) =>
  [...list.keys()].findLast((each) => number === undefined || compareNumbers(each, number) < 0);

/** The name of a step, which the hub gets. */
export const nameOf = (step: Step): string =>
  step.does === 'command' ? String(step.params.name?.value) : step.does === 'message' ? step.topic : step.look;
