import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { byId, setText } from '../base/dom.js';
import type { PanelNode } from '../base/panel-node.js';
import { words } from '../base/words.js';
import { explainControl, hasGesture } from './panel-sentence.js';

export type LearnedControl = Required<Pick<PanelNode, 'source' | 'control' | 'kind'>>;

/** Fills in a learned control. Returns a function that restores the fields. */
type FillLearned = (learned: LearnedControl) => () => void;

/** Learns the next control that moves, then stops. The fields can be restored. */
export class PanelLearn {
  readonly #button = byId<HTMLButtonElement>('hub-learn');
  readonly #undoButton = byId<HTMLButtonElement>('hub-undo');
  readonly #result = byId('hub-learned');
  readonly #fill: FillLearned;
  /** The number of messages at the start of learning. Undefined if it is off. */
  #startCount: number | undefined;
  #count: number | undefined;
  /** Set after a control was learned. */
  #restore: (() => void) | undefined;

  constructor(fill: FillLearned) {
    this.#fill = fill;
    this.#button.addEventListener('click', () =>
      this.#setStart(this.#startCount === undefined ? this.#count : undefined),
    );
    // Until the first report, it is unknown whether the node is deployed.
    this.#button.disabled = true;
    this.#undoButton.addEventListener('click', () => this.#undo());
    this.#setStart(undefined);
  }

  /** `report` is undefined if the node is not deployed. */
  update(report: LastGestureReport | undefined): void {
    this.#count = report?.count;
    this.#button.disabled = !report;
    if (!report || !hasGesture(report) || this.#startCount === undefined) return;
    // A deploy resets the count.
    if (report.count < this.#startCount) this.#startCount = report.count;
    if (report.count === this.#startCount) return;
    this.#setStart(undefined);
    const { source, control, kind } = report.gesture;
    this.#restore = this.#fill({ source, control, kind: kind === 'pad' ? 'fader' : kind });
    this.#undoButton.hidden = false;
    setText(this.#result, words('panel.learned', { control: explainControl(report) }));
  }

  #undo(): void {
    this.#restore?.();
    this.#restore = undefined;
    // A hidden button would lose the focus.
    this.#button.focus();
    this.#undoButton.hidden = true;
    setText(this.#result, words('panel.undone'));
  }

  #setStart(startCount: number | undefined): void {
    this.#startCount = startCount;
    this.#button.textContent = words(startCount === undefined ? 'panel.learn' : 'panel.learning');
    this.#button.setAttribute('aria-pressed', String(startCount !== undefined));
  }
}
