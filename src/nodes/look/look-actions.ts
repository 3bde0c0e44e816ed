import { StoredError } from '../../stored/stored-error.js';
import { fileError } from '../desk/file-error.js';
import type { LookNode } from './look-node.js';

/** The actions of the sidebar. */
export const LOOK_ACTIONS = ['recall', 'store', 'update', 'compare', 'restore', 'rename', 'delete', 'import'] as const;

/** An action on the looks of a node. */
export interface LookAction {
  readonly action: (typeof LOOK_ACTIONS)[number];
  readonly look: string;
  /** The new name. */
  readonly to: string;
  /** Looks to import. */
  readonly text: string;
}

/** Acts, and returns the values, with their outcomes after a recall, or the differences. Rejects with a HubError. */
export async function actOnLooks(node: LookNode, request: LookAction): Promise<readonly object[]> {
  try {
    return await resultOf(node, request);
  } catch (thrown) {
    // An imported text has no path.
    const isText = thrown instanceof StoredError && request.action === 'import';
    throw fileError(thrown, isText ? '' : node.path);
  }
}

async function resultOf(node: LookNode, { action, look, to, text }: LookAction): Promise<readonly object[]> {
  const { desk } = node;
  switch (action) {
    case 'recall':
      return (await node.press({ operation: 'recall', look }, node.id)).entries;
    case 'store':
      return desk.add(look);
    case 'update':
      return desk.store(look);
    case 'compare':
      return desk.compare(look);
    case 'restore':
      return node.restoreAll();
    case 'rename':
      await desk.rename(look, to);
      return [];
    case 'delete':
      await desk.delete(look);
      return [];
    case 'import':
      await desk.import(text);
      return [];
  }
}
