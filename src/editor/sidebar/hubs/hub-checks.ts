import type { CheckedField } from '../../../recording/checked-field.js';
import { element } from '../../base/dom.js';
import { askEndpoint } from '../../base/endpoint.js';
import { $, red } from '../../base/red.js';
import { words } from '../../base/words.js';
import type { HubReport } from '../base/hub-reports.js';
import { CheckButton } from './check-button.js';
import { flowRows, flowSummary, nodesOf } from './checked-flows.js';

/** The two checks of a hub: are its answers as described, and does it have everything that the flows use? */
export class HubChecks {
  readonly #checks: readonly CheckButton[];
  readonly element: HTMLElement;

  constructor(hubId: string) {
    this.#checks = [
      new CheckButton(words('sidebar.check.flows'), async () => {
        const flows = nodesOf(hubId);
        const { fields } = await askEndpoint<{ readonly fields: readonly CheckedField[] }>(['check-flows', hubId], {
          flows,
        });
        return [flowSummary(fields), ...flowRows(fields)];
      }),
      new CheckButton(words('sidebar.check.hub'), async () => {
        const language = red.i18n.lang();
        const { text } = await askEndpoint<{ readonly text: string }>(['check-hub', hubId], { language });
        return ['', copyButton(text), element('pre', { tabindex: '0', class: 'hub-side-report' }, text)];
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
