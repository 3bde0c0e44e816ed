import type { RenamedThing } from '../hub/lists/agreement.js';
import type { SendRead } from '../hub/lookup/look-ups.js';
import { HubError } from '../hub/wire/errors.js';
import { checkParams } from '../hub/wire/request.js';
import { requireLook } from '../looks/edit-looks.js';
import { findThings } from './find-things.js';
import { type CueList, partsOf, type Step } from './list.js';
import type { Part } from './run.js';

/** A step that would fail now, or that has renamed things. */
export interface Finding {
  readonly number: string;
  readonly part: Part;
  /** Its index in its part. */
  readonly step: number;
  readonly error?: HubError;
  readonly renamed?: readonly RenamedThing[];
}

/**
 * Finds the steps that would fail or have renamed things, with reads only. `looks`: the names of the looks, or the
 * error if there is no node for them.
 */
export async function checkCues(
  list: CueList,
  read: SendRead,
  looks: ReadonlySet<string> | HubError,
): Promise<Finding[]> {
  const once = readOnce(read);
  const findings: Finding[] = [];
  for (const [number, cue] of list)
    for (const [part, steps] of partsOf(cue))
      for (const [index, step] of steps.entries()) {
        const finding = await findingOf(step, once, looks);
        if (finding) findings.push({ number, part, step: index, ...finding });
      }
  return findings;
}

async function findingOf(
  step: Step,
  read: SendRead,
  looks: ReadonlySet<string> | HubError,
): Promise<Pick<Finding, 'error' | 'renamed'> | undefined> {
  if (step.does === 'message') return undefined;
  try {
    if (step.does === 'look') {
      if (looks instanceof HubError) return { error: looks };
      requireLook(looks, step.look);
      return undefined;
    }
    const { operation, params, renamed } = await findThings(step, { recent: (list, params) => read(list, params) });
    checkParams(operation, params);
    return renamed.length > 0 ? { renamed } : undefined;
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return { error: step.does === 'command' ? error.with({ operation: step.operation }) : error };
  }
}

/** Sends each read once. */
function readOnce(read: SendRead): SendRead {
  const answers = new Map<string, Promise<unknown>>();
  return (name, params) => {
    const key = JSON.stringify([name, params]);
    const answer = answers.get(key) ?? read(name, params);
    answers.set(key, answer);
    return answer;
  };
}
