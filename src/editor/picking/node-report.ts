import type { LampReport } from '../../panels/lamp/lamp-report.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { askEndpoint } from '../base/endpoint.js';

/** The answers of `src/nodes/endpoints/live-route.ts`, by the kind of node. */
interface NodeReports {
  readonly panel: LastGestureReport;
  readonly lamp: LampReport;
}

/** Undefined if the node is not deployed, the user has no permission, or nothing answers. */
export async function fetchReport<Kind extends keyof NodeReports>(
  kind: Kind,
  id: string,
): Promise<NodeReports[Kind] | undefined> {
  try {
    const url = `graphics-hub/${kind}/${encodeURIComponent(id)}`;
    const { seen: report } = (await askEndpoint({ url, method: 'GET' })) as { readonly seen: NodeReports[Kind] | null };
    return report ?? undefined;
  } catch {
    return undefined;
  }
}
