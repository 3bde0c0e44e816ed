import type { HubSnapshot } from '../../hub/queue/traffic.js';
import type { JournalRow } from '../../hub/records/journal.js';
import { ajax } from '../base/red.js';
import { words } from '../base/words.js';

/** A running hub, as reported by `src/nodes/endpoints/sidebar-routes.ts`. */
export interface HubReport extends HubSnapshot {
  /** Id of the configuration. In a subflow, each instance runs a hub with this id. */
  readonly id: string;
  /** Failed commands within the last minute. */
  readonly failures: number;
}

/** New commands of a hub, the oldest first, and the number of the last command. */
export interface JournalPage {
  readonly rows: readonly JournalRow[];
  readonly last: number;
}

/** The reason in the user's language. */
export class NoRuntimeAnswer extends Error {}

const endpoint = (...parts: readonly string[]): string => ['graphics-hub', ...parts.map(encodeURIComponent)].join('/');

/** All running hubs. Throws `NoRuntimeAnswer`. */
export const fetchHubs = (): Promise<readonly HubReport[]> => requestJson({ url: endpoint('hubs'), method: 'GET' });

/** The commands of a hub after this number. Throws `NoRuntimeAnswer`. */
export const fetchJournal = (id: string, after: number): Promise<JournalPage> =>
  requestJson({ url: `${endpoint('journal', id)}?after=${after}`, method: 'GET' });

/** Switches the rehearsal of a hub until its next start. Returns all running hubs. Throws `NoRuntimeAnswer`. */
export const switchRehearsal = (id: string, on: boolean): Promise<readonly HubReport[]> => {
  const json = { contentType: 'application/json', data: JSON.stringify({ on }) } as const;
  return requestJson({ url: endpoint('rehearsal', id), method: 'POST', ...json });
};

async function requestJson<T>(request: Parameters<typeof ajax>[0]): Promise<T> {
  try {
    return (await ajax(request)) as T;
  } catch (error) {
    const { status } = error as { readonly status?: number };
    if (status === 401 || status === 403) {
      const permission = `hub-config.${request.method === 'GET' ? 'read' : 'write'}`;
      throw new NoRuntimeAnswer(words('sidebar.forbidden', { permission }));
    }
    throw new NoRuntimeAnswer(words(status ? 'sidebar.failed' : 'pick.noRuntime'));
  }
}
