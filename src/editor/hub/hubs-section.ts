import { element, placeInOrder } from '../base/dom.js';
import { allHubs } from '../base/hubs.js';
import type { HubConfig } from '../base/node-types.js';
import type { HubReports } from '../section/hub-reports.js';
import type { CreateSection } from '../section/section.js';
import { HubCard } from './hub-card.js';

/** One card for each configuration, with its state and the rehearsal switch. */
export const hubsSection: CreateSection = (container, { reports, failuresAsked, missingNames }) => {
  const list = element('ul', { class: 'hub-side-hubs' });
  container.append(list);
  /** By configuration. One in a subflow has a card for each instance. */
  const cards = new Map<string, HubCard>();
  let stopWatching = () => {};

  function draw({ hubs, isLoaded }: HubReports): void {
    if (!isLoaded) return;
    const configs = allHubs();
    const visibleCards = configs.flatMap((config) => {
      const running = hubs.filter(({ id }) => id === config.id);
      return (running.length > 0 ? running : [undefined]).map((state, index) => {
        const card = cardFor(config, index);
        card.draw(config, state);
        return card;
      });
    });
    for (const [key, card] of cards) if (!visibleCards.includes(card)) cards.delete(key);
    placeInOrder(
      list,
      visibleCards.map((card) => card.element),
    );
  }

  function cardFor(config: HubConfig, index: number): HubCard {
    const key = `${config.id} ${index}`;
    const card = cards.get(key) ?? newCard(config);
    cards.set(key, card);
    return card;
  }

  function newCard(config: HubConfig): HubCard {
    const card = new HubCard(config.id, reports, () => failuresAsked.emit(config));
    card.drawMissing(missingNames.ofHub(config.id));
    return card;
  }

  missingNames.changed.watch(() => {
    for (const [key, card] of cards) card.drawMissing(missingNames.ofHub(key.split(' ')[0] as string));
  });

  return {
    show() {
      draw(reports);
      stopWatching = reports.changed.watch(draw);
    },
    hide: () => stopWatching(),
  };
};
