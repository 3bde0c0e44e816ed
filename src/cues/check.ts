import type { Read } from '../hub/lookup/lookup-cache.js';
import { badInput, HubError } from '../hub/wire/errors.js';
import { checkParams } from '../hub/wire/request.js';
import { requireLook } from '../looks/edit-looks.js';
import { findThings } from './find-things.js';
import type { CueList, Step } from './list.js';
import { readOnce } from './read-once.js';
import type { Part } from './run.js';

/** A step that would fail now. */
export interface Finding {
  readonly number: string;
  readonly part: Part;
  /** Its index in its part. */
  readonly step: number;
  readonly error: HubError;
}

/**
 * Finds the steps whose things, values or looks do not exist, with reads only. `looks`: the names of the looks, or the
 * error if there is no node for them.
 */
export async function checkCues(list: CueList, read: Read, looks: ReadonlySet<string> | HubError): Promise<Finding[]> {
  const once = readOnce(read);
  const findings: Finding[] = [];
  for (const [number, { steps, afterwards }] of list) {
    const later = afterwards?.does === 'timeOut' ? afterwards.steps : [];
    const all = [...steps.map(placeIn('steps')), ...later.map(placeIn('timeOut'))];
    for (const { part, index, step } of all) {
      const error = await faultOf(step, once, looks);
      if (error) findings.push({ number, part, step: index, error });
    }
  }
  return findings;
}

const placeIn =
  (part: Part) =>
  (step: Step, index: number): { readonly part: Part; readonly index: number; readonly step: Step } => ({
    part,
    index,
    step,
  });

async function faultOf(step: Step, read: Read, looks: ReadonlySet<string> | HubError): Promise<HubError | undefined> {
  if (step.does === 'message') return undefined;
  try {
    if (step.does === 'look') {
      if (looks instanceof HubError) return looks;
      requireLook(looks, step.look);
      return undefined;
    }
    const { operation, params } = await findThings(step, read);
    checkParams(operation, params);
    return undefined;
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return step.does === 'command' ? error.with({ operation: step.operation }) : error;
  }
}

/** Throws a HubError if a list does not have a cue. Numbers come from people and messages. */
export function requireCue(list: CueList, number: string): void {
  if (!list.has(number)) throw badInput('cue', number, { key: 'choice', options: [...list.keys()] });
}
