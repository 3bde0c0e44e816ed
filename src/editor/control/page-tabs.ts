import type { SurfaceReport } from '../../saved/page-key.js';
import type { PageValues } from '../../saved/surface.js';
import { element, placeInOrder, setText, smallButton } from '../base/dom.js';
import { canAddPage, pagesOf, surfaceConfigOf } from '../base/surfaces.js';
import { words } from '../base/words.js';

import { sign } from './sign.js';

interface PageActions {
  /** Shows another page on the device. */
  turn(page: string): void;
  /** The page is only in the editor, so the device cannot show it. */
  explainUndeployed(): void;
  add(): void;
}

/** The pages of a surface, if it has several. Arrow keys, Home and End move between them. Enter shows one, also on the device. */
export class PageTabs {
  readonly #actions: PageActions;
  readonly #tabs = new Map<string, HTMLButtonElement>();
  readonly #list = element('div', {
    class: 'hub-side-tabs hub-pages',
    role: 'tablist',
    'aria-label': words('surface.pages'),
  });
  readonly #add: HTMLButtonElement;
  readonly element: HTMLElement;
  #isEnabled = false;

  constructor(actions: PageActions) {
    this.#actions = actions;
    this.#add = smallButton(words('surface.addPage'), () => actions.add());
    this.element = element('div', { class: 'hub-side-top' }, this.#list, this.#add);
    this.#list.addEventListener('keydown', (event) => this.#move(event));
  }

  draw(surface: SurfaceReport, canTurn: boolean): void {
    const { id, pages, present } = surface;
    const draft = surfaceConfigOf(id);
    const added = pagesOf(draft).filter((page) => !pages.some((each) => each.id === page.id));
    const all = [...pages, ...added];
    this.#isEnabled = canTurn;
    for (const tab of this.#tabs.keys()) if (!all.some((page) => page.id === tab)) this.#tabs.delete(tab);
    placeInOrder(
      this.#list,
      all.map((page) => this.#draw(page, page.id === present, added.includes(page))),
    );
    this.#list.hidden = all.length < 2;
    this.#add.hidden = !canAddPage(draft);
    this.element.hidden = this.#list.hidden && this.#add.hidden;
  }

  #draw(page: PageValues, isPresent: boolean, isAdded: boolean): HTMLElement {
    const tab = this.#tabs.get(page.id) ?? this.#create(page.id);
    const [name, mark] = tab.children as unknown as [HTMLElement, HTMLElement];
    setText(name, page.name);
    mark.hidden = !isAdded;
    tab.setAttribute('aria-selected', String(isPresent));
    tab.setAttribute('aria-disabled', String(!this.#isEnabled));
    tab.tabIndex = isPresent ? 0 : -1;
    return tab;
  }

  #create(page: string): HTMLButtonElement {
    const mark = sign('undeployed');
    const tab = element(
      'button',
      { type: 'button', role: 'tab', 'aria-controls': 'hub-side-places' },
      element('span'),
      mark,
    );
    tab.addEventListener('click', () => {
      if (!this.#isEnabled) return;
      if (mark.hidden) this.#actions.turn(page);
      else this.#actions.explainUndeployed();
    });
    this.#tabs.set(page, tab);
    return tab;
  }

  /** Only the focus moves: the device is seen by others. */
  #move(event: KeyboardEvent): void {
    const tabs = [...this.#list.querySelectorAll('button')];
    const at = tabs.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowLeft: at - 1, ArrowRight: (at + 1) % tabs.length, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    tabs.at(to)?.focus();
  }
}
