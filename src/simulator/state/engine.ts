import { move, valueAt } from './motion.js';
import type { Engine, EngineFunction, EngineKind, EngineNode, EngineProperty, SimulatorState } from './state.js';

/** The type of the loaded instance of an engine. */
export const engineTypeOf = ({ host }: Engine): EngineKind | undefined =>
  host.instances.find(({ status }) => status === 'Loaded')?.engineType;

export const findNode = (state: SimulatorState, engineId: number, nodePath: string): EngineNode | undefined =>
  state.engines.find(({ host }) => host.id === engineId)?.nodes.find(({ path }) => path === nodePath);

export const findProperty = ({ properties }: EngineNode, path: string | undefined): EngineProperty | undefined =>
  properties.find((property) => property.path === path);

/** A property that the simulator's own data contains. Throws if the node does not have it. */
export function propertyOf(node: EngineNode, path: string): EngineProperty {
  const property = findProperty(node, path);
  if (!property) throw new Error(`${node.path} has no property ${path}`);
  return property;
}

/** Sets properties of a node at once, by path. */
export function setAtOnce(node: EngineNode, values: Readonly<Record<string, unknown>>, now: number): void {
  for (const [path, to] of Object.entries(values)) move(propertyOf(node, path), { ...AT_ONCE, to }, now);
}

const AT_ONCE = { keys: [], easing: 'Constant', duration: 0, delay: 0 } as const;

/** Calls a function of a node. `values` has the parameters, by the path of their property. */
export function callFunction(
  node: EngineNode,
  { sets, swaps, runs, holds }: EngineFunction,
  values: Readonly<Record<string, unknown>>,
  now: number,
): void {
  setAtOnce(node, { ...values, ...sets }, now);
  const held = (path: string) => valueAt(propertyOf(node, path), now);
  if (swaps) {
    const { one, other } = swaps;
    const later = { ...AT_ONCE, delay: Math.max(Number(held(swaps.after)), 0) };
    const [first, second] = [held(one), held(other)];
    move(propertyOf(node, one), { ...later, to: second }, now);
    move(propertyOf(node, other), { ...later, to: first }, now);
  }
  if (holds) setAtOnce(node, { [holds]: held(holds) }, now);
  if (runs) {
    const duration = Math.max(runs.end - Number(held(runs.path)), 0);
    move(propertyOf(node, runs.path), { keys: [], to: runs.end, easing: 'Linear', duration, delay: 0 }, now);
  }
}
