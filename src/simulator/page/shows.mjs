import { clock, drawOnChange, element, find, words } from './base.mjs';
import { button, perform } from './controls.mjs';

/** Program and preview, by their number in requests. */
const OUTPUTS = ['program', 'preview'];

/** Functions that show the state of each show, in the order of `live.json`. */
let views = [];

/** The cards without their state. They are redrawn only if a show is added, removed or renamed: a pressed button keeps the focus. */
const drawCards = drawOnChange((shows) => {
  find('#shows').replaceChildren();
  views = shows.map(addCard);
});

export function showShows(shows) {
  drawCards(shows.map(({ id, name }) => ({ id, name })));
  for (const [index, show] of views.entries()) show(shows[index]);
}

/** Adds the card of a show. Returns a function that shows its state. */
function addCard({ id, name }) {
  const rundowns = element('small', '');
  const title = element('h2', 'line', name, element('small', '', id), rundowns);
  const items = Object.assign(element('select', ''), { ariaLabel: `${words.item}: ${name}` });
  const outputs = OUTPUTS.map((kind, preview) =>
    outputBox(kind, name, {
      play: () => perform('playItem', { engineId: id, itemId: Number(items.value), preview }),
      next: () => perform('playNext', { engineId: id, preview }),
      takeOut: () => perform('takeOut', { engineId: id, preview }),
    }),
  );
  const boxes = outputs.map(({ box }) => box);
  find('#shows').append(element('article', 'show card', title, items, element('div', 'outputs', ...boxes)));
  const offer = drawOnChange((all) => {
    const chosen = items.value;
    items.replaceChildren(...all.map(optionOf));
    items.disabled = all.length === 0;
    if (all.some((item) => String(item.id) === chosen)) items.value = chosen;
    for (const { play } of outputs) play.disabled = items.disabled;
  });
  return (show) => {
    rundowns.textContent = show.loaded.join(' + ') || words.notLoaded;
    offer(show.items);
    for (const [index, { showPlaying }] of outputs.entries()) showPlaying(show.outputs[index]);
  };
}

const optionOf = ({ id, name }) => Object.assign(element('option', '', name), { value: id });

/** An output with its buttons. Its height stays the same: each line has its place, also while nothing plays. */
function outputBox(kind, show, { play, next, takeOut }) {
  const [item, template, since] = ['item line', 'line', 'line'].map((name) => element('p', name));
  const place = `${show}, ${words[kind]}`;
  const playButton = button(words.play, place, play);
  const box = element('div', `output ${kind}`, element('h3', 'line', words[kind]), item, template, since);
  box.append(playButton, button(words.next, place, next), button(words.takeOut, place, takeOut));
  const showPlaying = drawOnChange((playing) => {
    box.classList.toggle('playing', playing !== null);
    item.textContent = playing ? playing.item : words.nothing;
    template.textContent = playing ? playing.template : '';
    since.textContent = playing ? `${clock.format(playing.since)} · ${words.step} ${playing.step}` : '';
  });
  return { box, play: playButton, showPlaying };
}
