import { cut } from '../../base/display.js';
import { type PropertyName, textOf } from '../../looks/look.js';
import { byId, element } from '../base/dom.js';
import { formatValue, words } from '../base/words.js';
import { moreText } from '../desk/more-text.js';
import { actOnLook, failureText } from './look-requests.js';

/** A property whose value on the hub differs from the look. A missing property has no `hub`. */
export interface LookDifference extends PropertyName {
  readonly look: unknown;
  readonly hub?: unknown;
}

/** Characters of a value. The rest is in its tooltip. */
const MAX_VALUE = 41;

/** Characters of a tooltip. */
const MAX_TITLE = 2000;

const MAX_ROWS = 200;

/** The differences as a table. */
export function differencesTable(differences: readonly LookDifference[]): readonly HTMLElement[] {
  const headings = ['sidebar.looks.property', 'look.look', 'editor.hub'].map((key) =>
    element('th', { scope: 'col' }, words(key)),
  );
  const rows = differences.slice(0, MAX_ROWS).map((difference) => {
    const name = element('th', { scope: 'row' }, textOf(difference));
    return element('tr', {}, name, valueCell(difference.look), valueCell(difference.hub));
  });
  const table = element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...headings)),
    element('tbody', {}, ...rows),
  );
  return [table, ...moreText(differences.length - MAX_ROWS).map((text) => element('div', {}, text))];
}

/** A missing property has no value. */
function valueCell(value: unknown): HTMLElement {
  if (value === undefined) return element('td', {}, words('sidebar.looks.outcomes.missing'));
  const text = formatValue(value);
  return element('td', { title: text.slice(0, MAX_TITLE) }, cut(text, MAX_VALUE));
}

/** Starts the button *Compare*: it lists the differences between the look of the dialog and the hub. */
export function offerComparison(id: string): void {
  const [note, box] = [byId<HTMLDivElement>('hub-look-compared'), byId<HTMLDivElement>('hub-look-differences')];
  const look = byId('node-input-look');
  let run = 0;
  /** A result is about the look that was chosen. */
  const clear = () => {
    run += 1;
    note.textContent = '';
    box.replaceChildren();
  };
  for (const event of ['change', 'input']) look.addEventListener(event, clear);
  byId('hub-look-compare').addEventListener('click', async () => {
    clear();
    const ownRun = run;
    note.textContent = words('pick.loading');
    try {
      const entries = await actOnLook<LookDifference>(id, { action: 'compare', look: look.value.trim() });
      if (ownRun !== run) return;
      const { length: count } = entries;
      note.textContent = count > 0 ? words('sidebar.looks.states.changed', { count }) : words('sidebar.looks.same');
      if (count > 0) box.replaceChildren(...differencesTable(entries));
    } catch (error) {
      const text = failureText(error);
      if (ownRun === run) note.textContent = text;
    }
  });
}
