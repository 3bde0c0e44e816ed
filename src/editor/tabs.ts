import { element } from './base/dom.js';

export interface SectionTab {
  readonly id: string;
  readonly label: string;
  readonly panel: HTMLElement;
}

/** A row of tabs above their panels. Arrow keys, Home and End move between them. */
export class Tabs {
  readonly element = element('div', { class: 'hub-side-tabs', role: 'tablist' });
  readonly #tabs: readonly SectionTab[];
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #changed: () => void;
  #chosen = 0;

  constructor(tabs: readonly SectionTab[], onChange: () => void) {
    this.#tabs = tabs;
    this.#changed = onChange;
    this.#buttons = tabs.map(({ id, label, panel }, index) => {
      const button = element('button', { type: 'button', role: 'tab', id: `hub-side-tab-${id}` }, label);
      panel.id = `hub-side-${id}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', button.id);
      button.setAttribute('aria-controls', panel.id);
      button.addEventListener('click', () => this.#choose(index));
      button.addEventListener('keydown', (event) => this.#move(event));
      return button;
    });
    this.element.append(...this.#buttons);
    this.#draw();
  }

  /** Index of the chosen tab. */
  get chosen(): number {
    return this.#chosen;
  }

  /** Chooses a tab by its id, and moves the focus to it. */
  open(id: string): void {
    const index = this.#tabs.findIndex((tab) => tab.id === id);
    this.#choose(index);
    this.#buttons[index]?.focus();
  }

  #choose(index: number): void {
    if (index === this.#chosen) return;
    this.#chosen = index;
    this.#draw();
    this.#changed();
  }

  #move(event: KeyboardEvent): void {
    const { length } = this.#tabs;
    const to = { ArrowLeft: this.#chosen + length - 1, ArrowRight: this.#chosen + 1, Home: 0, End: length - 1 };
    const place = to[event.key as keyof typeof to];
    if (place === undefined) return;
    const next = place % length;
    event.preventDefault();
    this.#choose(next);
    this.#buttons[next]?.focus();
  }

  #draw(): void {
    this.#tabs.forEach(({ panel }, index) => {
      panel.hidden = index !== this.#chosen;
    });
    this.#buttons.forEach((button, index) => {
      button.setAttribute('aria-selected', String(index === this.#chosen));
      button.tabIndex = index === this.#chosen ? 0 : -1;
    });
  }
}
