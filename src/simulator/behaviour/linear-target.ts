import { Output } from '../../hub/table/schemas/common.js';
import { findNode, setAtOnce } from '../state/engine.js';
import type { LinearEngine, LinearItem, LinearOutput, LinearPlaying, LinearRundown, State } from '../state/state.js';
import { found, refuse, refuseInText } from './answer.js';
import type { Call } from './call.js';

/** The words of program and preview, at the numbers that requests give them. */
export const OUTPUTS = Output['x-words'] as readonly string[];

/** The linear engine that a request names; an engine host's id is none. */
export const engineOf = ({ state, params }: Call): LinearEngine =>
  found(
    state.linear.engines.find(({ id }) => id === Number(params.engineId)),
    `Linear engine ${params.engineId}`,
    refuseInText,
  );

/** The rundowns that a linear engine may load: its own, and on dialect 2 all. */
export const rundownsOf = (call: Call): LinearRundown[] => {
  const { id } = engineOf(call);
  return call.state.linear.rundowns.filter(({ engineId }) => call.dialect === 2 || engineId === id);
};

export const findRundown = (call: Call, rundownId = call.params.rundownId): LinearRundown | undefined =>
  rundownsOf(call).find(({ id }) => id === Number(rundownId));

/** The rundown that a request names; some operations refuse an unknown one in text. */
export const rundownOf = (call: Call, refusing = refuse, rundownId = call.params.rundownId): LinearRundown =>
  found(findRundown(call, rundownId), `Rundown ${rundownId}`, refusing);

/** The linear engine that a request names. Throws a Refusal while the show does not run. */
export function openEngineOf(call: Call, refusing = refuse): LinearEngine {
  const engine = engineOf(call);
  if (!engine.running) throw refusing(404, `Show ${engine.id} is not running: its items are not found`);
  return engine;
}

/** The rundown whose items a request is about. Throws a Refusal while the show does not run. */
export function openRundownOf(call: Call): LinearRundown {
  openEngineOf(call);
  return rundownOf(call);
}

/** The item of the rundown that a request names. */
export const itemOf = (call: Call): LinearItem =>
  found(
    openRundownOf(call).items.find(({ id }) => id === Number(call.params.itemId)),
    `Item ${call.params.itemId}`,
  );

/** Everything that the engine can play, in playing order. */
export const playable = ({ loaded }: LinearEngine): LinearItem[] => loaded.flatMap(({ items }) => items);

/** Puts an item on an output, or nothing; the engine behind it shows what. */
export function setOutput(state: State, output: LinearOutput, playing: LinearPlaying | null, now: number): void {
  output.playing = playing;
  if (!output.shownBy) return;
  const { engineId, nodePath, item, step } = output.shownBy;
  const node = findNode(state, engineId, nodePath);
  const shown = playing?.isStuck ? null : playing;
  if (node) setAtOnce(node, { [item]: shown?.item.name ?? '', [step]: shown?.step ?? 0 }, now);
}

/** Takes off the outputs whatever their engine can no longer play. */
export function dropUnplayable({ state, now }: Call): void {
  for (const engine of state.linear.engines) {
    const items = playable(engine);
    for (const output of engine.outputs)
      if (output.playing && !items.includes(output.playing.item)) setOutput(state, output, null, now);
  }
}
