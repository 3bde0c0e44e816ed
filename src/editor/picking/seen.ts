import type { Gesture } from '../../panels/gesture.js';
import type { SeenLamp } from '../../panels/lamp/seen.js';
import { ajax } from '../base/red.js';

/** What a deployed panel node was told last (src/panels/mapping/last-gesture.ts). */
export interface Seen {
  readonly count: number;
  readonly gesture?: Gesture;
  readonly ends?: { readonly least: number; readonly most: number };
  readonly out?: unknown;
}

/** What the runtime tells of a node by its kind (src/nodes/endpoints/live-route.ts). */
interface Told {
  readonly panel: Seen;
  readonly lamp: SeenLamp;
}

/** Asks the runtime; undefined where the node is not deployed, the login may not, or nothing answers. */
export async function seenBy<Kind extends keyof Told>(kind: Kind, id: string): Promise<Told[Kind] | undefined> {
  try {
    const url = `graphics-hub/${kind}/${encodeURIComponent(id)}`;
    const { seen } = (await ajax({ url, method: 'GET' })) as { readonly seen: Told[Kind] | null };
    return seen ?? undefined;
  } catch {
    return undefined;
  }
}
