import type { CheckedField } from '../../recording/flow-check.js';
import { type CueFinding, checkCues, findingText, readReports } from '../base/cue-lists.js';
import { element, setText, smallButton } from '../base/dom.js';
import { askEndpoint, reasonOf } from '../base/endpoint.js';
import { nodeName } from '../base/node-label.js';
import { $, red } from '../base/red.js';
import { words } from '../base/words.js';
import { type HubReport, isLost, timeText } from '../section/hub-reports.js';
import { checkFlows, inTurn, type NodeProblem, sentenceOf } from '../section/missing-names.js';
import { sharedControls } from '../section/shared-controls.js';

/** The two checks of a hub: are its answers as described, and does it have everything that the flows use? */
export class HubChecks {
  readonly #checks: readonly CheckButton[];
  readonly element: HTMLElement;

  constructor(hubId: string) {
    this.#checks = [
      new CheckButton(words('sidebar.check.flows'), async () => {
        const { fields } = await checkFlows(hubId);
        const cues = await findCues(hubId);
        const count = cues.filter(({ problem }) => problem).length;
        const cueSummary = count > 0 ? ` ${words('cues.edit.found', { count })}` : '';
        const shared = sharedControls().filter(({ hub }) => hub === hubId);
        const rows = fields.filter(({ verdict }) => verdict !== 'present').map(rowOf);
        return [flowSummary(fields) + cueSummary, ...rows, ...shared.map(missingRow), ...cues.map(cueRow)];
      }),
      new CheckButton(words('sidebar.check.hub'), async () => {
        const language = red.i18n.lang();
        const check = () =>
          askEndpoint<{ readonly text: string }>(['check-hub', hubId], { language }, { isRead: true });
        const { text } = await inTurn(hubId, check);
        return ['', copyButton(text), element('pre', { tabindex: '0', class: 'hub-side-report' }, text)];
      }),
    ];
    this.element = element('div', { class: 'hub-side-checks' }, ...this.#checks.map((check) => check.element));
  }

  /** Undefined: the configuration does not run. */
  draw(report: HubReport | undefined): void {
    this.element.hidden = !report;
    if (report) for (const check of this.#checks) check.draw(report);
  }
}

function copyButton(text: string): HTMLElement {
  const button: HTMLElement = smallButton(words('sidebar.check.copy'), () =>
    red.clipboard.copyText(text, $(button), 'clipboard.copyMessageValue'),
  );
  return button;
}

/** A button that runs a check, a line for its state, and its result below. An old result has its time. */
export class CheckButton {
  readonly #button: HTMLButtonElement;
  readonly #state = element('p', { class: 'hub-side-note', role: 'status' });
  readonly #age = element('p', { class: 'hub-side-note' });
  readonly #result = element('div', { class: 'hub-side-checked' });
  readonly element: HTMLElement;
  /** The end of the last check, and the first report after it: the one before it can be from an earlier connection. */
  #checked: { readonly at: number; report?: HubReport } | undefined;

  /** `run` returns the new state and the elements of the result. */
  constructor(label: string, run: () => Promise<readonly [state: string, ...result: HTMLElement[]]>) {
    this.#button = smallButton(label, () => void this.#run(run));
    this.element = element('div', {}, this.#button, this.#state, this.#age, this.#result);
  }

  /** A result from before a loss of the hub is old. */
  draw(report: HubReport): void {
    if (!this.#checked) return;
    // Before its first answer, a hub has no connection that could end.
    if ((this.#checked.report?.state ?? 'connecting') === 'connecting') this.#checked.report = report;
    const { at, report: then } = this.#checked;
    // The first report can be one of the loss.
    const isOld = isLost(report) || then?.since !== report.since;
    const [time, since] = [timeText(at), timeText(report.since)];
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
      this.#checked = { at: Date.now() };
    }
  }
}

/** The counts of a check of flows, as sentences. */
function flowSummary(fields: readonly CheckedField[]): string {
  const count = (verdict: CheckedField['verdict']) => fields.filter((field) => field.verdict === verdict).length;
  const changed = { renamed: count('renamed'), two: count('twoThings') };
  const counts = { missing: count('missing'), notChecked: count('notChecked'), unread: count('unread') };
  const summary = words('sidebar.check.summary', { present: count('present'), ...counts });
  return changed.renamed + changed.two > 0 ? `${summary} ${words('sidebar.check.changed', changed)}` : summary;
}

type CueRow = CueFinding & { readonly nodeId: string };

/** The steps of the deployed cue lists that would fail, or that have renamed things. */
async function findCues(hubId: string): Promise<CueRow[]> {
  if (!red.user.hasPermission('hub-cues.write')) return [];
  const lists = (await readReports()).filter(({ hub }) => hub === hubId);
  const rows: CueRow[] = [];
  for (const { id } of lists) for (const finding of await checkCues(id)) rows.push({ ...finding, nodeId: id });
  return rows;
}

const cueRow = (row: CueRow): HTMLElement =>
  problemRow(row.nodeId, row.problem ? 'missing' : 'renamed', findingText(row));

/** A value that is missing or not checked, as a button that shows its node. */
const rowOf = (field: CheckedField): HTMLElement => problemRow(field.nodeId, field.verdict, sentenceOf(field));

export const missingRow = ({ nodeId, sentence }: NodeProblem): HTMLElement => problemRow(nodeId, 'missing', sentence);

function problemRow(nodeId: string, verdict: CheckedField['verdict'], sentence: string): HTMLElement {
  const button = element(
    'button',
    { type: 'button', class: 'hub-side-row', 'data-verdict': verdict },
    element('strong', {}, nodeName(nodeId)),
    element('span', {}, sentence),
  );
  button.addEventListener('click', () => red.view.reveal(nodeId));
  return button;
}
