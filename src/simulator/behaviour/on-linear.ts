import { Output } from '../../hub/table/schemas/common.js';
import { findNode, setAtOnce } from '../state/engine.js';
import type { LinearEngine, LinearItem, LinearOutput, LinearPlaying, LinearRundown, State } from '../state/state.js';
import { found, refuseInText } from './answer.js';
import type { Call } from './index.js';

/** The words of program and preview, at the numbers that requests give them. */
export const OUTPUTS = Output['x-words'] as readonly string[];

/** The linear engine that a request names; an engine host's id is none. */
export const engineOf = ({ state, params }: Call): LinearEngine =>
  found(
    state.linear.engines.find(({ id }) => id === Number(params.engineId)),
    `Linear engine ${params.engineId}`,
    refuseInText,
  );

export const findRundown = (call: Call): LinearRundown | undefined =>
  engineOf(call).rundowns.find(({ id }) => id === Number(call.params.rundownId));

export const rundownOf = (call: Call): LinearRundown => found(findRundown(call), `Rundown ${call.params.rundownId}`);

/** The item of the rundown that a request names. */
export const itemOf = (call: Call): LinearItem => itemIn(rundownOf(call).items, call);

/** The item that a request names, among these. */
export const itemIn = (items: readonly LinearItem[], { params }: Call, what = 'Item'): LinearItem =>
  found(
    items.find(({ id }) => id === Number(params.itemId)),
    `${what} ${params.itemId}`,
  );

/** Everything that the engine can play, in playing order. */
export const playable = ({ loaded }: LinearEngine): LinearItem[] => loaded.flatMap(({ items }) => items);

/** Puts an item on an output, or nothing; the engine behind it shows what. */
export function setOutput(state: State, output: LinearOutput, playing: LinearPlaying | null, now: number): void {
  output.playing = playing;
  const { engineId, nodePath, item, step } = output.shownBy;
  const node = findNode(state, engineId, nodePath);
  if (node) setAtOnce(node, { [item]: playing?.item.name ?? '', [step]: playing?.step ?? 0 }, now);
}

/** Takes off the outputs whatever the engine can no longer play. */
export function dropUnplayable(call: Call): void {
  const engine = engineOf(call);
  const items = playable(engine);
  for (const output of engine.outputs)
    if (output.playing && !items.includes(output.playing.item)) setOutput(call.state, output, null, call.now);
}
