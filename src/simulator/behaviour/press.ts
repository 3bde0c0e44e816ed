import { callFunction, findNode, propertyOf } from '../state/engine.js';
import type { ButtonAction, ItemData, PressableButton } from '../state/item-data.js';
import { valueAt } from '../state/motion.js';
import type { EngineFunction, EngineNode, SimulatorState } from '../state/state.js';
import { adapt, misfit } from '../state/value.js';

/** A button as the hub lists it. */
export const showButton = ({ id, key, label }: PressableButton) => ({ id, key, label });

/** The button of a request, by its key or by its id (docs/develop/interface.md "Seen in the field"). */
export const findButton = <B extends PressableButton>(buttons: readonly B[], name: string | undefined): B | undefined =>
  buttons.find(({ key }) => key === name) ?? buttons.find(({ id }) => id === name);

/** Runs the action of a button on the data of its item and on an engine. The engine may not exist any more. */
export function press(state: SimulatorState, { sets, calls }: ButtonAction, data: ItemData, now: number): void {
  Object.assign(data, sets);
  const node = calls && findNode(state, calls.engineId, calls.nodePath);
  const fn = node?.functions.find(({ path }) => path === calls?.functionPath);
  if (node && fn) callFunction(node, fn, parametersFrom(data, node, fn, now), now);
}

/** Data with the name of a parameter becomes its value, if the type matches. */
function parametersFrom(data: ItemData, node: EngineNode, { parameters }: EngineFunction, now: number): ItemData {
  const fitting = Object.entries(parameters).flatMap(([name, path]) => {
    if (!Object.hasOwn(data, name)) return [];
    const held = valueAt(propertyOf(node, path), now);
    const value = adapt(held, data[name]);
    return misfit(held, value, name) === undefined ? [[path, value]] : [];
  });
  return Object.fromEntries(fitting);
}
