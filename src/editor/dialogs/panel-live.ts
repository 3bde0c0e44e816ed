import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { byId, element, setText } from '../base/dom.js';
import type { PanelNode } from '../base/panel-node.js';
import { words } from '../base/words.js';
import { fetchReport } from '../picking/node-report.js';
import { MAX_NAME_LENGTH, pollWhileOpen } from './poll-while-open.js';

/** Shows the last gesture of the deployed node while its dialog is open, as text. */
export class PanelLive {
  readonly #node: PanelNode;
  readonly #box = byId<HTMLDivElement>('hub-live-gesture');
  readonly #line = element('span');
  readonly #output = element('strong');
  readonly #preview: (report: LastGestureReport | undefined) => string;

  /** `preview` gets each report and returns the value that would be sent, '' for none. */
  constructor(node: PanelNode, preview: (report: LastGestureReport | undefined) => string) {
    this.#node = node;
    this.#preview = preview;
    this.#box.append(this.#line, ' ', this.#output);
  }

  start(): void {
    const ask = () => fetchReport('panel', this.#node.id);
    void pollWhileOpen(this.#box, ask, (report) => this.#show(report));
  }

  #show(report: LastGestureReport | undefined): void {
    const output = this.#preview(report);
    setText(this.#line, gestureText(report));
    setText(this.#output, output === '' ? '' : words('panel.seen.out', { value: output.slice(0, MAX_NAME_LENGTH) }));
  }
}

function gestureText(report: LastGestureReport | undefined): string {
  if (!report) return words('panel.seen.undeployed');
  const { gesture } = report;
  if (!gesture) return words('panel.seen.nothing');
  const { source, control, kind, pressed, raw, delta, values } = gesture;
  const number = raw ?? delta ?? values?.join(' ');
  const state = number ?? (pressed === undefined ? '' : String(pressed));
  const parts = [
    words(`panel.choices.${source}`),
    control.slice(0, MAX_NAME_LENGTH),
    `${words(`panel.kinds.${kind}`)} ${state}`,
  ];
  return parts.join(' · ');
}
