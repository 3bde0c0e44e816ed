import type { JournalRow } from '../../hub/records/journal.js';
import { targetNames } from '../../hub/words/target-names.js';
import { red } from '../base/red.js';
import { type OperationNode, paramOf } from '../base/saved.js';
import { operationNamed } from '../base/table.js';

/** What a lane is named after, as people know it: by a node of its hub that sends there, where its dialog picked names. */
export function laneName(lane: readonly string[], hub: string): string {
  let names = lane;
  red.nodes.eachNode((node) => {
    const { hub: used, params } = node as Partial<OperationNode>;
    if (used !== hub || !params) return;
    const saved = Object.keys(params).map((name) => paramOf(params, name));
    const picked = lane.map((part) => saved.find((param) => param?.value === part));
    if (picked.every(Boolean)) names = picked.map((param, index) => param?.label || String(lane[index]));
  });
  return names.join(' › ');
}

/** What a command acted upon, as people know it, e.g. `Studio A › Mixer › Overlay Opacity`. */
export function targetOf({ operation: name, target, node }: JournalRow): string {
  const operation = operationNamed(name);
  const { params } = (red.nodes.node(node) ?? {}) as Partial<OperationNode>;
  return Object.values(operation ? targetNames(operation, target, params) : target).join(' › ');
}
