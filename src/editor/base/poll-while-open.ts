import type { LampReport } from '../../panels/lamp/lamp-input.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { askEndpoint } from './endpoint.js';

/** The answers of `src/nodes/endpoints/json-routes.ts`, by the kind of node. */
interface NodeReports {
  readonly panel: LastGestureReport;
  readonly control: LastGestureReport;
  readonly lamp: LampReport;
}

/** Four times a second is as fast as a person reads. */
const POLL_INTERVAL_MS = 250;

/** Longer names are cut, because messages can hold any text. */
export const MAX_NAME_LENGTH = 60;

/**
 * Shows the report of a node until the dialog that holds `box` is closed. Each request waits for the previous answer.
 * The report is undefined if the node is not deployed, the user has no permission, or nothing answers. `askedAt` is in
 * ms of `performance.now()`: the answer can be late.
 */
export async function pollWhileOpen<Kind extends keyof NodeReports>(
  box: HTMLElement,
  kind: Kind,
  id: string,
  show: (report: NodeReports[Kind] | undefined, askedAt: number) => void,
): Promise<void> {
  while (box.isConnected) {
    const askedAt = performance.now();
    const answer = await askEndpoint<{ readonly report: NodeReports[Kind] | null }>([kind, id]).catch(() => undefined);
    if (box.isConnected) show(answer?.report ?? undefined, askedAt);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
