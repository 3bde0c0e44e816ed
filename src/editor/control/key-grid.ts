import type { ControlReport, SurfaceReport } from '../../saved/page-key.js';
import { element, placeInOrder, setText, smallButton } from '../base/dom.js';
import { words } from '../base/words.js';
import { describe, type KeyActions, KeyButton } from './key-button.js';
import { shapeOf } from './surface-page.js';

/** The keys of one surface in its shape. Arrow keys move between them. */
export class KeyGrid {
  readonly #actions: KeyActions;
  readonly #keys = new Map<string, KeyButton>();
  /** The places without a control. */
  readonly #free: HTMLElement[] = [];
  readonly #places = element('div', { class: 'hub-keys', role: 'group' });
  /** The text of a key can be too long for it. */
  readonly #detail = element('span');
  readonly #open: HTMLButtonElement;
  readonly element: HTMLElement;
  #reports: readonly ControlReport[] = [];
  /** The key that Tab reaches. */
  #current = '';

  constructor(actions: KeyActions) {
    this.#actions = actions;
    this.#open = smallButton(words('sidebar.keys.open'), () => actions.open(this.#current));
    this.element = element(
      'div',
      {},
      element('div', { class: 'hub-key-detail' }, this.#detail, this.#open),
      this.#places,
    );
    this.#places.addEventListener('keydown', (event) => this.#move(event));
  }

  draw(label: string, surface: SurfaceReport, controls: readonly ControlReport[], canPress: boolean): void {
    const { columns, places, others } = shapeOf(surface, controls);
    this.#reports = controls;
    for (const [id, key] of this.#keys)
      if (!controls.some((each) => each.id === id)) {
        key.cancel();
        this.#keys.delete(id);
      }
    this.#places.setAttribute('aria-label', label);
    this.#places.classList.toggle('hub-keys-wide', columns === 8);
    this.#places.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    const keyOf = (report: ControlReport, isListed: boolean) => {
      const key = this.#keyFor(report.id);
      key.draw(report, canPress);
      key.element.classList.toggle('hub-key-listed', isListed);
      return key.element;
    };
    placeInOrder(this.#places, [
      ...places.map((report, place) => (report ? keyOf(report, false) : this.#freePlace(place))),
      ...others.map((report) => keyOf(report, true)),
    ]);
    const shown = [...places, ...others].filter((each) => each !== undefined);
    this.#point(shown.some(({ id }) => id === this.#current) ? this.#current : (shown[0]?.id ?? ''));
  }

  /** The page is hidden, or another window has the focus. */
  cancel(): void {
    for (const key of this.#keys.values()) key.cancel();
  }

  #freePlace(place: number): HTMLElement {
    this.#free[place] ??= element('span', { class: 'hub-key-free' });
    return this.#free[place];
  }

  #keyFor(id: string): KeyButton {
    const key = this.#keys.get(id) ?? new KeyButton(id, { ...this.#actions, point: (at) => this.#point(at) });
    this.#keys.set(id, key);
    return key;
  }

  #point(id: string): void {
    this.#current = id;
    for (const [each, key] of this.#keys) key.element.tabIndex = each === id ? 0 : -1;
    const report = this.#reports.find((each) => each.id === id);
    setText(this.#detail, report ? describe(report) : '');
    this.#open.hidden = !report;
  }

  /** Moves to the nearest key in the direction of an arrow. */
  #move(event: KeyboardEvent): void {
    const [right, down] = ARROWS[event.key] ?? [0, 0];
    if (!right && !down) return;
    event.preventDefault();
    const from = centreOf(event.target as Element);
    const distances = [...this.#keys.values()].flatMap((key) => {
      const to = centreOf(key.element);
      const ahead = (to.x - from.x) * right + (to.y - from.y) * down;
      const aside = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * right);
      return ahead > 1 ? [{ key, distance: ahead + 4 * aside }] : [];
    });
    distances.sort((one, other) => one.distance - other.distance);
    distances[0]?.key.element.focus();
  }
}

const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

function centreOf(part: Element): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = part.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
