import type { ListRow } from '../../hub/lists/bound-list.js';
import type { Need } from '../../hub/lists/index.js';
import type { SavedParam } from '../../saved/param.js';
import { element } from '../base/dom.js';
import { $, type Panel, red } from '../base/red.js';
import { parameterName, words } from '../base/words.js';
import { type DialogParams, fixedParam, isReplaceable } from './dialog-params.js';
import { needsOf } from './listings.js';
import type { Lookup } from './lookup.js';
import { PickList } from './pick-list.js';
import { toParam } from './selected-path.js';
import { trapFocus } from './trap-focus.js';

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
    const reload = element(
      'button',
      { type: 'button', class: 'red-ui-button red-ui-button-small' },
      words('pick.again'),
    );
    reload.addEventListener('click', () => {
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
