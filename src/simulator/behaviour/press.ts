import { callFunction, findNode, propertyOf } from '../state/engine.js';
import { valueAt } from '../state/motion.js';
import type { EngineFunction, EngineNode, Fields, Press, PressableButton, State } from '../state/state.js';
import { misfit } from '../state/value.js';

/** A button as the hub tells it. */
export const showButton = ({ id, key, label }: PressableButton) => ({ id, key, label });

/** The button that a request names; one without a key is pressed by its id (docs/interface.md "Playout"). */
export const findButton = <B extends PressableButton>(buttons: readonly B[], key: string | undefined): B | undefined =>
  buttons.find((button) => (button.key ?? button.id) === key);

/** Does what a button does, to its item's data and to an engine, which may be gone by now. */
export function press(state: State, { sets, calls }: Press, data: Fields, now: number): void {
  Object.assign(data, sets);
  const node = calls && findNode(state, calls.engineId, calls.nodePath);
  const fn = node?.functions.find(({ path }) => path === calls?.functionPath);
  if (node && fn) callFunction(node, fn, parametersFrom(data, node, fn, now), now);
}

/** The function's parameters take the data of their own name, where it fits. */
function parametersFrom(data: Fields, node: EngineNode, { parameters }: EngineFunction, now: number): Fields {
  const fitting = Object.entries(parameters).filter(
    ([name, path]) =>
      Object.hasOwn(data, name) && misfit(valueAt(propertyOf(node, path), now), data[name], name) === undefined,
  );
  return Object.fromEntries(fitting.map(([name, path]) => [path, data[name]]));
}
