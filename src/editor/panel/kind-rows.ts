import { TAKEOVER } from '../../panels/mapping/takeover.js';
import { isEnvironment } from '../../saved/environment.js';
import { byId } from '../base/dom.js';
import { words } from '../base/words.js';

/** Shows the rows for a kind of control. If the kind comes from the environment, all are visible. */
export function showKindRows(kind: string): void {
  for (const row of document.querySelectorAll<HTMLElement>('[data-kinds]'))
    row.hidden = !isEnvironment(kind) && !String(row.dataset.kinds).split(' ').includes(kind);
}

/** Explains the chosen takeover below its field. */
export function explainTakeover(takeover: string): void {
  const isTakeover = (TAKEOVER as readonly string[]).includes(takeover);
  byId('hub-takeover').textContent = isTakeover ? words(`panel.hints.${takeover}`) : '';
}
