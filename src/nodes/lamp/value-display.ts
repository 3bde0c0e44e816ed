import type { Node, NodeMessage } from 'node-red';
import type { Words } from '../../hub/words/words.js';
import type { LampReport } from '../../panels/lamp/lamp-report.js';
import { type Validity, waitsForMessage } from '../../panels/lamp/lamp-sources.js';
import type { DisplayContent, ValueDisplaySurface } from '../../panels/render/surface.js';
import { onOneLine } from '../status/one-line.js';
import { PacedStatus } from '../status/paced-status.js';

/** Shows the hub's value or a fixed text on a display without a hand: a ring of LEDs or a line of text. */
export class ValueDisplay {
  readonly #node: Node;
  readonly #words: Words;
  readonly #status: PacedStatus;
  readonly #surface: ValueDisplaySurface;
  readonly #partOf: (value: number) => number;
  #content: DisplayContent;
  #validity: Validity | undefined;
  #lastInput: LampReport['input'];
  #started = false;
  /** The last message as text. Undefined: the surface may show something else. */
  #shown: string | undefined;

  /** `partOf` returns the place of a value in its range, 0 … 1. */
  constructor(node: Node, words: Words, surface: ValueDisplaySurface, partOf: (value: number) => number) {
    this.#node = node;
    this.#words = words;
    this.#status = new PacedStatus(node);
    this.#surface = surface;
    this.#partOf = partOf;
    this.#content = surface.fixed;
    this.update();
  }

  /** Nothing is sent before the start. */
  start(): void {
    this.#started = true;
    this.update();
  }

  /** Undefined: the value is unknown, and the display shows that. Without `validity`, it counts until the next one. */
  setContent(content: DisplayContent, validity?: Validity): void {
    if (this.#surface.fixed !== undefined) return;
    // A late message does not replace a newer value.
    if (validity?.holds() === false && this.#validity?.holds()) return;
    this.#lastInput = { from: 'value', value: content ?? 'unknown' };
    this.#content = content;
    this.#validity = validity;
    this.update();
  }

  resend(): void {
    this.#shown = undefined;
    this.update();
  }

  /** The last input and output, for the dialog. */
  get report(): LampReport {
    const waits = waitsForMessage(this.#validity);
    return {
      input: this.#lastInput,
      ...(waits && { waits }),
      ...(this.#shown !== undefined && { sent: this.#shown }),
    };
  }

  close(): void {
    this.#status.close();
  }

  /** Shows the present content. */
  update(): void {
    const content = this.#validity?.holds() === false ? undefined : this.#content;
    this.#showStatus(content !== undefined);
    const message = this.#surface.draw(content, typeof content === 'number' ? this.#partOf(content) : undefined);
    const text = onOneLine(message);
    if (!this.#started || text === this.#shown) return;
    this.#shown = text;
    this.#node.send(message as NodeMessage);
  }

  #showStatus(isKnown: boolean): void {
    this.#status.show(() => ({
      fill: isKnown ? 'green' : 'grey',
      shape: isKnown ? 'dot' : 'ring',
      text: this.#words(`status.fader_${isKnown ? 'follows' : 'waiting'}`),
    }));
  }
}
