import { isListName } from '../../base/names.js';
import { cuesWithLook, renameLookInCues } from '../../cues/edit-list.js';
import { type CueList, listKey } from '../../cues/list.js';
import type { SavedLookNode } from '../../saved/look.js';
import { deskNodesOf } from '../base/control-actions.js';
import { type CuesNode, canWriteCues, cuesNodes, editCues, listNameOf, readCues } from '../base/cue-lists.js';
import { RequestError, reasonOf } from '../base/endpoint.js';
import { hubConfigOf } from '../base/hubs.js';
import { nodeName } from '../base/node-label.js';
import type { EditorNode } from '../base/red.js';
import { firstTexts, words } from '../base/words.js';
import type { Desk, Use, Uses } from '../desk/desk.js';
import type { NewNames } from '../desk/new-names.js';
import { notChanged } from '../desk/uses-bar.js';

type LookNode = EditorNode & SavedLookNode;

/** The looks of a file. */
export const LOOKS: Desk = {
  ...{ type: 'hub-look', field: 'look', nodeField: 'lookNode' },
  texts: { uses: 'sidebar.looks.uses', update: 'renames.update' },
  needsName: () => true,
  isSame: (one, other) => isSameFile(one as LookNode, other as LookNode),
  usesInFiles: (node, names) => usesInLists(node as LookNode, names),
};

/** Nodes with the same hub and the same file share their looks. */
const isSameFile = (one: LookNode, other: LookNode): boolean =>
  hubConfigOf(one, one.hub)?.id === hubConfigOf(other, other.hub)?.id && (one.file ?? '') === (other.file ?? '');

/** The most numbers of cues in the text of a list. */
const MAX_NUMBERS = 8;

/** The cue lists that recall looks of a node. */
async function usesInLists(node: LookNode, names: NewNames): Promise<Uses> {
  const uses: Use[] = [];
  const failures: string[] = [];
  const renamed = (cues: CueList) => [...names].reduce((list, [from, to]) => renameLookInCues(list, from, to), cues);
  for (const [list, cuesNode] of canWriteCues() ? listsOf(node) : [])
    try {
      const { cues } = await readCues(list);
      const numbers = [...names.keys()].flatMap((from) => cuesWithLook(cues, from));
      const text = `${nodeName(cuesNode.id)}: ${firstTexts(MAX_NUMBERS, numbers)}`;
      if (numbers.length > 0) uses.push({ text, node: cuesNode, write: () => write(list, renamed) });
    } catch (error) {
      failures.push(notChanged(nodeName(cuesNode.id), reasonOf(error)));
    }
  return { uses, failures };
}

async function write(list: string, change: (cues: CueList) => CueList): Promise<void> {
  if (!(await editCues(list, change))) throw new RequestError(words('cues.edit.changed'), 200);
}

/**
 * The lists whose looks are those of a node, each with a node that plays it. A cue names only its look. So all nodes for
 * looks of the hub must have the same file, and all nodes with the list the same hub.
 */
function listsOf(node: LookNode): ReadonlyMap<string, CuesNode> {
  const hub = hubConfigOf(node, node.hub)?.id;
  const isOnly = hub !== undefined && deskNodesOf('hub-look', hub).every((each) => LOOKS.isSame(each, node));
  const isOfHub = (each: CuesNode) => hubConfigOf(each, each.hub)?.id === hub;
  const nodes = isOnly ? cuesNodes().filter((each) => isListName(listNameOf(each))) : [];
  const others = new Set(nodes.filter((each) => !isOfHub(each)).map((each) => listKey(listNameOf(each))));
  const own = nodes.filter((each) => !others.has(listKey(listNameOf(each))));
  return new Map(own.map((each) => [listNameOf(each), each]));
}
