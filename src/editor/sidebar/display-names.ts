import type { JournalRow } from '../../hub/records/journal.js';
import { targetNames } from '../../hub/words/target-names.js';
import { type OperationNode, paramOf } from '../base/node-types.js';
import { red } from '../base/red.js';
import { operationByName } from '../base/table.js';

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

/** The target of a command in names, e.g. `Studio A › Mixer › Overlay Opacity`. */
export function targetText({ operation: name, target, node }: JournalRow): string {
  const operation = operationByName(name);
  const { params } = (red.nodes.node(node) ?? {}) as Partial<OperationNode>;
  return Object.values(operation ? targetNames(operation, target, params) : target).join(' › ');
}
