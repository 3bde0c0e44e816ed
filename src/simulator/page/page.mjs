import { clock, drawOnChange, element, find, heading, POLL_INTERVAL, pause, words } from './base.mjs';
import { showChanges } from './changes.mjs';
import { showFaders, showItems, showLaunches, showTrouble } from './controls.mjs';
import { showEngines } from './engines.mjs';
import { followPicture } from './picture.mjs';
import { showRequests } from './requests.mjs';

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
  const askedAt = performance.now();
  const data = await (await fetch('live.json')).json();
  const { dialect, linearSegment, shows, presses, controls, switches, engines, requests } = data;
  find('#dialect').textContent = dialect;
  find('#linear').textContent = linearSegment;
  showShows(shows);
  showPresses(presses);
  showItems(controls.rundowns);
  showFaders(controls.faders, askedAt);
  showLaunches(controls.launches);
  showTrouble(switches);
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
