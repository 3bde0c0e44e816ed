import type { NodeMessage, NodeStatus } from 'node-red';
import { plainText } from '../../base/values.js';
import { findOperation } from '../../hub/table/operations.js';
import { badInput } from '../../hub/wire/errors.js';
import type { Words } from '../../hub/words/texts.js';
import { type CueTexts, NO_CUES } from '../../panels/lamp/cue-state.js';
import { type LampInput, type LampReport, parseLampMessage } from '../../panels/lamp/lamp-input.js';
import { LampSources, type Validity } from '../../panels/lamp/lamp-sources.js';
import { faceOf, type KeyExtras, rehearsedColour, STATES, type State, shownState } from '../../panels/lamp/state.js';
import { type LampSurface, sendsBlinks } from '../../panels/render/index.js';
import { fillPlaceholders } from '../../panels/render/placeholders.js';
import type { Lamp, SurfaceMessage } from '../../panels/render/surface.js';
import type { LampValues } from '../../saved/lamp.js';
import { validityOf } from '../registry/sessions.js';
import type { Lifetime } from '../runtime/lifetime.js';
import { PacedStatus } from '../status/paced-status.js';
import { isForeignPacket, type LampOutput, onOneLine } from './lamp-output.js';
import { type Appearances, appearancesOf } from './lamp-settings.js';

/** Time of each half of a blink, in ms. */
const BLINK_MS = 500;

/** The usual colours in the field that Node-RED has too (docs/develop/interface.md "Seen in the field", Colours). */
const STATUS: Readonly<Record<State, Required<Pick<NodeStatus, 'fill' | 'shape'>>>> = {
  failed: { fill: 'red', shape: 'ring' },
  armed: { fill: 'yellow', shape: 'dot' },
  unknown: { fill: 'grey', shape: 'ring' },
  cueHolding: { fill: 'red', shape: 'dot' },
  cueRestarted: { fill: 'yellow', shape: 'ring' },
  program: { fill: 'red', shape: 'dot' },
  preview: { fill: 'green', shape: 'dot' },
  cueRunning: { fill: 'blue', shape: 'dot' },
  lookRecalling: { fill: 'blue', shape: 'dot' },
  lookChanged: { fill: 'blue', shape: 'ring' },
  lookOn: { fill: 'blue', shape: 'dot' },
  lookEmpty: { fill: 'grey', shape: 'ring' },
  cueStandby: { fill: 'green', shape: 'ring' },
  unavailable: { fill: 'yellow', shape: 'ring' },
  available: { fill: 'green', shape: 'ring' },
  stopped: { fill: 'grey', shape: 'dot' },
  off: { fill: 'grey', shape: 'ring' },
};

/** The dark half of a blink. It differs from the appearance of every state. */
const DARK = { colour: [0, 0, 0], value: undefined } as const;

/** Their receivers may know no other words than those of the settings, so dark is the word for off. The others have a dark colour. */
const GETS_WORDS: ReadonlySet<LampSurface> = new Set(['mqtt', 'template']);

/** The lamp with the facts that it was drawn from. */
interface PresentLamp extends Lamp {
  readonly isRehearsed: boolean;
  readonly extras: KeyExtras | undefined;
}

/** Shows the most urgent state of its sources. Sends a message to the surface when the state changes. */
export class StateLamp implements LampOutput {
  readonly #life: Lifetime;
  readonly #words: Words;
  readonly #status: PacedStatus;
  readonly #surface: LampSurface;
  readonly #draw: (lamp: Lamp) => SurfaceMessage;
  readonly #appearances: Appearances;
  readonly #hub: string;
  readonly #sources: LampSources;
  #lastInput: LampInput | undefined;
  /** The cues of the last list that sent its state. They stay while its hub is lost. */
  #cues: CueTexts | undefined;
  /** Undefined: it shows only its state. */
  #extras: KeyExtras | undefined;
  #started = false;
  /** Undefined before the start. */
  #lamp: PresentLamp | undefined;
  /** The last message without its time. */
  #lastSent = '';
  #timer: unknown;
  #endBlink = (): void => {};
  /** The dark half of a blink. */
  #isDark = false;

  constructor(
    life: Lifetime,
    words: Words,
    values: LampValues,
    surface: LampSurface,
    draw: (lamp: Lamp) => SurfaceMessage,
  ) {
    const { appearances, urgency } = appearancesOf(values);
    this.#sources = new LampSources(urgency, values.sourceTimeout * 1000);
    this.#appearances = appearances;
    this.#hub = values.hub;
    this.#life = life;
    this.#words = words;
    this.#status = new PacedStatus(life);
    this.#surface = surface;
    this.#draw = draw;
  }

  handle(msg: NodeMessage): void {
    const fields = msg as Readonly<Record<string, unknown>>;
    const input = parseLampMessage(fields, findOperation);
    if (input) this.#takeInput(input, validityOf(fields, this.#hub));
    if (input || isForeignPacket(msg)) return;
    // A word of the hub that is not described: the state from before may no longer hold.
    if (fields.hub) this.#takeInput({ from: 'source', name: plainText(fields.topic), state: 'unknown' });
    throw badInput('payload', msg.payload, { key: 'choice', options: STATES });
  }

  #takeInput(input: LampInput, validity?: Validity): void {
    this.#lastInput = input;
    if (input.from === 'source' && input.cues) this.#cues = input.cues;
    this.#sources.update(input, this.#life.clock.now(), validity);
    if (input.from === 'hub' && input.connected) this.resend();
    else this.update();
  }

  showExtras(extras: KeyExtras): void {
    this.#extras = extras;
    this.update();
  }

  get report(): LampReport {
    if (!this.#lamp) return {};
    const { state, isRehearsed } = this.#lamp;
    const waits = state === 'unknown' && this.#sources.waits;
    return {
      input: this.#lastInput,
      state,
      isRehearsed,
      ...(waits && { waits }),
      sent: onOneLine(this.#draw(this.#lamp)),
    };
  }

  /** The first state is unknown. */
  start(): void {
    this.#started = true;
    this.resend();
  }

  stop(): void {
    this.#started = false;
    this.#lamp = undefined;
    this.#life.clock.clearTimeout(this.#timer);
    this.#endBlink();
  }

  get dark(): SurfaceMessage {
    const { value } = this.#appearances.off;
    const word = typeof value === 'string' ? fillPlaceholders(value, { ...NO_CUES }) : value;
    return this.#draw({
      state: 'off',
      ...DARK,
      value: GETS_WORDS.has(this.#surface) ? word : undefined,
      blink: false,
      at: 0,
    });
  }

  resend(): void {
    this.#lastSent = '';
    this.update();
  }

  repeat(): void {
    this.resend();
  }

  update(): void {
    if (!this.#started) return;
    const { clock } = this.#life;
    const now = clock.now();
    this.#setState(this.#sources.mostUrgent(now));
    clock.clearTimeout(this.#timer);
    const nextUpdate = this.#sources.nextChange(now);
    // A timer may fire a little early, so this may repeat once.
    if (nextUpdate !== undefined) this.#timer = clock.setTimeout(() => this.update(), Math.ceil(nextUpdate - now));
  }

  #setState(real: State): void {
    const before = this.#lamp;
    const extras = this.#extras;
    const { state, isRehearsed } = shownState(real, extras ?? {});
    const isSame =
      before?.state === state &&
      before.isRehearsed === isRehearsed &&
      before.extras === extras &&
      before.cues === this.#cues;
    if (isSame && this.#lastSent !== '') return;
    const at = before?.state === state ? before.at : this.#life.clock.date();
    const lamp = isSame ? before : { ...this.#lampOf(state, isRehearsed, at), isRehearsed, extras };
    this.#lamp = lamp;
    this.#status.show(() => ({
      ...STATUS[state],
      ...(isRehearsed && { fill: 'blue' }),
      text: this.#words(`status.lamp_${faceOf(state, isRehearsed, extras ?? {}).word}`),
    }));
    // A bar that moves does not begin the blink again.
    const blinksOn = before?.blink === true && before.state === state && before.isRehearsed === isRehearsed;
    if (blinksOn && this.#lastSent !== '') {
      if (!this.#isDark) this.#send(lamp);
      return;
    }
    this.#endBlink();
    this.#isDark = false;
    this.#send(lamp);
    if (!sendsBlinks(this.#surface, lamp)) return;
    this.#endBlink = this.#life.every(BLINK_MS, () => {
      this.#isDark = !this.#isDark;
      if (this.#lamp) this.#send(this.#isDark ? { ...this.#lamp, ...DARK } : this.#lamp);
    });
  }

  #lampOf(state: State, isRehearsed: boolean, at: number): Lamp {
    const { value, ...appearance } = this.#appearances[state];
    const extras = this.#extras ?? {};
    const colour = isRehearsed ? rehearsedColour(state, extras) : appearance.colour;
    const { word, sign, bar } = faceOf(state, isRehearsed, extras);
    const face = {
      state: this.#words(`status.lamp_${word}`),
      ...(sign && { sign }),
      ...(bar !== undefined && { bar }),
    };
    const filled = typeof value === 'string' ? fillPlaceholders(value, { ...(this.#cues ?? NO_CUES) }) : value;
    return {
      ...{ state, ...appearance, colour, at, cues: this.#cues },
      ...(filled !== undefined && { value: filled }),
      ...(this.#extras && { face }),
    };
  }

  /** Sends a message unless it is the same as the last one. */
  #send(lamp: Lamp): void {
    const text = JSON.stringify(this.#draw({ ...lamp, at: 0 }));
    if (text === this.#lastSent) return;
    this.#lastSent = text;
    this.#life.node.send(this.#draw(lamp) as NodeMessage);
  }
}
