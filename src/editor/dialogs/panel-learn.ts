import { byId } from '../base/dom.js';
import type { PanelNode } from '../base/panel-node.js';
import { words } from '../base/words.js';
import type { Seen } from '../picking/seen.js';

/** What a learned control fills in. */
export type Learned = Required<Pick<PanelNode, 'source' | 'control' | 'kind'>>;

/** Takes the next control that is moved, and only that one: whoever learns next must not learn it again. */
export class PanelLearn {
  readonly #button = byId<HTMLButtonElement>('hub-learn');
  readonly #take: (learned: Learned) => void;
  /** How many messages there were when it began; undefined: it does not learn. */
  #since: number | undefined;
  #count: number | undefined;

  constructor(take: (learned: Learned) => void) {
    this.#take = take;
    this.#button.addEventListener('click', () => this.#switch(this.#since === undefined ? this.#count : undefined));
    this.#switch(undefined);
  }

  /** Looks at what the deployed node was told; undefined: it is not deployed. */
  look(seen: Seen | undefined): void {
    this.#count = seen?.count;
    this.#button.disabled = !seen;
    const gesture = seen?.gesture;
    if (!gesture || this.#since === undefined) return;
    // After a deploy it counts anew.
    if (seen.count < this.#since) this.#since = seen.count;
    if (seen.count === this.#since) return;
    this.#switch(undefined);
    const { source, control, kind } = gesture;
    this.#take({ source, control, kind: kind === 'pad' ? 'fader' : kind });
  }

  #switch(since: number | undefined): void {
    this.#since = since;
    this.#button.textContent = words(since === undefined ? 'panel.learn' : 'panel.learning');
    this.#button.setAttribute('aria-pressed', String(since !== undefined));
  }
}
