import type { LinearItem, LinearOutput, LinearPlaying } from '../state/state.js';
import { refuse, refuseInText } from './answer.js';
import type { Behaviour, Call } from './index.js';
import { remove } from './list.js';
import { dropUnplayable, engineOf, itemIn, OUTPUTS, playable, rundownOf, setOutput } from './on-linear.js';

/** Loading linear rundowns, and playing their items on program and preview (docs/interface.md "Linear"). */
export const linearPlay = {
  loadLinearRundown: (call) => {
    engineOf(call).loaded = [rundownOf(call)];
    dropUnplayable(call);
    return 'OK';
  },
  unloadLinearRundown: (call) => {
    remove(engineOf(call).loaded, rundownOf(call));
    dropUnplayable(call);
    return 'OK';
  },
  appendLinearRundown: (call) => {
    const { loaded } = engineOf(call);
    const added = rundownOf({ ...call, params: { ...call.params, rundownId: call.params.newRundownId ?? '' } });
    if (!loaded.includes(rundownOf(call))) throw refuse(422, `Rundown ${call.params.rundownId} is not loaded`);
    if (loaded.includes(added)) throw refuse(422, `Rundown ${added.id} is loaded already`);
    loaded.push(added);
    return 'OK';
  },
  playItem: (call) => play(call, loadedItemOf(call)),
  playNext: (call) => {
    const items = playable(engineOf(call));
    const { playing } = outputOf(call);
    const next = items[playing ? items.indexOf(playing.item) + 1 : 0];
    if (!next) throw refuseInText(422, `There is no next item for ${wordFor(call)}`);
    return play(call, next);
  },
  continueItem: (call) => step(call),
  nextItemStep: (call) => step(call),
  takeOut: (call) => empty(call),
  clearOutput: (call) => empty(call),
  takeItemOut: (call) => {
    playingOf(call);
    return empty(call);
  },
} satisfies Record<string, Behaviour>;

const outputOf = (call: Call): LinearOutput => {
  const output = engineOf(call).outputs[Number(call.params.preview)];
  if (!output) throw new Error(`No output ${call.params.preview}`);
  return output;
};

const loadedItemOf = (call: Call): LinearItem => itemIn(playable(engineOf(call)), call, 'Loaded item');

const wordFor = ({ params }: Call): string => OUTPUTS[Number(params.preview)] ?? '';

/** What the item is doing on the output. Throws a Refusal if it is not there. */
function playingOf(call: Call): LinearPlaying {
  const { id } = loadedItemOf(call);
  const { playing } = outputOf(call);
  if (playing?.item.id !== id) throw refuseInText(422, `Item ${id} is not playing on ${wordFor(call)}`);
  return playing;
}

function play(call: Call, item: LinearItem): string {
  setOutput(call.state, outputOf(call), { item, since: call.now, step: 1 }, call.now);
  return 'OK';
}

function step(call: Call): string {
  const playing = playingOf(call);
  setOutput(call.state, outputOf(call), { ...playing, step: playing.step + 1 }, call.now);
  return 'OK';
}

function empty(call: Call): string {
  setOutput(call.state, outputOf(call), null, call.now);
  return 'OK';
}
