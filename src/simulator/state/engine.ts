import { move, valueAt } from './motion.js';
import type { Engine, EngineFunction, EngineKind, EngineNode, EngineProperty, State } from './state.js';

/** What runs on an engine: the type of its loaded instance. */
export const engineTypeOf = ({ host }: Engine): EngineKind | undefined =>
  host.instances.find(({ status }) => status === 'Loaded')?.engineType;

/** The node of an engine; undefined if there is none. */
export const findNode = (state: State, engineId: number, nodePath: string): EngineNode | undefined =>
  state.engines.find(({ host }) => host.id === engineId)?.nodes.find(({ path }) => path === nodePath);

/** The property of that path; undefined if the node has none. */
export const findProperty = ({ properties }: EngineNode, path: string | undefined): EngineProperty | undefined =>
  properties.find((property) => property.path === path);

/** A property that the simulator's own data names. Throws if the node lacks it. */
export function propertyOf(node: EngineNode, path: string): EngineProperty {
  const property = findProperty(node, path);
  if (!property) throw new Error(`${node.path} has no property ${path}`);
  return property;
}

/** Sets properties of a node at once; values by path. */
export function setAtOnce(node: EngineNode, values: Readonly<Record<string, unknown>>, now: number): void {
  for (const [path, to] of Object.entries(values)) move(propertyOf(node, path), { ...AT_ONCE, to }, now);
}

const AT_ONCE = { keys: [], easing: 'Constant', duration: 0, delay: 0 } as const;

/** Calls a function of a node: stores its parameters' values, by the path of their property, and does its work. */
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
