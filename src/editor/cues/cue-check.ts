import { checkCues, findingText } from '../base/cue-lists.js';
import { element, setText, smallButton } from '../base/dom.js';
import { RequestError } from '../base/endpoint.js';
import { words } from '../base/words.js';

/** The button *Check the list*, and the steps that would fail. */
export class CueCheck {
  readonly button = smallButton(words('cues.edit.check'), () => void this.#check());
  readonly #note = element('div', { role: 'status' });
  readonly #findings = element('ul', { class: 'hub-cue-findings' });
  readonly element = element('div', { class: 'hub-cue-check' }, this.#note, this.#findings);
  readonly #id: string;
  readonly #isSaved: () => boolean;
  readonly #showCue: (number: string) => void;

  /** `id` is the node. `isSaved` is false for a list with changes that are not saved. */
  constructor(id: string, isSaved: () => boolean, showCue: (number: string) => void) {
    this.#id = id;
    this.#isSaved = isSaved;
    this.#showCue = showCue;
  }

  async #check(): Promise<void> {
    this.#findings.replaceChildren();
    // The runtime checks the list that it plays.
    if (!this.#isSaved()) return setText(this.#note, words('cues.edit.saveFirst'));
    setText(this.#note, words('sidebar.check.running'));
    try {
      const findings = await checkCues(this.#id);
      const count = findings.filter(({ problem }) => problem).length;
      setText(this.#note, words(`cues.edit.${count === 0 ? 'allFound' : 'found'}`, { count }));
      this.#findings.replaceChildren(
        ...findings.map((finding) => {
          const show = element('button', { type: 'button', class: 'hub-link' }, findingText(finding));
          show.addEventListener('click', () => this.#showCue(finding.cue));
          return element('li', {}, show);
        }),
      );
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setText(this.#note, error.status === 404 ? words('cues.edit.deployFirst') : error.message);
    }
  }
}
