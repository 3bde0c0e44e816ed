import { StoredError } from '../../stored/stored-error.js';
import { fileError } from '../desk/file-error.js';
import type { LookNode } from './look-node.js';

/** An action on the looks of a node, as the sidebar asks for it. */
export interface LookAction {
  readonly action: keyof typeof LOOK_ACTIONS;
  readonly look: string;
  /** The new name. */
  readonly to: string;
  /** Looks to import. */
  readonly text: string;
}

/** The values, with their outcomes after a recall, or the differences. Other results count for nothing. */
type Act = (node: LookNode, fields: Omit<LookAction, 'action'>) => Promise<unknown>;

export const LOOK_ACTIONS = {
  recall: async (node, { look }) => (await node.press({ operation: 'recall', look }, node.id)).entries,
  store: ({ desk }, { look }) => desk.add(look),
  update: ({ desk }, { look }) => desk.store(look),
  compare: ({ desk }, { look }) => desk.compare(look),
  restore: (node) => node.restoreAll(),
  rename: ({ desk }, { look, to }) => desk.rename(look, to),
  delete: ({ desk }, { look }) => desk.delete(look),
  import: ({ desk }, { text }) => desk.import(text),
} satisfies Record<string, Act>;

/** Acts, and returns the values or the differences. Rejects with a HubError. */
export async function actOnLooks(node: LookNode, { action, ...fields }: LookAction): Promise<readonly unknown[]> {
  try {
    const result: unknown = await LOOK_ACTIONS[action](node, fields);
    return Array.isArray(result) ? result : [];
  } catch (thrown) {
    // An imported text has no path.
    const isText = thrown instanceof StoredError && action === 'import';
    throw fileError(thrown, isText ? '' : node.path);
  }
}
