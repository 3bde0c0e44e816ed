import type { Problem } from '../../../hub/words/problem.js';
import type { LookEntry } from '../../../looks/entries.js';
import type { LookDifference } from '../../dialogs/look-differences.js';
import { problemSentence } from '../../picking/runtime-api.js';
import { endpoint, NoRuntimeAnswer, requestJson } from '../base/sidebar-api.js';

export interface LookReport {
  readonly name: string;
  readonly state: 'on' | 'changed' | 'recalling' | 'unknown' | 'empty';
  /** The number of values that differ. */
  readonly differences: number;
}

/** The looks of a deployed node, as reported by `src/nodes/endpoints/look-routes.ts`. */
export interface LookNodeReport {
  readonly id: string;
  /** Id of the configuration. */
  readonly hub: string;
  readonly name: string;
  readonly looks: readonly LookReport[];
  /** The engines that wait for a person before they are restored. */
  readonly asking: readonly string[];
  /** The reason why its file cannot be read. */
  readonly problem?: Problem;
}

interface LookRequest {
  readonly action: 'recall' | 'compare' | 'restore' | 'rename' | 'delete';
  readonly look?: string;
  /** The new name. */
  readonly to?: string;
}

const AREA = 'hub-look';

/** The looks of all deployed nodes. Throws `NoRuntimeAnswer`. */
export const fetchLooks = (): Promise<readonly LookNodeReport[]> =>
  requestJson({ url: endpoint('looks'), method: 'GET' }, AREA);

/** Each value with its outcome. Blank for a rename or a delete. Throws `NoRuntimeAnswer`. */
export const actOnLook = (id: string, request: LookRequest): Promise<readonly LookEntry[]> => send(id, request);

/** Throws `NoRuntimeAnswer`. */
export const compareLook = (id: string, look: string): Promise<readonly LookDifference[]> =>
  send(id, { action: 'compare', look });

async function send<Entry>(id: string, request: LookRequest): Promise<readonly Entry[]> {
  const json = { contentType: 'application/json', data: JSON.stringify(request) } as const;
  const answer = await requestJson<{ readonly entries: readonly Entry[] } | { readonly problem: Problem }>(
    { url: endpoint('looks', id), method: 'POST', ...json },
    AREA,
  );
  if ('problem' in answer) throw new NoRuntimeAnswer(problemSentence(answer.problem));
  return answer.entries;
}
