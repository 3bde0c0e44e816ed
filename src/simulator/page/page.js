import { clock, EVERY, element, find, heading, pause, watched, words } from './base.js';
import { showChanges } from './changes.js';
import { showEngines } from './engines.js';
import { followPicture } from './picture.js';
import { showRequests } from './requests.js';

/** What an output shows, and since when. */
function outputBox(playing, index) {
  const kind = index === 0 ? 'program' : 'preview';
  const box = element('div', `output ${kind}`, element('h3', '', words[kind]));
  box.classList.toggle('playing', playing !== null);
  if (!playing) box.append(element('p', 'item', words.nothing));
  else
    box.append(
      element('p', 'item', playing.item),
      element('p', '', playing.template),
      element('p', '', `${clock.format(playing.since)} · ${words.step} ${playing.step}`),
    );
  return box;
}

function showCard({ id, name, loaded, outputs }) {
  const rundowns = element('p', 'loaded', loaded.join(' + ') || words.notLoaded);
  return element(
    'article',
    'show card',
    heading(name, id),
    rundowns,
    element('div', 'outputs', ...outputs.map(outputBox)),
  );
}

const showShows = watched((shows) => find('#shows').replaceChildren(...shows.map(showCard)));

const pressRow = ({ at, rundown, item, button }) =>
  element('li', '', element('time', '', clock.format(at)), element('b', '', `${item}: ${button}`), rundown);

const showPresses = watched((presses) => {
  find('#no-presses').hidden = presses.length > 0;
  find('#presses ul').replaceChildren(...presses.map(pressRow));
});

async function look() {
  const { dialect, linearSegment, shows, presses, engines, requests } = await (await fetch('live.json')).json();
  find('#dialect').textContent = dialect;
  find('#linear').textContent = linearSegment;
  showShows(shows);
  showPresses(presses);
  showChanges(engines);
  showEngines(engines);
  showRequests(requests);
}

/** Looks again and again; while nothing answers, the page says so. */
async function follow() {
  for (;;) {
    find('#lost').hidden = await look().then(
      () => true,
      () => false,
    );
    await pause(EVERY);
  }
}

follow();
followPicture();
