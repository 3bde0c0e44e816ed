import { createHash } from 'node:crypto';
import { requireCue } from '../../cues/find-cue.js';
import type { CueList } from '../../cues/list.js';
import type { Hub } from '../../hub/hub.js';
import { HubError } from '../../hub/wire/errors.js';
import { requireLook } from '../../looks/edit-looks.js';
import type { CheckStored } from '../../recording/flow-check.js';
import { fileError } from '../look/look-error.js';
import {
  cuesOf,
  looksOf,
  type RunningCues,
  type RunningHub,
  type RunningLooks,
  running,
} from '../registry/registry.js';
import { problemOf } from './redact.js';

/** Checks names of looks and numbers of cues as a press finds them, in the files of the deployed nodes. */
export const storedCheck =
  ({ hub, settings }: RunningHub): CheckStored =>
  async (field, value, node) => {
    let isKnown = false;
    try {
      if (field === 'look') {
        const names = await lookNames(looksOf(hub, node));
        isKnown = true;
        requireLook(names, value);
      } else {
        const list = cueList(cuesOf(hub, node));
        isKnown = true;
        requireCue(list, value);
      }
      return { verdict: 'present' };
    } catch (thrown) {
      if (!(thrown instanceof HubError)) throw thrown;
      const problem = problemOf(thrown, { [field]: value }, settings);
      return { verdict: isKnown ? 'missing' : 'unread', problem };
    }
  };

/** The names of the looks of a node. Throws a HubError if there is no node for them, or if its file cannot be read. */
export async function lookNames(looks: RunningLooks | undefined): Promise<ReadonlySet<string>> {
  if (!looks) throw new HubError('BAD_INPUT', { sentence: 'noLookNode' });
  try {
    return new Set((await looks.desk.list()).keys());
  } catch (thrown) {
    throw fileError(thrown, looks.path);
  }
}

/** The same for the cues of a list. */
function cueList(cues: RunningCues | undefined): CueList {
  if (!cues) throw new HubError('BAD_INPUT', { sentence: 'noCuesNode' });
  const { state, problem } = cues.desk;
  if (!state || problem !== undefined) throw fileError(problem ?? new HubError('CLOSED'), cues.path);
  return state.list;
}

/** A text that changes with the names of the looks and the numbers of the cues of a hub. */
export function storedMark(hub: Hub): string {
  const looks = [...running.looks].filter(([, each]) => each.hub === hub);
  const cues = [...running.cues].filter(([, each]) => each.hub === hub);
  const names = [
    ...looks.map(([id, { desk }]) => [id, ...(desk.names ?? [])]),
    ...cues.map(([id, { desk }]) => [id, ...(desk.problem === undefined ? (desk.state?.list.keys() ?? []) : [])]),
  ];
  return createHash('sha256').update(JSON.stringify(names)).digest('base64url');
}
