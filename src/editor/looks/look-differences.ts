import { cut } from '../../base/display.js';
import { type PropertyName, textOf } from '../../looks/look.js';
import { byId, element, setText } from '../base/dom.js';
import { formatValue, moreText, words } from '../base/words.js';
import { actOnLook, failureText } from './look-requests.js';

/** A property whose value on the hub differs from the look. A missing property has no `hub`. */
interface LookDifference extends PropertyName {
  readonly look: unknown;
  readonly hub?: unknown;
}

/** Characters of a value. The rest is in its tooltip. */
const MAX_VALUE = 41;

/** Characters of a tooltip. */
const MAX_TITLE = 2000;

const MAX_ROWS = 200;

/** The differences as a table. */
function differencesTable(differences: readonly LookDifference[]): readonly HTMLElement[] {
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

/** The differences between a look and the hub: a sentence, and a table. */
export class Comparison {
  readonly #summary: HTMLElement;
  readonly #box: HTMLElement;
  /** Only the newest request counts. */
  #requests = 0;

  constructor(summary: HTMLElement, box: HTMLElement) {
    this.#summary = summary;
    this.#box = box;
  }

  /** Clears the result, and shows another text in its place. */
  clear(text = ''): void {
    this.#requests += 1;
    setText(this.#summary, text);
    this.#box.replaceChildren();
  }

  /** Reads and shows the differences. `id` is the node. `reasonOf` is the reason of a failure. */
  async show(id: string, look: string, reasonOf: (error: unknown) => string, note = () => ''): Promise<void> {
    this.#requests += 1;
    const request = this.#requests;
    const answer = await actOnLook<LookDifference>(id, { action: 'compare', look }).catch(reasonOf);
    if (request !== this.#requests) return;
    const [reason, entries] = typeof answer === 'string' ? [answer, []] : ['', answer];
    const { length: count } = entries;
    const result = count > 0 ? words('sidebar.looks.states.changed', { count }) : words('sidebar.looks.same');
    setText(this.#summary, reason || result + note());
    this.#box.replaceChildren(...(count > 0 ? differencesTable(entries) : []));
  }
}

/** Starts the button *Compare* of the dialog. */
export function offerComparison(id: string): void {
  const comparison = new Comparison(byId('hub-look-compared'), byId('hub-look-differences'));
  const look = byId('node-input-look');
  // A result is about the look that was chosen.
  for (const event of ['change', 'input']) look.addEventListener(event, () => comparison.clear());
  byId('hub-look-compare').addEventListener('click', () => {
    comparison.clear(words('pick.loading'));
    void comparison.show(id, look.value.trim(), failureText);
  });
}
