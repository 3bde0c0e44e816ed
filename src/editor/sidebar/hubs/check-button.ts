import { element, setText } from '../../base/dom.js';
import { reasonOf } from '../../base/endpoint.js';
import { words } from '../../base/words.js';
import type { HubReport } from '../base/hub-reports.js';
import { isLost, timeText } from '../base/hub-states.js';

/** A button that runs a check, a line for its state, and its result below. An old result has its time. */
export class CheckButton {
  readonly #button: HTMLButtonElement;
  readonly #state = element('p', { class: 'hub-side-note', role: 'status' });
  readonly #age = element('p', { class: 'hub-side-note' });
  readonly #result = element('div', { class: 'hub-side-checked' });
  readonly element: HTMLElement;
  #report: HubReport | undefined;
  /** The end of the last check, and the connection at this time. */
  #checked: { readonly at: number; readonly report: HubReport | undefined } | undefined;

  /** `run` returns the new state and the elements of the result. */
  constructor(label: string, run: () => Promise<readonly [state: string, ...result: HTMLElement[]]>) {
    this.#button = element('button', { type: 'button', class: 'red-ui-button red-ui-button-small' }, label);
    this.element = element('div', {}, this.#button, this.#state, this.#age, this.#result);
    this.#button.addEventListener('click', () => void this.#run(run));
  }

  /** A result from before a loss of the hub is old. */
  draw(report: HubReport): void {
    this.#report = report;
    const { at, report: then } = this.#checked ?? {};
    // Before its first answer, a hub has no connection that could end.
    const isOld = at !== undefined && then?.state !== 'connecting' && then?.since !== report.since;
    const [time, since] = [timeText(at ?? 0), timeText(report.since)];
    const age = isLost(report) ? words('sidebar.check.offline', { time, since }) : words('sidebar.check.old', { time });
    setText(this.#age, isOld ? age : '');
  }

  async #run(run: () => Promise<readonly [state: string, ...result: HTMLElement[]]>): Promise<void> {
    this.#button.disabled = true;
    this.#result.replaceChildren();
    this.#checked = undefined;
    setText(this.#age, '');
    setText(this.#state, words('sidebar.check.running'));
    try {
      const [state, ...result] = await run();
      setText(this.#state, state);
      this.#result.replaceChildren(...result);
    } catch (error) {
      setText(this.#state, reasonOf(error));
    } finally {
      this.#button.disabled = false;
      this.#checked = { at: Date.now(), report: this.#report };
    }
  }
}
