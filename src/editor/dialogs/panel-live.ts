import { byId, element, putText } from '../base/dom.js';
import type { PanelNode } from '../base/panel-node.js';
import { words } from '../base/words.js';
import { type Seen, seenBy } from '../picking/seen.js';
import { LONGEST, whileOpen } from './live.js';

/** Shows what the deployed node is told, while its dialog is open; all of it as text. */
export class PanelLive {
  readonly #node: PanelNode;
  readonly #box = byId<HTMLDivElement>('hub-live-gesture');
  readonly #line = element('span');
  readonly #out = element('strong');
  readonly #look: (seen: Seen | undefined) => string;

  /** `look` is given what was seen each time, and tells the value that would go out; '' where there is none. */
  constructor(node: PanelNode, look: (seen: Seen | undefined) => string) {
    this.#node = node;
    this.#look = look;
    this.#box.append(this.#line, ' ', this.#out);
  }

  /** Asks until the dialog is closed. */
  start(): void {
    const ask = () => seenBy('panel', this.#node.id);
    void whileOpen(this.#box, ask, (seen) => this.#show(seen));
  }

  #show(seen: Seen | undefined): void {
    const out = this.#look(seen);
    putText(this.#line, lineOf(seen));
    putText(this.#out, out === '' ? '' : words('panel.seen.out', { value: out.slice(0, LONGEST) }));
  }
}

function lineOf(seen: Seen | undefined): string {
  if (!seen) return words('panel.seen.undeployed');
  const { gesture } = seen;
  if (!gesture) return words('panel.seen.nothing');
  const { source, control, kind, pressed, raw, delta, values } = gesture;
  const number = raw ?? delta ?? values?.join(' ');
  const state = number ?? (pressed === undefined ? '' : String(pressed));
  const told = [
    words(`panel.choices.${source}`),
    control.slice(0, LONGEST),
    `${words(`panel.kinds.${kind}`)} ${state}`,
  ];
  return told.join(' · ');
}
