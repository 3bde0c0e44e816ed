import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { byId } from '../base/dom.js';
import type { PanelNode } from '../base/panel-node.js';
import { words } from '../base/words.js';

export type LearnedControl = Required<Pick<PanelNode, 'source' | 'control' | 'kind'>>;

/** Learns the next control that moves, then stops. */
export class PanelLearn {
  readonly #button = byId<HTMLButtonElement>('hub-learn');
  readonly #onLearned: (learned: LearnedControl) => void;
  /** The number of messages at the start of learning. Undefined if it is off. */
  #startCount: number | undefined;
  #count: number | undefined;

  constructor(onLearned: (learned: LearnedControl) => void) {
    this.#onLearned = onLearned;
    this.#button.addEventListener('click', () =>
      this.#setStart(this.#startCount === undefined ? this.#count : undefined),
    );
    this.#setStart(undefined);
  }

  /** `report` is undefined if the node is not deployed. */
  update(report: LastGestureReport | undefined): void {
    this.#count = report?.count;
    this.#button.disabled = !report;
    const gesture = report?.gesture;
    if (!gesture || this.#startCount === undefined) return;
    // A deploy resets the count.
    if (report.count < this.#startCount) this.#startCount = report.count;
    if (report.count === this.#startCount) return;
    this.#setStart(undefined);
    const { source, control, kind } = gesture;
    this.#onLearned({ source, control, kind: kind === 'pad' ? 'fader' : kind });
  }

  #setStart(startCount: number | undefined): void {
    this.#startCount = startCount;
    this.#button.textContent = words(startCount === undefined ? 'panel.learn' : 'panel.learning');
    this.#button.setAttribute('aria-pressed', String(startCount !== undefined));
  }
}
