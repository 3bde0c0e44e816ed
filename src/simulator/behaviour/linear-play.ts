import type { LinearItem, LinearOutput, LinearPlaying } from '../state/linear.js';
import type { BehaviourCall, Behaviours } from './call.js';
import { NO_CONTENT, refuse, refuseInText, required } from './call.js';
import { dropUnplayable, engineOf, OUTPUTS, openEngineOf, playable, rundownOf, setOutput } from './linear-target.js';
import { remove } from './list.js';
import { isChanging } from './shows.js';

/** Loading linear rundowns, and playing their items on program and preview (docs/develop/interface.md "Linear"). */
export const linearPlayBehaviours = {
  loadLinearRundown: (call) => {
    const rundown = rundownOf(call, refuseInText);
    engineOf(call).loaded = [rundown];
    dropUnplayable(call);
    return { id: rundown.id, name: rundown.name };
  },
  unloadLinearRundown: (call) => {
    remove(engineOf(call).loaded, rundownOf(call));
    dropUnplayable(call);
    return 'OK';
  },
  appendLinearRundown: (call) => {
    const { loaded } = engineOf(call);
    const before = rundownOf(call, refuseInText);
    const added = rundownOf(call, refuseInText, call.params.newRundownId);
    if (!loaded.includes(before)) throw refuse(422, `Rundown ${before.id} is not loaded`);
    if (loaded.includes(added)) throw refuse(422, `Rundown ${added.id} is loaded already`);
    loaded.push(added);
    return 'OK';
  },
  playItem: (call) => play(call, loadedItemOf(call)),
  playNext: (call) => {
    const items = playable(openEngineOf(call, refuseInText));
    const { playing } = outputOf(call);
    const next = items[playing ? items.indexOf(playing.item) + 1 : 0];
    if (!next) throw refuseInText(422, `There is no next item for ${wordFor(call)}`);
    return play(call, next);
  },
  continueItem: (call) => step(call),
  nextItemStep: (call) => step(call),
  takeOut: (call) => takeOut(call),
  // If the item does not play, the hub still reports success.
  takeItemOut: (call) => (loadedItemOf(call) === outputOf(call).playing?.item ? takeOut(call) : done(call)),
  clearOutput: (call) => show(call, null),
} satisfies Behaviours;

/** The answer to playback: OK, or empty on dialect 2 (docs/develop/interface.md "Seen in the field", Items). */
const done = ({ dialect }: BehaviourCall) => (dialect === 1 ? 'OK' : NO_CONTENT);

const outputOf = (call: BehaviourCall): LinearOutput => {
  const output = openEngineOf(call, refuseInText).outputs[Number(call.params.preview)];
  if (!output) throw new Error(`No output ${call.params.preview}`);
  return output;
};

const loadedItemOf = (call: BehaviourCall): LinearItem =>
  required(
    playable(openEngineOf(call, refuseInText)).find(({ id }) => id === Number(call.params.itemId)),
    `Loaded item ${call.params.itemId}`,
    refuseInText,
  );

const wordFor = ({ params }: BehaviourCall): string => OUTPUTS[Number(params.preview)] ?? '';

/** The playback of the item on the output. Throws a RefusalError if the item does not play there. */
function playingOf(call: BehaviourCall): LinearPlaying {
  const { id } = loadedItemOf(call);
  const { playing } = outputOf(call);
  if (playing?.item.id !== id) throw refuseInText(422, `Item ${id} is not playing on ${wordFor(call)}`);
  return playing;
}

function show(call: BehaviourCall, playing: LinearPlaying | null) {
  setOutput(call.state, outputOf(call), playing, call.now);
  return done(call);
}

/** Plays an item. While a show starts, the hub reports success, but nothing plays. */
const play = (call: BehaviourCall, item: LinearItem) =>
  isChanging(call, engineOf(call)) ? done(call) : show(call, { item, since: call.now, step: 1 });

function step(call: BehaviourCall) {
  const playing = playingOf(call);
  return show(call, { ...playing, step: playing.step + 1 });
}

/** Empties an output. On dialect 2 a `vs` item is still listed as playing, until the output is cleared. */
function takeOut(call: BehaviourCall) {
  const { playing } = outputOf(call);
  const isStuck = call.dialect === 2 && playing?.item.template.itemType === 'vs';
  return show(call, isStuck ? { ...playing, isStuck } : null);
}
