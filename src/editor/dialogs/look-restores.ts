import { isObject } from '../../base/values.js';
import { RESTORE_MODES, type SavedLookNode } from '../../saved/look.js';
import { element } from '../base/dom.js';
import { words } from '../base/words.js';
import { offerChoices } from '../fields/offer-choices.js';

type SavedRestores = NonNullable<SavedLookNode['restores']>;

/** One choice for each engine: what happens when it returns. Blank: as for the others. */
export class LookRestores {
  readonly #box: HTMLElement;
  readonly #selects = new Map<string, HTMLSelectElement>();
  readonly #savedText: string;

  constructor(box: HTMLElement, saved: unknown) {
    this.#box = box;
    for (const { engine, mode } of (Array.isArray(saved) ? saved : []).filter(isObject))
      this.#add(String(engine), String(mode ?? ''));
    this.#savedText = JSON.stringify(this.read());
  }

  /** Shows these engines, and those with a choice. */
  show(engines: readonly string[]): void {
    for (const engine of engines) if (!this.#selects.has(engine)) this.#add(engine, '');
    for (const [engine, select] of this.#selects)
      (select.closest('.form-row') as HTMLElement).hidden = !engines.includes(engine) && select.value === '';
  }

  /** Undefined if the choices are as saved. */
  get changedRestores(): SavedRestores | undefined {
    const restores = this.read();
    return JSON.stringify(restores) === this.#savedText ? undefined : restores;
  }

  read = (): SavedRestores =>
    [...this.#selects].filter(([, { value }]) => value !== '').map(([engine, { value }]) => ({ engine, mode: value }));

  #add(engine: string, mode: string): void {
    const input = element('input', { type: 'text', id: `hub-restore-${this.#selects.size}` });
    input.value = mode;
    const label = element('label', { for: input.id }, words('look.restoreOf', { engine }));
    this.#box.append(element('div', { class: 'form-row' }, label, ' ', input));
    const modes = RESTORE_MODES.map((value) => ({ value, label: words(`look.choices.${value}`) }));
    this.#selects.set(engine, offerChoices(input, [{ value: '', label: words('look.choices.same') }, ...modes]));
  }
}
