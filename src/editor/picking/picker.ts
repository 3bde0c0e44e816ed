import type { Listed } from '../../hub/lists/bounded.js';
import type { Need } from '../../hub/lists/index.js';
import type { SavedParam } from '../../saved/param.js';
import { element } from '../base/dom.js';
import { $, type Panel, red } from '../base/red.js';
import { parameterName, words } from '../base/words.js';
import { asParam } from './chosen.js';
import { isFree, type Place, standing } from './dialog-params.js';
import { keepFocus } from './keep-focus.js';
import { needsOf } from './listings.js';
import type { Lookup } from './lookup.js';
import { PickList } from './pick-list.js';

/** What a picker is for. */
export interface Wanted {
  /** The kind of thing, e.g. `property`. */
  readonly names: string;
  /** What is filled in now. */
  readonly chosen: string;
  readonly choose: (entry: Listed) => void;
}

/** A list that is narrower is hard to read, in px. */
const NARROWEST = 260;

/** As wide as the field and flush with it; a narrow one gets what its tray has. */
function placeBelow(field: HTMLElement): { readonly width: number; readonly shift: number } {
  const { left, width } = field.getBoundingClientRect();
  const tray = (field.closest('.red-ui-tray') ?? document.body).getBoundingClientRect();
  const wide = Math.min(Math.max(width, NARROWEST), tray.width);
  return { width: wide, shift: Math.max(tray.left, Math.min(left, tray.right - wide)) - left };
}

/**
 * The hub's list below a row of the dialog. What has to be known first and is not filled in (the engine of a node) is
 * chosen in the same list, one after the other, and filled in with the rest.
 */
export class Picker {
  readonly #row: HTMLElement;
  readonly #lookup: Lookup;
  readonly #place: Place;
  readonly #wanted: Wanted;
  readonly #needs: readonly Need[];
  readonly #path = element('div', { class: 'hub-path' });
  readonly #list = new PickList((entry) => this.#choose(entry));
  readonly #panel: Panel;
  /** What had the focus before. */
  readonly #opener = document.activeElement;
  /** What was chosen on the way, by parameter. */
  readonly #passed = new Map<string, Listed>();
  /** What is listed: the first thing that is not known, or else what is wanted. */
  #step: Need | undefined;
  /** Which list was asked for last; answers to earlier ones are of no use any more. */
  #turn = 0;

  constructor(row: HTMLElement, lookup: Lookup, place: Place, wanted: Wanted) {
    this.#row = row;
    this.#lookup = lookup;
    this.#place = place;
    this.#wanted = wanted;
    this.#needs = needsOf(wanted.names) ?? [];
    const again = element(
      'button',
      { type: 'button', class: 'red-ui-button red-ui-button-small' },
      words('pick.again'),
    );
    again.addEventListener('click', () => {
      lookup.forget();
      void this.#look();
    });
    const content = element(
      'div',
      { class: 'hub-picker', role: 'dialog', 'aria-label': words('pick.fromHub') },
      this.#path,
      this.#list.element,
      again,
    );
    content.addEventListener('keydown', (event) => this.#key(event));
    keepFocus(content);
    this.#panel = red.popover.panel($(content));
    const field = row.querySelector<HTMLElement>('.red-ui-typedInput-container') ?? row;
    const { width, shift } = placeBelow(field);
    if (content.parentElement) content.parentElement.style.width = `${width}px`;
    this.#panel.show({ target: $(field), align: 'right', offset: [shift, 0], onclose: () => this.#end() });
    void this.#look();
  }

  async #look(): Promise<void> {
    const params = this.#known();
    const step = this.#needs.find(({ param }) => !(param in params));
    const names = step ? step.names : this.#wanted.names;
    this.#turn += 1;
    const turn = this.#turn;
    this.#step = step;
    this.#showPath();
    this.#list.tell(names ? words('pick.loading') : '');
    this.#list.focus();
    if (!names) return;
    const found = await this.#lookup.list(names, params);
    if (turn !== this.#turn) return;
    if ('reason' in found) this.#list.tell(found.reason);
    else this.#list.show(found.entries, found.more, step ? '' : this.#wanted.chosen);
  }

  #known(): Record<string, SavedParam> {
    const pairs = this.#needs.map(({ param }) => {
      const entry = this.#passed.get(param);
      return [param, entry ? asParam(entry) : standing(this.#place, param)] as const;
    });
    return Object.fromEntries(pairs.filter((pair): pair is [string, SavedParam] => pair[1] !== undefined));
  }

  #choose(entry: Listed): void {
    if (this.#step) {
      this.#passed.set(this.#step.param, entry);
      void this.#look();
      return;
    }
    this.#close();
    for (const [param, passed] of this.#passed) if (isFree(this.#place, param)) this.#place.fill(param, passed);
    this.#wanted.choose(entry);
  }

  #showPath(): void {
    const crumbs = [...this.#passed].map(([param, { label }]) => {
      const crumb = element('button', { type: 'button', class: 'hub-crumb' }, label);
      crumb.addEventListener('click', () => this.#backTo(param));
      return crumb;
    });
    const step = this.#step;
    const first = step ? words('pick.first', { field: parameterName(step.param, step.names) }) : '';
    this.#path.replaceChildren(...crumbs, first);
  }

  #backTo(param: string): void {
    const params = [...this.#passed.keys()];
    for (const later of params.slice(params.indexOf(param))) this.#passed.delete(later);
    void this.#look();
  }

  /** The panel would take itself away before Node-RED, which then looks in vain for where the key was pressed. */
  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.#close();
  }

  #close(): void {
    this.#panel.hide();
    this.#end();
  }

  /** Drops answers that are still to come, and gives the focus back; also when it is closed from outside. */
  #end(): void {
    this.#turn = 0;
    const isOpener = this.#opener instanceof HTMLElement && this.#row.contains(this.#opener);
    const field = this.#row.querySelector<HTMLElement>('.red-ui-typedInput-option-expand');
    (isOpener ? this.#opener : field)?.focus();
  }
}
