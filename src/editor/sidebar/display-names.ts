import type { JournalRow } from '../../hub/records/journal.js';
import { failureSentence } from '../../hub/words/sentence.js';
import { targetNames } from '../../hub/words/target-names.js';
import { hubName } from '../base/hub-suffix.js';
import { type OperationNode, paramOf } from '../base/node-types.js';
import { red } from '../base/red.js';
import { operationByName } from '../base/table.js';
import { problemWords } from '../base/words.js';

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

/** The sentence of a failed command, as at a Catch node. Blank for another command. */
export function failureText({ operation: name, target, node: id, code, outcome, facts = {} }: JournalRow): string {
  const operation = operationByName(name);
  if (!code || code === 'REHEARSAL' || outcome === 'done' || !operation) return '';
  const node = red.nodes.node(id) as Partial<OperationNode> | null | undefined;
  const called = targetNames(operation, target, node?.params);
  const place = { operation, hub: hubName(node?.hub), node: node?.name || id };
  return failureSentence(problemWords, { code, outcome, facts: { ...facts, called } }, place);
}

/** The target of a command in names, e.g. `Studio A › Mixer › Overlay Opacity`. */
export function targetText({ operation: name, target, node }: JournalRow): string {
  const operation = operationByName(name);
  const { params } = (red.nodes.node(node) ?? {}) as Partial<OperationNode>;
  return Object.values(operation ? targetNames(operation, target, params) : target).join(' › ');
}
