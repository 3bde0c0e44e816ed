import type { Gesture } from '../../panels/gesture.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { byId } from '../base/dom.js';
import { words } from '../base/words.js';

/** A hand that presses a button to learn it releases it within this time, in ms. */
const RELEASE_MS = 3000;

/** Sets *Each message is a press* for a learned control that sends no release, and suggests it for all others. */
export class PanelEachPress {
  readonly #field = byId<HTMLInputElement>('node-input-eachPress');
  readonly #hint = byId('hub-no-release');
  /** The learned press, until its release. */
  #learned: { readonly press: Gesture; readonly at: number } | undefined;

  constructor() {
    this.#hint.textContent = words('panel.hints.noRelease');
  }

  learn(gesture: Gesture | undefined): void {
    const isButton = byId('node-input-kind').value === 'button';
    const mayRelease = isButton && gesture?.pressed && !gesture.momentary && !gesture.event;
    this.#learned = mayRelease ? { press: gesture, at: performance.now() } : undefined;
  }

  /** `report` is undefined if the node is not deployed. */
  update(report: LastGestureReport | undefined): void {
    this.#hint.hidden = !report?.noRelease || this.#field.checked;
    if (!this.#learned) return;
    const { press, at } = this.#learned;
    const last = report?.gesture;
    const isSame = last?.control === press.control && last.source === press.source;
    // Without a deployed node, or if another control moves, a release may not be seen.
    const isOver = !isSame || !last.pressed;
    if (!isOver && !report?.noRelease && performance.now() - at < RELEASE_MS) return;
    this.#learned = undefined;
    if (!isOver) this.#field.checked = true;
  }
}
