import { listKey } from '../../cues/list.js';
import { CUES, type SavedCuesNode } from '../../saved/cues.js';
import { isEnvironment } from '../../saved/environment.js';
import { fieldValue } from '../../saved/field.js';
import { allNodes, type EditorNode, red } from '../base/red.js';
import { words } from '../base/words.js';
import { judgeField, type Verdict } from './judge.js';

/** The list of a node as the runtime finds it: by its name, or else by the id of the node. */
const keyOf = ({ id }: EditorNode, list: unknown): string => listKey(fieldValue(CUES.fields.list, list) || id);

/** Validates the name of a cue list. Only one node that runs can have it. */
export function judgeList(node: EditorNode, list: unknown): Verdict {
  const verdict = judgeField(CUES, node, 'list', list);
  if (verdict !== true || isEnvironment(list) || !runs(node)) return verdict;
  const others = allNodes().filter((each) => each.type === node.type && each.id !== node.id && runs(each));
  const isTaken = others.some((each: EditorNode & Pick<SavedCuesNode, 'list'>) => {
    return keyOf(each, each.list) === keyOf(node, list);
  });
  return !isTaken || words('cues.listTaken');
}

/** A node of a subflow runs once for each of its uses, or never. */
function runs({ d, z = '' }: EditorNode): boolean {
  const tab = red.nodes.workspace(z);
  return !d && tab != null && !tab.disabled;
}
