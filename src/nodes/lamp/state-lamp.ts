import type { Node, NodeMessage, NodeStatus } from 'node-red';
import type { Words } from '../../hub/words/words.js';
import type { LampInput } from '../../panels/lamp/lamp-input.js';
import type { LampReport } from '../../panels/lamp/lamp-report.js';
import { LampSources, type Validity } from '../../panels/lamp/lamp-sources.js';
import type { Appearance, State } from '../../panels/lamp/state.js';
import type { Lamp, SurfaceMessage } from '../../panels/render/surface.js';
import { onOneLine } from '../status/one-line.js';
import { PacedStatus } from '../status/paced-status.js';

/** Time of each half of a blink, in ms. */
const BLINK_MS = 500;

/** Longest timer of Node.js, in ms. A longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The usual colours in the field that Node-RED has too (docs/interface.md "Seen in the field", Colours). */
const STATUS: Readonly<Record<State, Required<Pick<NodeStatus, 'fill' | 'shape'>>>> = {
  failed: { fill: 'red', shape: 'ring' },
  armed: { fill: 'yellow', shape: 'dot' },
  unknown: { fill: 'grey', shape: 'ring' },
  program: { fill: 'red', shape: 'dot' },
  preview: { fill: 'green', shape: 'dot' },
  lookRecalling: { fill: 'blue', shape: 'dot' },
  lookChanged: { fill: 'blue', shape: 'ring' },
  lookOn: { fill: 'blue', shape: 'dot' },
  lookEmpty: { fill: 'grey', shape: 'ring' },
  unavailable: { fill: 'yellow', shape: 'ring' },
  available: { fill: 'green', shape: 'ring' },
  stopped: { fill: 'grey', shape: 'dot' },
  off: { fill: 'grey', shape: 'ring' },
};

interface LampOptions {
  readonly draw: (lamp: Lamp) => SurfaceMessage;
  readonly appearances: Readonly<Record<State, Appearance>>;
  /** All states, the most urgent first. */
  readonly urgency: readonly State[];
  /** Milliseconds. 0: no timeout. */
  readonly sourceTimeout: number;
  /** True if the lamp alternates between its appearance and dark. */
  readonly blinks: (appearance: Appearance) => boolean;
}

/** The dark half of a blink. It differs from the appearance of every state. */
const DARK = { colour: [0, 0, 0], value: undefined } as const;

/** Shows the most urgent state of its sources. Sends a message to the surface when the state changes. */
export class StateLamp {
  readonly #node: Node;
  readonly #words: Words;
  readonly #status: PacedStatus;
  readonly #options: LampOptions;
  readonly #sources: LampSources;
  #lastInput: LampInput | undefined;
  #started = false;
  /** Undefined before the start. */
  #lamp: Lamp | undefined;
  /** The last message without its time. */
  #lastSent = '';
  #timer: NodeJS.Timeout | undefined;
  #blinkTimer: NodeJS.Timeout | undefined;

  constructor(node: Node, words: Words, options: LampOptions) {
    this.#node = node;
    this.#words = words;
    this.#status = new PacedStatus(node);
    this.#options = options;
    this.#sources = new LampSources(options.urgency, options.sourceTimeout);
  }

  receive(input: LampInput, validity?: Validity): void {
    this.#lastInput = input;
    this.#sources.update(input, performance.now(), validity);
    if (input.from === 'hub' && input.connected) this.resend();
    else this.update();
  }

  /** The last input and output, for the dialog. */
  get report(): LampReport {
    if (!this.#lamp) return {};
    const { state } = this.#lamp;
    const waits = state === 'unknown' && this.#sources.waits;
    return {
      input: this.#lastInput,
      state,
      ...(waits && { waits }),
      sent: onOneLine(this.#options.draw(this.#lamp)),
    };
  }

  /** Nothing is sent before the start. The first state is unknown. */
  start(): void {
    this.#started = true;
    this.update();
  }

  /** Sends the state again, since the surface may have lost it. */
  resend(): void {
    this.#lastSent = '';
    this.update();
  }

  /** Shows the present state. */
  update(): void {
    if (!this.#started) return;
    const now = performance.now();
    this.#setState(this.#sources.mostUrgent(now));
    clearTimeout(this.#timer);
    const nextUpdate = this.#sources.nextChange(now);
    // A timer may fire a little early, so this may repeat once.
    if (nextUpdate !== undefined)
      this.#timer = setTimeout(() => this.update(), Math.min(Math.ceil(nextUpdate - now), MAX_TIMER_MS));
  }

  close(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#blinkTimer);
    this.#status.close();
  }

  #setState(state: State): void {
    const { appearances, blinks } = this.#options;
    const before = this.#lamp;
    const lamp = before?.state === state ? before : { state, ...appearances[state], at: Date.now() };
    if (lamp === before && this.#lastSent !== '') return;
    this.#lamp = lamp;
    this.#status.show(() => ({ ...STATUS[state], text: this.#words(`status.lamp_${state}`) }));
    clearInterval(this.#blinkTimer);
    this.#send(lamp);
    if (!blinks(lamp)) return;
    let isDark = false;
    this.#blinkTimer = setInterval(() => {
      isDark = !isDark;
      this.#send(isDark ? { ...lamp, ...DARK } : lamp);
    }, BLINK_MS);
  }

  /** Sends a message unless it is the same as the last one. */
  #send(lamp: Lamp): void {
    const { draw } = this.#options;
    const text = JSON.stringify(draw({ ...lamp, at: 0 }));
    if (text === this.#lastSent) return;
    this.#lastSent = text;
    this.#node.send(draw(lamp) as NodeMessage);
  }
}
