import type { Gesture } from '../../panels/gesture.js';
import { ajax } from '../base/red.js';

/** What a deployed panel node was told last (src/nodes/input/seen-gestures.ts). */
export interface Seen {
  readonly count: number;
  readonly gesture?: Gesture;
  readonly ends?: { readonly least: number; readonly most: number };
  readonly out?: unknown;
}

/** Asks the runtime; undefined where the node is not deployed, the login may not, or nothing answers. */
export async function seenBy(id: string): Promise<Seen | undefined> {
  try {
    const url = `graphics-hub/panel/${encodeURIComponent(id)}`;
    const { seen } = (await ajax({ url, method: 'GET' })) as { readonly seen: Seen | null };
    return seen ?? undefined;
  } catch {
    return undefined;
  }
}
