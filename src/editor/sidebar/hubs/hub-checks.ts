import { element } from '../../base/dom.js';
import { $, red } from '../../base/red.js';
import { words } from '../../base/words.js';
import { checkFlows, checkHub, type HubReport } from '../base/sidebar-api.js';
import { CheckButton } from './check-button.js';
import { flowRows, flowSummary, nodesOf } from './checked-flows.js';

/** The two checks of a hub: are its answers as described, and does it have everything that the flows use? */
export class HubChecks {
  readonly #checks: readonly CheckButton[];
  readonly element: HTMLElement;

  constructor(hubId: string) {
    this.#checks = [
      new CheckButton(words('sidebar.check.flows'), async () => {
        const fields = await checkFlows(hubId, nodesOf(hubId));
        return [flowSummary(fields), ...flowRows(fields)];
      }),
      new CheckButton(words('sidebar.check.hub'), async () => {
        const report = await checkHub(hubId);
        return ['', copyButton(report), element('pre', { tabindex: '0', class: 'hub-side-report' }, report)];
      }),
    ];
    this.element = element('div', {}, ...this.#checks.map((check) => check.element));
  }

  /** Undefined: the configuration does not run. */
  draw(report: HubReport | undefined): void {
    this.element.hidden = !report;
    if (report) for (const check of this.#checks) check.draw(report);
  }
}

function copyButton(text: string): HTMLElement {
  const button: HTMLElement = element(
    'button',
    { type: 'button', class: 'red-ui-button red-ui-button-small' },
    words('sidebar.check.copy'),
  );
  button.addEventListener('click', () => red.clipboard.copyText(text, $(button), 'clipboard.copyMessageValue'));
  return button;
}
