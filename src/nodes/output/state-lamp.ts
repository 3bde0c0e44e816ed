import type { Node, NodeMessage, NodeStatus } from 'node-red';
import type { Words } from '../../hub/words/words.js';
import type { LampInput } from '../../panels/lamp/lamp-input.js';
import type { LampReport } from '../../panels/lamp/lamp-report.js';
import { LampSources, type Validity } from '../../panels/lamp/lamp-sources.js';
import type { Look, State } from '../../panels/lamp/state.js';
import type { Fields, Lamp } from '../../panels/render/surface.js';
import { onOneLine } from './one-line.js';
import { PacedStatus } from './paced-status.js';

/** How long a blinking lamp is lit, and how long it is dark, in ms. */
const BLINK_MS = 500;

/** A timer of Node.js fires at once for what is longer, in ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The colours that operators know, as far as Node-RED has them (docs/interface.md "Seen in the field", Colours). */
const STATUS: Readonly<Record<State, Required<Pick<NodeStatus, 'fill' | 'shape'>>>> = {
  failed: { fill: 'red', shape: 'ring' },
  armed: { fill: 'yellow', shape: 'dot' },
  unknown: { fill: 'grey', shape: 'ring' },
  program: { fill: 'red', shape: 'dot' },
  preview: { fill: 'green', shape: 'dot' },
  unavailable: { fill: 'yellow', shape: 'ring' },
  available: { fill: 'green', shape: 'ring' },
  stopped: { fill: 'grey', shape: 'dot' },
  off: { fill: 'grey', shape: 'ring' },
};

/** What a lamp is made of. */
interface LampOptions {
  readonly draw: (lamp: Lamp) => Fields;
  readonly looks: Readonly<Record<State, Look>>;
  /** All states, the most urgent first. */
  readonly urgency: readonly State[];
  /** Milliseconds; 0: for ever. */
  readonly silence: number;
  /** Whether a look is sent as its colour and dark in turn. */
  readonly blinks: (look: Look) => boolean;
}

/** The dark half of a light that blinks: the look of no state, so that it cannot be taken for one. */
const DARK = { colour: [0, 0, 0], value: undefined } as const;

/** A lamp that shows the most urgent of what was said to it: sends what its surface wants, when that changes. */
export class StateLamp {
  readonly #node: Node;
  readonly #words: Words;
  readonly #status: PacedStatus;
  readonly #making: LampOptions;
  readonly #sources: LampSources;
  #input: LampInput | undefined;
  #started = false;
  /** What it shows; undefined before the start. */
  #lamp: Lamp | undefined;
  /** What was sent last, times aside. */
  #shown = '';
  #waiting: NodeJS.Timeout | undefined;
  #blinking: NodeJS.Timeout | undefined;

  constructor(node: Node, words: Words, making: LampOptions) {
    this.#node = node;
    this.#words = words;
    this.#status = new PacedStatus(node);
    this.#making = making;
    this.#sources = new LampSources(making.urgency, making.silence);
  }

  hear(input: LampInput, validity?: Validity): void {
    this.#input = input;
    this.#sources.update(input, performance.now(), validity);
    if (input.from === 'hub' && input.connected) this.again();
    else this.look();
  }

  /** What it was told last, and what it sent, for whoever looks. */
  get seen(): LampReport {
    if (!this.#lamp) return {};
    return { input: this.#input, state: this.#lamp.state, sent: onOneLine(this.#making.draw(this.#lamp)) };
  }

  /** From now on it sends; until somebody says how things are, nobody knows. */
  start(): void {
    this.#started = true;
    this.look();
  }

  /** Sends it again though it has not changed: the surface may have forgotten. */
  again(): void {
    this.#shown = '';
    this.look();
  }

  /** Shows what counts now. */
  look(): void {
    if (!this.#started) return;
    const now = performance.now();
    this.#become(this.#sources.mostUrgent(now));
    clearTimeout(this.#waiting);
    const due = this.#sources.nextChange(now);
    // A timer may fire a little early, so that once more nothing has ended.
    if (due !== undefined) this.#waiting = setTimeout(() => this.look(), Math.min(Math.ceil(due - now), LONGEST_TIMER));
  }

  close(): void {
    clearTimeout(this.#waiting);
    clearInterval(this.#blinking);
    this.#status.close();
  }

  #become(state: State): void {
    const { looks, blinks } = this.#making;
    const before = this.#lamp;
    const lamp = before?.state === state ? before : { state, ...looks[state], at: Date.now() };
    if (lamp === before && this.#shown !== '') return;
    this.#lamp = lamp;
    this.#status.show(() => ({ ...STATUS[state], text: this.#words(`status.lamp_${state}`) }));
    clearInterval(this.#blinking);
    this.#send(lamp);
    if (!blinks(lamp)) return;
    let isDark = false;
    this.#blinking = setInterval(() => {
      isDark = !isDark;
      this.#send(isDark ? { ...lamp, ...DARK } : lamp);
    }, BLINK_MS);
  }

  /** Nothing is sent that looks the same as before. */
  #send(lamp: Lamp): void {
    const { draw } = this.#making;
    const shown = JSON.stringify(draw({ ...lamp, at: 0 }));
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#node.send(draw(lamp) as NodeMessage);
  }
}
