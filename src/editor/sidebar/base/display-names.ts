import type { JournalRow } from '../../../hub/records/journal.js';
import type { TargetNames } from '../../../hub/words/problem.js';
import { failureSentence } from '../../../hub/words/sentence.js';
import { targetNames } from '../../../hub/words/target-names.js';
import { hubName } from '../../base/hub-suffix.js';
import { type OperationNode, paramOf } from '../../base/node-types.js';
import { red } from '../../base/red.js';
import { operationByName } from '../../base/table.js';
import { problemWords } from '../../base/words.js';

/** The name of a lane. The ids become names if a node of the hub uses this lane and its dialog saved names. */
export function laneName(lane: readonly string[], hub: string): string {
  let names = lane;
  red.nodes.eachNode((node) => {
    const { hub: usedHub, params } = node as Partial<OperationNode>;
    if (usedHub !== hub || !params) return;
    const saved = Object.keys(params).map((name) => paramOf(params, name));
    const pickedParams = lane.map((part) => saved.find((param) => param?.value === part));
    if (pickedParams.every(Boolean)) names = pickedParams.map((param, index) => param?.label || String(lane[index]));
  });
  return names.join(' › ');
}

/** The names of the things of a command, as its node saved them. */
export function targetNamesOf({ operation: name, target, node: id }: JournalRow): TargetNames {
  const operation = operationByName(name);
  const { params } = (red.nodes.node(id) ?? {}) as Partial<OperationNode>;
  return operation ? targetNames(operation, target, params) : target;
}

/** The sentence of a failed command, as at a Catch node, or of one that would fail. Blank for another command. */
export function failureText(row: JournalRow): string {
  const { operation: name, node: id, code, outcome, facts = {} } = row;
  const operation = operationByName(name);
  if (!code || (code === 'REHEARSAL' && !facts.wouldFail) || outcome === 'done' || !operation) return '';
  const node = red.nodes.node(id) as Partial<OperationNode> | null | undefined;
  const place = { operation, hub: hubName(node?.hub), node: node?.name };
  return failureSentence(problemWords, { code, outcome, facts: { ...facts, called: targetNamesOf(row) } }, place);
}

/** The target of a command in names, e.g. `Studio A › Mixer › Overlay Opacity`. */
export const targetText = (row: JournalRow): string => Object.values(targetNamesOf(row)).join(' › ');
