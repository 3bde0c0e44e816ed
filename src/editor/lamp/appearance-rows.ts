import { STATES, USUAL_APPEARANCES } from '../../panels/lamp/state.js';
import type { SavedAppearance } from '../../saved/lamp.js';
import { element } from '../base/dom.js';
import { words } from '../base/words.js';

/** An appearance without gaps. */
export interface CompleteAppearance extends Required<SavedAppearance> {
  blink: boolean;
}

/** The appearances of all states, the most urgent first. Defaults fill the gaps. */
function completeAppearances(saved: readonly SavedAppearance[]): CompleteAppearance[] {
  const valid = saved.filter(({ state }) => state in USUAL_APPEARANCES);
  const missing = STATES.filter((state) => valid.every((appearance) => appearance.state !== state)).map((state) => ({
    state,
  }));
  return [...valid, ...missing].map((appearance) => {
    const defaults = USUAL_APPEARANCES[appearance.state as keyof typeof USUAL_APPEARANCES];
    const { state, colour = '', blink = defaults.blink, value = '' }: SavedAppearance = appearance;
    return { state, colour: colour || defaults.colour, blink: String(blink) === 'true', value };
  });
}

/** One row for each state: its appearance, and its place in the order. */
export class AppearanceRows {
  readonly #box: HTMLElement;
  readonly #saved: string;

  constructor(box: HTMLElement, saved: readonly SavedAppearance[]) {
    this.#box = box;
    const appearances = completeAppearances(saved);
    box.append(...appearances.map((appearance) => this.#row(appearance)));
    this.#saved = JSON.stringify(this.read());
  }

  /** Undefined if the appearances are as saved. */
  get changedAppearances(): SavedAppearance[] | undefined {
    const appearances = this.read();
    return JSON.stringify(appearances) === this.#saved ? undefined : appearances;
  }

  /** Enables the checkboxes for blinking. Their values stay. */
  allowBlinking(isAllowed: boolean): void {
    for (const row of this.#box.children) inputOf(row as HTMLElement, 'blink').disabled = !isAllowed;
  }

  read = (): CompleteAppearance[] => [...this.#box.children].map((row) => readRow(row as HTMLElement));

  #row({ state, colour, blink, value }: CompleteAppearance): HTMLElement {
    const name = words(`status.lamp_${state}`);
    const up = element('button', { type: 'button', class: 'red-ui-button', title: words('lamp.up', { state: name }) });
    up.setAttribute('aria-label', up.title);
    up.append(element('i', { class: 'fa fa-arrow-up', 'aria-hidden': 'true' }));
    const row = element(
      'div',
      { class: 'hub-appearance', 'data-state': state },
      up,
      element('span', {}, name),
      createInput('color', 'colour', `${name}: ${words('params.colour')}`, { value: colour }),
      element(
        'label',
        { class: 'hub-appearance-blinks' },
        createInput('checkbox', 'blink', `${name}: ${words('params.blink')}`),
        words('params.blink'),
      ),
      createInput('text', 'value', `${name}: ${words('params.lampValue')}`, { placeholder: words('params.lampValue') }),
    );
    inputOf(row, 'blink').checked = blink;
    inputOf(row, 'value').value = String(value);
    up.addEventListener('click', () => {
      row.previousElementSibling?.before(row);
      up.focus();
    });
    return row;
  }
}

function createInput(type: string, name: string, label: string, attributes: Readonly<Record<string, string>> = {}) {
  return element('input', { type, class: `hub-appearance-${name}`, 'aria-label': label, title: label, ...attributes });
}

const inputOf = (row: HTMLElement, name: 'colour' | 'blink' | 'value'): HTMLInputElement =>
  row.querySelector(`.hub-appearance-${name}`) as HTMLInputElement;

const readRow = (row: HTMLElement): CompleteAppearance => ({
  state: String(row.dataset.state),
  colour: inputOf(row, 'colour').value,
  blink: inputOf(row, 'blink').checked,
  value: inputOf(row, 'value').value,
});
