import { STATES, USUAL_LOOKS } from '../../panels/lamp/state.js';
import type { SavedLook } from '../../saved/lamp.js';
import { element } from '../base/dom.js';
import { words } from '../base/words.js';

type CompleteLook = Required<SavedLook>;

/** The looks of all states, the most urgent first. Defaults fill the gaps. */
function completeLooks(saved: readonly SavedLook[]): CompleteLook[] {
  const valid = saved.filter(({ state }) => state in USUAL_LOOKS);
  const missing = STATES.filter((state) => valid.every((look) => look.state !== state)).map((state) => ({ state }));
  return [...valid, ...missing].map((look) => {
    const defaults = USUAL_LOOKS[look.state as keyof typeof USUAL_LOOKS];
    const { state, colour = '', blink = defaults.blink, value = '' }: SavedLook = look;
    return { state, colour: colour || defaults.colour, blink, value };
  });
}

/** One row for each state: its look, and its place in the order. */
export class LookRows {
  readonly #box: HTMLElement;
  readonly #saved: string;

  constructor(box: HTMLElement, saved: readonly SavedLook[]) {
    this.#box = box;
    const looks = completeLooks(saved);
    box.append(...looks.map((look) => this.#row(look)));
    this.#saved = JSON.stringify(this.#read());
  }

  /** Undefined if the looks are as saved. */
  get changedLooks(): SavedLook[] | undefined {
    const looks = this.#read();
    return JSON.stringify(looks) === this.#saved ? undefined : looks;
  }

  /** Enables the checkboxes for blinking. Their values stay. */
  allowBlinking(isAllowed: boolean): void {
    for (const row of this.#box.children) inputOf(row as HTMLElement, 'blink').disabled = !isAllowed;
  }

  #read = (): CompleteLook[] => [...this.#box.children].map((row) => read(row as HTMLElement));

  #row({ state, colour, blink, value }: CompleteLook): HTMLElement {
    const name = words(`status.lamp_${state}`);
    const up = element('button', { type: 'button', class: 'red-ui-button', title: words('lamp.up', { state: name }) });
    up.setAttribute('aria-label', up.title);
    up.append(element('i', { class: 'fa fa-arrow-up', 'aria-hidden': 'true' }));
    const row = element(
      'div',
      { class: 'hub-look', 'data-state': state },
      up,
      element('span', {}, name),
      createInput('color', 'colour', `${name}: ${words('params.colour')}`, { value: colour }),
      element(
        'label',
        { class: 'hub-look-blinks' },
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
  return element('input', { type, class: `hub-look-${name}`, 'aria-label': label, title: label, ...attributes });
}

const inputOf = (row: HTMLElement, name: 'colour' | 'blink' | 'value'): HTMLInputElement =>
  row.querySelector(`.hub-look-${name}`) as HTMLInputElement;

const read = (row: HTMLElement): CompleteLook => ({
  state: String(row.dataset.state),
  colour: inputOf(row, 'colour').value,
  blink: inputOf(row, 'blink').checked,
  value: inputOf(row, 'value').value,
});
