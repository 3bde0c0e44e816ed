import { searchKey } from '../../base/names.js';
import type { ListRow, Need } from '../../hub/lists/index.js';
import { type SavedParam, STATIC_TYPES } from '../../saved/param.js';
import { element, smallButton } from '../base/dom.js';
import { $, type Panel, red } from '../base/red.js';
import { formatValue, parameterName, words } from '../base/words.js';
import type { Lookup } from './lookup.js';
import { distinctionOf, needsOf, toParam } from './selected-path.js';

export interface PickTarget {
  /** The kind of thing, e.g. `property`. */
  readonly names: string;
  /** The value of the field. */
  readonly chosen: string;
  readonly choose: (entry: ListRow) => void;
}

/** A narrower list is hard to read. */
const MIN_WIDTH = 260;

/** As wide as the field and aligned with it. A narrow field gets the width of its tray. */
function placeBelow(field: HTMLElement): { readonly width: number; readonly shift: number } {
  const box = field.getBoundingClientRect();
  const tray = (field.closest('.red-ui-tray') ?? document.body).getBoundingClientRect();
  const width = Math.min(Math.max(box.width, MIN_WIDTH), tray.width);
  return { width, shift: Math.max(tray.left, Math.min(box.left, tray.right - width)) - box.left };
}

/**
 * The hub's list below a row of the dialog. If it needs another parameter that is blank, e.g. the engine of a node,
 * this is selected first in the same list. All selections are filled in together.
 */
export class Picker {
  readonly #row: HTMLElement;
  readonly #lookup: Lookup;
  readonly #dialog: DialogParams;
  readonly #target: PickTarget;
  readonly #needs: readonly Need[];
  readonly #path = element('div', { class: 'hub-path' });
  readonly #list = new PickList((entry) => this.#choose(entry));
  readonly #panel: Panel;
  /** The element that had the focus before. */
  readonly #opener = document.activeElement;
  /** The selections on the way, by parameter. */
  readonly #selected = new Map<string, ListRow>();
  /** The parameter to select first. Undefined if the list shows the target. */
  #step: Need | undefined;
  /** Number of the last request. Answers to earlier ones are dropped. */
  #request = 0;

  constructor(row: HTMLElement, lookup: Lookup, dialog: DialogParams, target: PickTarget) {
    this.#row = row;
    this.#lookup = lookup;
    this.#dialog = dialog;
    this.#target = target;
    this.#needs = needsOf(target.names) ?? [];
    const reload = smallButton(words('pick.again'), () => {
      lookup.clearCache();
      void this.#load();
    });
    const content = element(
      'div',
      { class: 'hub-picker', role: 'dialog', 'aria-label': words('pick.fromHub') },
      this.#path,
      this.#list.element,
      reload,
    );
    content.addEventListener('keydown', (event) => this.#key(event));
    trapFocus(content);
    this.#panel = red.popover.panel($(content));
    const field = row.querySelector<HTMLElement>('.red-ui-typedInput-container') ?? row;
    const { width, shift } = placeBelow(field);
    if (content.parentElement) content.parentElement.style.width = `${width}px`;
    this.#panel.show({ target: $(field), align: 'right', offset: [shift, 0], onclose: () => this.#restoreFocus() });
    void this.#load();
  }

  async #load(): Promise<void> {
    const params = this.#params();
    const step = this.#needs.find(({ param }) => !(param in params));
    const names = step ? step.names : this.#target.names;
    this.#request += 1;
    const request = this.#request;
    this.#step = step;
    this.#showPath();
    this.#list.showNote(names ? words('pick.loading') : '');
    this.#list.focus();
    if (!names) return;
    const answer = await this.#lookup.list(names, params);
    if (request !== this.#request) return;
    if ('reason' in answer) this.#list.showNote(answer.reason);
    else this.#list.show(answer.entries, answer.more, step ? '' : this.#target.chosen);
  }

  #params(): Record<string, SavedParam> {
    const pairs = this.#needs.map(({ param }) => {
      const entry = this.#selected.get(param);
      return [param, entry ? toParam(entry) : fixedParam(this.#dialog, param)] as const;
    });
    return Object.fromEntries(pairs.filter((pair): pair is [string, SavedParam] => pair[1] !== undefined));
  }

  #choose(entry: ListRow): void {
    if (this.#step) {
      this.#selected.set(this.#step.param, entry);
      void this.#load();
      return;
    }
    this.#close();
    for (const [param, selected] of this.#selected)
      if (isReplaceable(this.#dialog, param)) this.#dialog.fill(param, selected);
    this.#target.choose(entry);
  }

  #showPath(): void {
    const crumbs = [...this.#selected].map(([param, { label }]) => {
      const crumb = element('button', { type: 'button', class: 'hub-crumb' }, label);
      crumb.addEventListener('click', () => this.#backTo(param));
      return crumb;
    });
    const step = this.#step;
    const first = step ? words('pick.first', { field: parameterName(step.param, step.names) }) : '';
    this.#path.replaceChildren(...crumbs, first);
  }

  #backTo(param: string): void {
    const params = [...this.#selected.keys()];
    for (const later of params.slice(params.indexOf(param))) this.#selected.delete(later);
    void this.#load();
  }

  /** Closes before Node-RED handles Escape: it would look for the key's target in the removed panel. */
  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.#close();
  }

  #close(): void {
    this.#panel.hide();
    this.#restoreFocus();
  }

  /** Drops pending answers and restores the focus, also if the panel is closed from outside. */
  #restoreFocus(): void {
    this.#request = 0;
    const isOpener = this.#opener instanceof HTMLElement && this.#row.contains(this.#opener);
    const field = this.#row.querySelector<HTMLElement>('.red-ui-typedInput-option-expand');
    (isOpener ? this.#opener : field)?.focus();
  }
}

/** Keeps Tab inside a popup, so that the dialog below is out of reach until it closes. */
function trapFocus(popUp: HTMLElement): void {
  popUp.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return;
    const stops = [...popUp.querySelectorAll<HTMLElement>('input, button')];
    const [end, start] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)];
    if (document.activeElement !== end) return;
    event.preventDefault();
    start?.focus();
  });
}

/** The parameters of an open dialog, for a picker. */
export interface DialogParams {
  read(param: string): SavedParam | undefined;
  /** Does nothing if the dialog does not have the parameter. */
  fill(param: string, entry: ListRow): void;
}

/** The value of a parameter. Undefined if it is blank or depends on the message. */
export function fixedParam(dialog: DialogParams, param: string): SavedParam | undefined {
  const saved = dialog.read(param);
  return saved && saved.value !== '' && STATIC_TYPES.includes(saved.type) ? saved : undefined;
}

/** True if a picker can overwrite the parameter: it is blank or does not depend on the message. */
function isReplaceable(dialog: DialogParams, param: string): boolean {
  const saved = dialog.read(param);
  return saved !== undefined && (saved.value === '' || STATIC_TYPES.includes(saved.type));
}

/** More would make typing slow. */
const MAX_OPTIONS = 100;

/** A list of the hub with a search, for mouse and keyboard. */
class PickList {
  readonly #search = element('input', {
    ...{ type: 'text', role: 'combobox', class: 'hub-search' },
    ...{ 'aria-expanded': 'true', 'aria-controls': 'hub-options' },
  });
  readonly #options = element('div', { role: 'listbox', id: 'hub-options', class: 'hub-options', tabindex: '-1' });
  readonly #note = element('div', { class: 'hub-note', 'aria-live': 'polite' });
  readonly element = element('div', {}, this.#search, this.#options, this.#note);
  readonly #choose: (entry: ListRow) => void;
  #entries: readonly { readonly entry: ListRow; readonly text: string }[] = [];
  #more = 0;
  #visible: readonly ListRow[] = [];
  #current = 0;

  constructor(choose: (entry: ListRow) => void) {
    this.#choose = choose;
    this.#search.placeholder = words('pick.search');
    this.#search.setAttribute('aria-label', words('pick.search'));
    this.#options.setAttribute('aria-label', words('pick.fromHub'));
    this.#search.addEventListener('input', () => this.#filter());
    this.#search.addEventListener('keydown', (event) => this.#key(event));
  }

  /** `chosen` is the value of the field. */
  show(entries: readonly ListRow[], more: number, chosen: string): void {
    this.#entries = entries.map((entry) => ({ entry, text: searchKey(textOf(entry)) }));
    this.#more = more;
    this.#search.value = '';
    this.#filter(chosen);
  }

  /** Empties the list and shows a note instead. */
  showNote(reason: string): void {
    this.#entries = [];
    this.#more = 0;
    this.#filter();
    this.#note.textContent = reason;
  }

  focus(): void {
    this.#search.focus();
  }

  #filter(chosen?: string): void {
    const searchWords = searchKey(this.#search.value).split(' ');
    const matching = this.#entries.filter(({ text }) => searchWords.every((word) => text.includes(word)));
    this.#visible = matching.slice(0, MAX_OPTIONS).map(({ entry }) => entry);
    const rows = this.#visible.map((entry, index) => this.#row(entry, index));
    this.#options.replaceChildren(...rows);
    this.#note.textContent = this.#noteOf(matching.length);
    this.#move(
      Math.max(
        0,
        this.#visible.findIndex(({ value }) => String(value) === chosen),
      ),
    );
  }

  #noteOf(matching: number): string {
    if (this.#entries.length === 0) return words('pick.none');
    if (matching === 0) return words('pick.noMatch');
    const hidden = matching - this.#visible.length + this.#more;
    return hidden > 0 ? words('pick.more', { count: hidden }) : '';
  }

  #row(entry: ListRow, index: number): HTMLElement {
    const value = String(entry.value);
    const row = element('div', { role: 'option', id: `hub-option-${index}`, 'data-value': value }, entry.label);
    row.append(element('span', { class: 'hub-aside' }, distinctionOf(entry)));
    if (entry.present !== undefined) row.append(element('span', { class: 'hub-present' }, formatValue(entry.present)));
    row.addEventListener('click', () => this.#choose(entry));
    return row;
  }

  #key(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const step = steps[event.key];
    const chosen = this.#visible[this.#current];
    if (step) this.#move(this.#current + step);
    // The key that opened the list can still be held.
    else if (event.key === 'Enter' && chosen) event.repeat || this.#choose(chosen);
    else if (event.key !== 'Enter') return;
    // Otherwise Enter would also close the dialog.
    event.preventDefault();
    event.stopPropagation();
  }

  #move(to: number): void {
    this.#options.children[this.#current]?.setAttribute('aria-selected', 'false');
    this.#current = Math.max(0, Math.min(to, this.#visible.length - 1));
    const row = this.#options.children[this.#current];
    row?.setAttribute('aria-selected', 'true');
    row?.scrollIntoView({ block: 'nearest' });
    this.#search.setAttribute('aria-activedescendant', row?.id ?? '');
  }
}

const textOf = ({ label, value, note = '' }: ListRow): string => `${label} ${value} ${note}`;
