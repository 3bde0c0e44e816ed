import type { SurfaceReport } from '../../saved/page-key.js';
import { element, placeInOrder, setText, smallButton } from '../base/dom.js';
import { canEditFlows } from '../base/red.js';
import { words } from '../base/words.js';
import { describe, type KeyActions, KeyButton } from './key-button.js';
import type { PlacedControl } from './key-changes.js';
import { KeyDrag } from './key-drag.js';
import { shapeOf } from './surface-page.js';

interface GridActions extends KeyActions {
  /** Gives a key another place, and the key of that place its old one. */
  move(key: PlacedControl, to: string, other: PlacedControl | undefined): void;
  /** The user has begun or ended to move keys. */
  changed(): void;
}

/** The keys of one surface in its shape. Arrow keys move between them. */
export class KeyGrid {
  readonly #actions: GridActions;
  readonly #keys = new Map<string, KeyButton>();
  /** The places without a control. */
  readonly #free: HTMLElement[] = [];
  readonly #places = element('div', { class: 'hub-keys', role: 'group', id: 'hub-side-places' });
  readonly #drag = new KeyDrag(this.#places, (from, to) => this.#drop(from, to));
  /** The text of a key can be too long for it. */
  readonly #detail = element('span');
  readonly #open: HTMLButtonElement;
  /** A press acts when the pointer goes down, before a drag can be told from it. So keys are dragged only while they do not act. */
  readonly #moving = smallButton(words('sidebar.keys.move'), () => {
    this.isMoving = !this.isMoving;
    this.#actions.changed();
  });
  readonly element: HTMLElement;
  #reports: readonly PlacedControl[] = [];
  /** The controls of the places. */
  #names: readonly string[] = [];
  /** The key that Tab reaches. */
  #current = '';
  /** True while keys are dragged and do not act. Takes effect at the next `draw`. */
  isMoving = false;

  constructor(actions: GridActions) {
    this.#actions = actions;
    this.#open = smallButton(words('sidebar.keys.open'), () => actions.open(this.#current));
    this.element = element(
      'div',
      {},
      element('div', { class: 'hub-key-detail' }, this.#detail, this.#open, this.#moving),
      this.#places,
    );
    this.#places.addEventListener('keydown', (event) => this.#arrow(event));
  }

  draw(label: string, surface: SurfaceReport, controls: readonly PlacedControl[], canPress: boolean): void {
    const { columns, places, names, others } = shapeOf(surface, controls);
    this.#reports = controls;
    this.#names = names;
    const canMove = controls.some(({ kind }) => kind === 'button' || names.length > 0);
    this.#moving.hidden = !canEditFlows() || !canMove;
    this.isMoving &&= !this.#moving.hidden;
    this.#drag.isEnabled = this.isMoving;
    this.#moving.setAttribute('aria-pressed', String(this.isMoving));
    this.#moving.classList.toggle('selected', this.isMoving);
    for (const [id, key] of this.#keys)
      if (!controls.some((each) => each.id === id)) {
        key.cancel();
        this.#keys.delete(id);
      }
    this.#places.setAttribute('aria-label', label);
    this.#places.classList.toggle('hub-keys-wide', columns === 8);
    this.#places.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    const keyOf = (report: PlacedControl, isListed: boolean) => {
      const key = this.#keyFor(report.id);
      key.draw(report, canPress && !this.isMoving);
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
    this.#drag.cancel();
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

  /** Moves to the nearest key in the direction of an arrow. With Alt, moves the key itself by one place. */
  #arrow(event: KeyboardEvent): void {
    const [right, down] = ARROWS[event.key] ?? [0, 0];
    if (!right && !down) return;
    event.preventDefault();
    const key = event.target as Element;
    if (event.altKey) {
      const next = nextOf(key, [...this.#places.children], right, down);
      if (next) this.#drop(key, next);
    } else {
      const keys = [...this.#keys.values()].map((each) => each.element);
      nextOf(key, keys, right, down)?.focus();
    }
  }

  /** A control takes a place for its kind, or that of another key. */
  #drop(from: Element, to: Element): void {
    const [key, other] = [this.#reportOf(from), this.#reportOf(to)];
    const ofKey = other?.kind === 'button' ? other.control : undefined;
    const name = this.#names[[...this.#places.children].indexOf(to)] ?? ofKey;
    if (!canEditFlows() || !key || name === undefined || key.kind !== kindOf(name)) return;
    this.#actions.move(key, name, other);
  }

  #reportOf(part: Element): PlacedControl | undefined {
    return this.#reports.find(({ id }) => this.#keys.get(id)?.element === part);
  }
}

/** The kind of control that a place of a Stream Deck or a Mackie Control is for. Other devices only move keys. */
function kindOf(place: string): PlacedControl['kind'] {
  if (/^(dial|vpot) \d/.test(place)) return 'encoder';
  return /^fader \d/.test(place) ? 'fader' : 'button';
}

const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The nearest part in a direction. */
function nextOf<Part extends Element>(key: Element, parts: readonly Part[], right: number, down: number) {
  const from = centreOf(key);
  const distances = parts.flatMap((part) => {
    const to = centreOf(part);
    const ahead = (to.x - from.x) * right + (to.y - from.y) * down;
    const aside = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * right);
    return ahead > 1 ? [{ part, distance: ahead + 4 * aside }] : [];
  });
  return distances.sort((one, other) => one.distance - other.distance)[0]?.part;
}

function centreOf(part: Element): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = part.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
