import { Output } from '../../hub/table/schemas.js';
import { findNode, setAtOnce } from '../state/engine.js';
import type { LinearEngine, LinearItem, LinearOutput, LinearPlaying, LinearRundown } from '../state/linear.js';
import type { SimulatorState } from '../state/state.js';
import { type BehaviourCall, refuse, refuseInText, required } from './call.js';

/** The names of program and preview, by their number in requests. */
export const OUTPUTS = Output['x-words'] as readonly string[];

/** The linear engine of a request. The id of an engine host is not valid here. */
export const engineOf = ({ state, params }: BehaviourCall): LinearEngine =>
  required(
    state.linear.engines.find(({ id }) => id === Number(params.engineId)),
    `Linear engine ${params.engineId}`,
    refuseInText,
  );

/** The rundowns that a linear engine can load: its own, and on dialect 2 all. */
export const rundownsOf = (call: BehaviourCall): LinearRundown[] => {
  const { id } = engineOf(call);
  return call.state.linear.rundowns.filter(({ engineId }) => call.dialect === 2 || engineId === id);
};

export const findRundown = (call: BehaviourCall, rundownId = call.params.rundownId): LinearRundown | undefined =>
  rundownsOf(call).find(({ id }) => id === Number(rundownId));

/** The rundown of a request. `refusing` selects a refusal in JSON or in text. */
export const rundownOf = (call: BehaviourCall, refusing = refuse, rundownId = call.params.rundownId): LinearRundown =>
  required(findRundown(call, rundownId), `Rundown ${rundownId}`, refusing);

/** The linear engine of a request. Throws a RefusalError while the show does not run. */
export function openEngineOf(call: BehaviourCall, refusing = refuse): LinearEngine {
  const engine = engineOf(call);
  if (!engine.running) throw refusing(404, `Show ${engine.id} is not running: its items are not found`);
  return engine;
}

/** The rundown of a request for items. Throws a RefusalError while the show does not run. */
export function openRundownOf(call: BehaviourCall): LinearRundown {
  openEngineOf(call);
  return rundownOf(call);
}

/** The item of the rundown in a request. */
export const itemOf = (call: BehaviourCall): LinearItem =>
  required(
    openRundownOf(call).items.find(({ id }) => id === Number(call.params.itemId)),
    `Item ${call.params.itemId}`,
  );

/** The items that the engine can play, in playing order. */
export const playable = ({ loaded }: LinearEngine): LinearItem[] => loaded.flatMap(({ items }) => items);

/** Puts an item on an output, or empties it. The engine that displays the output shows the change. */
export function setOutput(
  state: SimulatorState,
  output: LinearOutput,
  playing: LinearPlaying | null,
  now: number,
): void {
  output.playing = playing;
  if (!output.shownBy) return;
  const { engineId, nodePath, item, step } = output.shownBy;
  const node = findNode(state, engineId, nodePath);
  const shown = playing?.isStuck ? null : playing;
  if (node) setAtOnce(node, { [item]: shown?.item.name ?? '', [step]: shown?.step ?? 0 }, now);
}

/** Removes the items that their engine can no longer play from the outputs. */
export function dropUnplayable({ state, now }: BehaviourCall): void {
  for (const engine of state.linear.engines) {
    const items = playable(engine);
    for (const output of engine.outputs)
      if (output.playing && !items.includes(output.playing.item)) setOutput(state, output, null, now);
  }
}
