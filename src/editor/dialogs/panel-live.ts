import { byId, element } from '../base/dom.js';
import type { PanelNode } from '../base/panel-node.js';
import { words } from '../base/words.js';
import { type Seen, seenBy } from '../picking/seen-gesture.js';

/** How often the runtime is asked, in ms: four times a second are as fast as one reads. */
const PACE_MS = 250;

/** Longer names are cut: they come from messages. */
const LONGEST = 60;

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

  /** Asks until the dialog is closed; never again before it was answered. */
  async start(): Promise<void> {
    while (this.#box.isConnected) {
      this.#show(await seenBy(this.#node.id));
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
    }
  }

  #show(seen: Seen | undefined): void {
    if (!this.#box.isConnected) return;
    const out = this.#look(seen);
    const line = lineOf(seen);
    // A screen reader is not to read the same again and again.
    if (line !== this.#line.textContent) this.#line.textContent = line;
    const shown = out === '' ? '' : words('panel.seen.out', { value: out.slice(0, LONGEST) });
    if (shown !== this.#out.textContent) this.#out.textContent = shown;
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
