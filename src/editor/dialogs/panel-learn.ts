import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { byId } from '../base/dom.js';
import type { PanelNode } from '../base/panel-node.js';
import { words } from '../base/words.js';

/** What a learned control fills in. */
export type LearnedControl = Required<Pick<PanelNode, 'source' | 'control' | 'kind'>>;

/** Takes the next control that is moved, and only that one: whoever learns next must not learn it again. */
export class PanelLearn {
  readonly #button = byId<HTMLButtonElement>('hub-learn');
  readonly #onLearned: (learned: LearnedControl) => void;
  /** How many messages there were when it began; undefined: it does not learn. */
  #startCount: number | undefined;
  #count: number | undefined;

  constructor(onLearned: (learned: LearnedControl) => void) {
    this.#onLearned = onLearned;
    this.#button.addEventListener('click', () =>
      this.#setStart(this.#startCount === undefined ? this.#count : undefined),
    );
    this.#setStart(undefined);
  }

  /** Looks at what the deployed node was told; undefined: it is not deployed. */
  update(report: LastGestureReport | undefined): void {
    this.#count = report?.count;
    this.#button.disabled = !report;
    const gesture = report?.gesture;
    if (!gesture || this.#startCount === undefined) return;
    // After a deploy it counts anew.
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
