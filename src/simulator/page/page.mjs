import { clock, drawOnChange, element, find, POLL_INTERVAL, pause } from './base.mjs';
import { showChanges } from './changes.mjs';
import { showFaders, showItems, showLaunches, showTrouble } from './controls.mjs';
import { showEngines } from './engines.mjs';
import { followPicture } from './picture.mjs';
import { showRequests } from './requests.mjs';
import { showShows } from './shows.mjs';

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

// A scrollable area must be reachable by keyboard.
for (const log of document.querySelectorAll('#logs > section')) log.tabIndex = 0;
follow();
followPicture();
