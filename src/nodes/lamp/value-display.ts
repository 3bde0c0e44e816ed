import type { NodeMessage } from 'node-red';
import { findOperation } from '../../hub/table/operations.js';
import type { Words } from '../../hub/words/texts.js';
import { cueStateOf } from '../../panels/lamp/cue-state.js';
import { type LampReport, parseLampMessage } from '../../panels/lamp/lamp-input.js';
import { type Validity, waitsForMessage } from '../../panels/lamp/lamp-sources.js';
import { fillPlaceholders } from '../../panels/render/placeholders.js';
import type { DisplayContent, SurfaceMessage, ValueDisplaySurface } from '../../panels/render/surface.js';
import type { LampValues } from '../../saved/lamp.js';
import { validityOf } from '../registry/sessions.js';
import type { Lifetime } from '../runtime/lifetime.js';
import { PacedStatus } from '../status/paced-status.js';
import { isForeignPacket, type LampOutput, onOneLine, partOfRange, valueIn } from './lamp-output.js';

/** Shows the hub's value or a fixed text on a display without a hand: a ring of LEDs or a line of text. */
export class ValueDisplay implements LampOutput {
  readonly #life: Lifetime;
  readonly #words: Words;
  readonly #status: PacedStatus;
  readonly #surface: ValueDisplaySurface;
  readonly #hub: string;
  /** The place of a value in its range, 0 … 1. */
  readonly #partOf: (value: number) => number;
  #content: DisplayContent;
  #validity: Validity | undefined;
  #lastInput: LampReport['input'];
  #started = false;
  /** The last message as text. Undefined: the surface may show something else. */
  #shown: string | undefined;

  constructor(life: Lifetime, words: Words, values: LampValues, surface: ValueDisplaySurface) {
    this.#partOf = partOfRange(values);
    this.#hub = values.hub;
    this.#life = life;
    this.#words = words;
    this.#status = new PacedStatus(life);
    this.#surface = surface;
    this.#content = surface.fixed;
    this.update();
  }

  start(): void {
    this.#started = true;
    this.resend();
  }

  stop(): void {
    this.#started = false;
  }

  get dark(): SurfaceMessage {
    return this.#surface.draw('', undefined);
  }

  handle(msg: NodeMessage): void {
    const fields = msg as Readonly<Record<string, unknown>>;
    const input = parseLampMessage(fields, findOperation);
    const cues = cueStateOf(msg.payload)?.cues;
    const { pattern } = this.#surface;
    // The value is sent again after a reconnection.
    if (input?.from === 'hub' && input.connected) return;
    if (input?.from === 'hub' || input?.from === 'lost') this.#setContent(undefined);
    // The position in a list is also true while its hub is lost.
    else if (cues) this.#setContent(pattern === undefined ? cues.text : fillPlaceholders(pattern, { ...cues }));
    else if (!isForeignPacket(msg)) this.#setContent(contentIn(msg.payload), validityOf(fields, this.#hub));
  }

  /** Undefined: the value is unknown, and the display shows that. Without `validity`, it counts until the next one. */
  #setContent(content: DisplayContent, validity?: Validity): void {
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

  repeat(): void {
    this.resend();
  }

  get report(): LampReport {
    const waits = waitsForMessage(this.#validity);
    return {
      input: this.#lastInput,
      ...(waits && { waits }),
      ...(this.#shown !== undefined && { sent: this.#shown }),
    };
  }

  update(): void {
    const content = this.#validity?.holds() === false ? undefined : this.#content;
    this.#showStatus(content !== undefined);
    const message = this.#surface.draw(content, typeof content === 'number' ? this.#partOf(content) : undefined);
    const text = onOneLine(message);
    if (!this.#started || text === this.#shown) return;
    this.#shown = text;
    this.#life.node.send(message as NodeMessage);
  }

  #showStatus(isKnown: boolean): void {
    this.#status.show(() => ({
      fill: isKnown ? 'green' : 'grey',
      shape: isKnown ? 'dot' : 'ring',
      text: this.#words(`status.fader_${isKnown ? 'follows' : 'waiting'}`),
    }));
  }
}

/** The content of a payload. Undefined if a display cannot show it, or if it is unknown. */
function contentIn(payload: unknown): DisplayContent {
  const value = valueIn(payload);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return (typeof value === 'string' && value !== 'unknown') || typeof value === 'boolean' ? value : undefined;
}
