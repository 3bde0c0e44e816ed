import { callFunction, findNode, propertyOf } from '../state/engine.js';
import { valueAt } from '../state/motion.js';
import type { EngineFunction, EngineNode, Fields, Press, PressableButton, State } from '../state/state.js';
import { adapt, misfit } from '../state/value.js';

/** A button as the hub tells it. */
export const showButton = ({ id, key, label }: PressableButton) => ({ id, key, label });

/** The button that a request names, by its key or by its id (docs/interface.md "Seen in the field"). */
export const findButton = <B extends PressableButton>(buttons: readonly B[], name: string | undefined): B | undefined =>
  buttons.find(({ key }) => key === name) ?? buttons.find(({ id }) => id === name);

/** Does what a button does, to its item's data and to an engine, which may be gone by now. */
export function press(state: State, { sets, calls }: Press, data: Fields, now: number): void {
  Object.assign(data, sets);
  const node = calls && findNode(state, calls.engineId, calls.nodePath);
  const fn = node?.functions.find(({ path }) => path === calls?.functionPath);
  if (node && fn) callFunction(node, fn, parametersFrom(data, node, fn, now), now);
}

/** The function's parameters take the data of their own name, where it fits. */
function parametersFrom(data: Fields, node: EngineNode, { parameters }: EngineFunction, now: number): Fields {
  const fitting = Object.entries(parameters).flatMap(([name, path]) => {
    if (!Object.hasOwn(data, name)) return [];
    const held = valueAt(propertyOf(node, path), now);
    const value = adapt(held, data[name]);
    return misfit(held, value, name) === undefined ? [[path, value]] : [];
  });
  return Object.fromEntries(fitting);
}
