import type { LinearItem, LinearOutput, LinearPlaying } from '../state/state.js';
import { found, NO_CONTENT, refuse, refuseInText } from './answer.js';
import type { Behaviour, Call } from './call.js';
import { dropUnplayable, engineOf, OUTPUTS, openEngineOf, playable, rundownOf, setOutput } from './linear-target.js';
import { remove } from './list.js';
import { isChanging } from './shows.js';

/** Loading linear rundowns, and playing their items on program and preview (docs/interface.md "Linear"). */
export const linearPlay = {
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
  // Taking out what does not play is no fault.
  takeItemOut: (call) => (loadedItemOf(call) === outputOf(call).playing?.item ? takeOut(call) : done(call)),
  clearOutput: (call) => show(call, null),
} satisfies Record<string, Behaviour>;

/** Playback says OK, and on dialect 2 nothing (docs/interface.md "Seen in the field", Items). */
const done = ({ dialect }: Call) => (dialect === 1 ? 'OK' : NO_CONTENT);

const outputOf = (call: Call): LinearOutput => {
  const output = openEngineOf(call, refuseInText).outputs[Number(call.params.preview)];
  if (!output) throw new Error(`No output ${call.params.preview}`);
  return output;
};

const loadedItemOf = (call: Call): LinearItem =>
  found(
    playable(openEngineOf(call, refuseInText)).find(({ id }) => id === Number(call.params.itemId)),
    `Loaded item ${call.params.itemId}`,
    refuseInText,
  );

const wordFor = ({ params }: Call): string => OUTPUTS[Number(params.preview)] ?? '';

/** What the item is doing on the output. Throws a Refusal if it is not there. */
function playingOf(call: Call): LinearPlaying {
  const { id } = loadedItemOf(call);
  const { playing } = outputOf(call);
  if (playing?.item.id !== id) throw refuseInText(422, `Item ${id} is not playing on ${wordFor(call)}`);
  return playing;
}

function show(call: Call, playing: LinearPlaying | null) {
  setOutput(call.state, outputOf(call), playing, call.now);
  return done(call);
}

/** Plays an item; while a show comes up nothing can be played yet, and nothing tells so. */
const play = (call: Call, item: LinearItem) =>
  isChanging(call, engineOf(call)) ? done(call) : show(call, { item, since: call.now, step: 1 });

function step(call: Call) {
  const playing = playingOf(call);
  return show(call, { ...playing, step: playing.step + 1 });
}

/** Empties an output, where on dialect 2 a `vs` item goes on being told as playing: only a clear helps. */
function takeOut(call: Call) {
  const { playing } = outputOf(call);
  const isStuck = call.dialect === 2 && playing?.item.template.itemType === 'vs';
  return show(call, isStuck ? { ...playing, isStuck } : null);
}
