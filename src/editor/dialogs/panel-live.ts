import type { Gesture } from '../../panels/gesture.js';
import type { LastGestureReport } from '../../panels/mapping/last-gesture.js';
import { byId, setText } from '../base/dom.js';
import type { PanelNode } from '../base/node-types.js';
import { words } from '../base/words.js';
import { commandOf, type PanelOutput } from './panel-preview.js';
import { explainMessage } from './panel-sentence.js';
import { MAX_NAME_LENGTH, pollWhileOpen } from './poll-while-open.js';

/** Shows and explains the last message of the deployed node while its dialog is open, as text. */
export class PanelLive {
  readonly #node: PanelNode;
  readonly #box = byId<HTMLDivElement>('hub-live-panel');
  readonly #preview: (report: LastGestureReport | undefined) => PanelOutput | undefined;

  /** `preview` gets each report and returns the value that is sent. */
  constructor(node: PanelNode, preview: (report: LastGestureReport | undefined) => PanelOutput | undefined) {
    this.#node = node;
    this.#preview = preview;
  }

  start(): void {
    void pollWhileOpen(this.#box, 'panel', this.#node.id, (report) => this.#show(report));
  }

  #show(report: LastGestureReport | undefined): void {
    const output = this.#preview(report);
    // A message that is not recognised has no gesture. The last one is from an earlier message.
    const gesture = report?.isUnrecognised ? undefined : report?.gesture;
    setText(byId('hub-recognised'), explainMessage(report));
    setPart('message', report?.message);
    setPart('gesture', gesture && gestureText(gesture));
    setPart('command', gesture && output && commandOf(this.#node.id, output));
  }
}

/** Sets one part of the list. Without a text, it is hidden. */
function setPart(name: 'message' | 'gesture' | 'command', text: string | undefined): void {
  byId(`hub-live-${name}-part`).hidden = text === undefined;
  setText(byId(`hub-live-${name}`), text ?? '');
}

function gestureText({ source, control, kind, pressed, event, word, raw, delta, values }: Gesture): string {
  const number = raw ?? delta ?? values?.join(' ');
  const act = word ? words(`panel.${event ?? (pressed ? 'press' : 'release')}`) : String(pressed ?? '');
  const parts = [
    words(`panel.choices.${source}`),
    control.slice(0, MAX_NAME_LENGTH),
    `${words(`panel.kinds.${kind}`)} ${number ?? act}`,
  ];
  return parts.join(' · ');
}
