import { isListName } from '../../base/names.js';
import { cuesWithLook, renameLookInCues } from '../../cues/edit-list.js';
import { deskNodesOf } from '../base/control-actions.js';
import { type CuesNode, canWriteCues, cuesNodes, listNameOf, readCues, writeCues } from '../base/cue-lists.js';
import { reasonOf } from '../base/endpoint.js';
import { hubConfigOf } from '../base/hubs.js';
import { red } from '../base/red.js';
import { isSameFile, type LookNode } from './node-uses.js';

/** A cue list with steps that recall a look. */
export interface CueUse {
  /** The node that plays it. */
  readonly node: CuesNode;
  readonly list: string;
  /** The numbers of its cues with such a step. */
  readonly numbers: readonly string[];
}

interface CueUses {
  readonly uses: readonly CueUse[];
  /** The reasons why lists could not be read. */
  readonly failures: readonly string[];
}

/** The lists that recall a look of a `hub-look`. */
export async function cueUses(id: string, look: string): Promise<CueUses> {
  const uses: CueUse[] = [];
  const failures: string[] = [];
  for (const [list, node] of canWriteCues() ? listsOf(id) : [])
    try {
      const numbers = cuesWithLook((await readCues(list)).cues, look);
      if (numbers.length > 0) uses.push({ node, list, numbers });
    } catch (error) {
      failures.push(reasonOf(error));
    }
  return { uses, failures };
}

/**
 * The lists whose looks are those of a `hub-look`, each with a node that plays it. A cue names only its look. So all nodes
 * for looks of the hub must have the same file, and all nodes with the list the same hub.
 */
function listsOf(id: string): ReadonlyMap<string, CuesNode> {
  const renaming = red.nodes.node(id) as LookNode | null | undefined;
  const hub = renaming ? hubConfigOf(renaming, renaming.hub)?.id : undefined;
  if (!renaming || hub === undefined) return new Map();
  if (!deskNodesOf('hub-look', hub).every((each) => isSameFile(each as LookNode, renaming))) return new Map();
  const isOfHub = (node: CuesNode) => hubConfigOf(node, node.hub)?.id === hub;
  const others = new Set(
    cuesNodes()
      .filter((node) => !isOfHub(node))
      .map(listNameOf),
  );
  const own = cuesNodes().map((node) => [listNameOf(node), node] as const);
  return new Map(own.filter(([list]) => isListName(list) && !others.has(list)));
}

/** Saves the new name of a look in a list at once. The changes of others stay. Rejects with a `RequestError`. */
export async function renameInList(list: string, from: string, to: string): Promise<void> {
  let stored = await readCues(list);
  do stored = await writeCues(list, stored.revision, renameLookInCues(stored.cues, from, to));
  while (stored.isChanged);
}
