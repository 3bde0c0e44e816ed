import type { HubSnapshot } from '../../../hub/queue/traffic.js';
import type { JournalRow } from '../../../hub/records/journal.js';
import type { Problem } from '../../../hub/words/problem.js';
import type { CheckedField } from '../../../recording/checked-field.js';
import { askEndpoint } from '../../base/endpoint.js';
import { type Ajax, red } from '../../base/red.js';
import { words } from '../../base/words.js';
import { problemText } from '../../picking/runtime-api.js';

/** A running hub, as reported by `src/nodes/endpoints/sidebar-routes.ts`. */
export interface HubReport extends HubSnapshot {
  /** Id of the configuration. In a subflow, each instance runs a hub with this id. */
  readonly id: string;
  /** Failed presses and movements within the last minute. */
  readonly failures: number;
  /** The number of commands that have ended. */
  readonly commands: number;
  /** The address of its picture, if it is the simulator in Node-RED. */
  readonly simulator?: string;
}

/** New and changed rows of a hub, the oldest first, and its last update. */
export interface JournalPage {
  readonly rows: readonly JournalRow[];
  readonly last: number;
}

/** The reason in the user's language. */
export class NoRuntimeAnswer extends Error {}

export const endpoint = (...parts: readonly string[]): string =>
  ['graphics-hub', ...parts.map(encodeURIComponent)].join('/');

/** All running hubs. Throws `NoRuntimeAnswer`. */
export const fetchHubs = (): Promise<readonly HubReport[]> => requestJson({ url: endpoint('hubs'), method: 'GET' });

/** The rows of a hub that changed after this update. Throws `NoRuntimeAnswer`. */
export const fetchJournal = (id: string, after: number): Promise<JournalPage> =>
  requestJson({ url: `${endpoint('journal', id)}?after=${after}`, method: 'GET' });

/** Switches the rehearsal of a hub until its next start. Returns all running hubs. Throws `NoRuntimeAnswer`. */
export const switchRehearsal = (id: string, on: boolean): Promise<readonly HubReport[]> => {
  const json = { contentType: 'application/json', data: JSON.stringify({ on }) } as const;
  return requestJson({ url: endpoint('rehearsal', id), method: 'POST', ...json });
};

/** Compares nodes with a hub. Throws `NoRuntimeAnswer`. */
export const checkFlows = async (id: string, flows: readonly object[]): Promise<readonly CheckedField[]> =>
  (await requestCheck<{ readonly fields: readonly CheckedField[] }>('check-flows', id, { flows })).fields;

/** The report on a hub as text, in the user's language. Throws `NoRuntimeAnswer`. */
export const checkHub = async (id: string): Promise<string> =>
  (await requestCheck<{ readonly text: string }>('check-hub', id, { language: red.i18n.lang() })).text;

/** Asks `src/nodes/endpoints/recording-routes.ts`. */
async function requestCheck<T extends object>(path: string, id: string, question: object): Promise<T> {
  const json = { contentType: 'application/json', data: JSON.stringify(question) } as const;
  const answer = await requestJson<T | { readonly problem: Problem }>({
    url: endpoint(path, id),
    method: 'POST',
    ...json,
  });
  if ('problem' in answer) throw new NoRuntimeAnswer(problemText(answer.problem));
  return answer;
}

/** Starts the simulator in Node-RED, or finds the running one. Returns its address. Throws `NoRuntimeAnswer`. */
export async function startSimulator(): Promise<string> {
  const json = { contentType: 'application/json', data: '{}' } as const;
  const { url } = await requestJson<{ readonly url: string }>({ url: endpoint('simulator'), method: 'POST', ...json });
  return url;
}

/** `area` is the first part of the permission. Throws `NoRuntimeAnswer`. */
export async function requestJson<T>(request: Ajax, area = 'hub-config'): Promise<T> {
  try {
    return (await askEndpoint(request)) as T;
  } catch (error) {
    const { status } = error as { readonly status?: number };
    if (status === 401 || status === 403) {
      const permission = `${area}.${request.method === 'GET' ? 'read' : 'write'}`;
      throw new NoRuntimeAnswer(words('sidebar.forbidden', { permission }));
    }
    if (status === 409) throw new NoRuntimeAnswer(words('sidebar.check.busy'));
    throw new NoRuntimeAnswer(words(status ? 'sidebar.failed' : 'pick.noRuntime'));
  }
}
