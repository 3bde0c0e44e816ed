import { STATES, USUAL_APPEARANCES } from '../../panels/lamp/state.js';
import { hasOneLight, isSteady, SURFACES } from '../../panels/render/surfaces.js';
import type { SavedAppearance } from '../../saved/lamp.js';
import { byId, element } from '../base/dom.js';
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
  readonly #box = byId<HTMLDivElement>('hub-states');
  readonly #saved: string;

  /** A flow written by hand may have any value. */
  constructor(states: unknown) {
    const saved = Array.isArray(states) ? states : [];
    byId<HTMLDetailsElement>('hub-appearances').open = saved.length > 0;
    this.#box.append(...completeAppearances(saved).map((appearance) => this.#row(appearance)));
    this.#saved = JSON.stringify(this.read());
  }

  /** Undefined if the appearances are as saved. */
  get changedAppearances(): SavedAppearance[] | undefined {
    const appearances = this.read();
    return JSON.stringify(appearances) === this.#saved ? undefined : appearances;
  }

  /** On a steady surface, no light blinks. The values of the checkboxes stay. */
  showSurface(surface: string): void {
    byId('hub-steady').hidden = !isSteady(surface);
    for (const row of this.#box.children) inputOf(row as HTMLElement, 'blink').disabled = isSteady(surface);
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

/** The forms of the names of lights on a surface. Blank for an environment variable, and for a surface with a single lamp. */
export const lightNames = (surface: string): string =>
  (SURFACES as readonly string[]).includes(surface) && !hasOneLight(surface) ? words(`lamp.controls.${surface}`) : '';
