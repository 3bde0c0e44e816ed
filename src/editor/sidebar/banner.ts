import { element, setText } from '../base/dom.js';
import { words } from '../base/words.js';
import type { HubReports } from './base/hub-reports.js';
import { allHubs, hubName } from './base/hub-select.js';

/** The banner above all sections: hubs in rehearsal, and the reason if the runtime does not answer. */
export class Banner {
  readonly #rehearsal = element('span');
  readonly #problem = element('div', { class: 'hub-side-problem', role: 'status' });
  readonly #bar = element(
    'div',
    { class: 'hub-side-banner' },
    element('i', { class: 'fa fa-exclamation-triangle', 'aria-hidden': 'true' }),
    this.#rehearsal,
  );
  readonly element = element('div', { role: 'status' }, this.#bar, this.#problem);

  draw({ hubs, problem }: HubReports): void {
    const ids = new Set(hubs.filter(({ rehearsal }) => rehearsal).map(({ id }) => id));
    const names = allHubs()
      .filter(({ id }) => ids.has(id))
      .map(hubName);
    this.#bar.hidden = ids.size === 0;
    setText(this.#rehearsal, ids.size === 0 ? '' : words('sidebar.rehearsed', { hubs: names.join(', ') }));
    setText(this.#problem, problem);
  }
}
