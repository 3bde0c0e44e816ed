import { clock, drawOnChange, element, find, heading, POLL_INTERVAL, pause, words } from './base.js';
import { showChanges } from './changes.js';
import { showEngines } from './engines.js';
import { followPicture } from './picture.js';
import { showRequests } from './requests.js';

/** An output with its item and the start time. */
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

const showShows = drawOnChange((shows) => find('#shows').replaceChildren(...shows.map(showCard)));

const pressRow = ({ at, rundown, item, button }) =>
  element('li', '', element('time', '', clock.format(at)), element('b', '', `${item}: ${button}`), rundown);

const showPresses = drawOnChange((presses) => {
  find('#no-presses').hidden = presses.length > 0;
  find('#presses ul').replaceChildren(...presses.map(pressRow));
});

async function refresh() {
  const { dialect, linearSegment, shows, presses, engines, requests } = await (await fetch('live.json')).json();
  find('#dialect').textContent = dialect;
  find('#linear').textContent = linearSegment;
  showShows(shows);
  showPresses(presses);
  showChanges(engines);
  showEngines(engines);
  showRequests(requests);
}

/** Polls the simulator. While it does not answer, the page shows this. */
async function follow() {
  for (;;) {
    find('#lost').hidden = await refresh().then(
      () => true,
      () => false,
    );
    await pause(POLL_INTERVAL);
  }
}

follow();
followPicture();
