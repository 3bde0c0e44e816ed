import type { NodeMessage } from 'node-red';
import { badInput } from '../../hub/wire/errors.js';
import type { LampReport } from '../../panels/lamp/lamp-input.js';
import type { KeyExtras } from '../../panels/lamp/state.js';
import { DISPLAYS, FADERS, isDisplay, isLampSurface, LAMPS } from '../../panels/render/index.js';
import type { SurfaceMessage } from '../../panels/render/surface.js';
import type { LampValues, SavedLamp } from '../../saved/lamp.js';
import { LAMP } from '../../saved/lamp.js';
import { isSuperseded } from '../message/message.js';
import { sessionsChanged } from '../registry/registry.js';
import type { Work } from '../runtime/inputs.js';
import type { Lifetime } from '../runtime/lifetime.js';
import type { RuntimeWords } from '../runtime/node-texts.js';
import { readSaved } from '../runtime/saved-field.js';
import type { LampOutput } from './lamp-output.js';
import { MotorFader } from './motor-fader.js';
import { StateLamp } from './state-lamp.js';
import { ValueDisplay } from './value-display.js';

/** Nodes behind the lamp need time to start, in ms. Core's `udp out` needs 75 ms. */
const STARTING_MS = 250;

/** A lamp, a motor fader or a display: messages with a state become messages for a surface. */
export class Lamp implements Work {
  readonly #output: LampOutput;
  #canStart = false;
  #isShown = true;

  /** Throws `BAD_INPUT`. */
  constructor(life: Lifetime, words: RuntimeWords, saved: SavedLamp) {
    const values = readSaved(LAMP, saved);
    const output = outputOf(life, values, words);
    this.#output = output;
    life.add(sessionsChanged.watch(() => output.update()));
    life.clock.setTimeout(() => {
      this.#canStart = true;
      if (this.#isShown) output.start();
    }, STARTING_MS);
    if (values.repeat > 0) life.every(values.repeat * 1000, () => output.repeat());
  }

  /** Throws `BAD_INPUT`. */
  handle(msg: NodeMessage): void {
    if ('reset' in msg) this.#output.resend();
    else if (!isSuperseded(msg)) this.#output.handle(msg);
  }

  /** A light of a page that is not shown sends nothing. When its page is shown, it sends its present state. */
  show(isShown: boolean): void {
    this.#isShown = isShown;
    if (!isShown) this.#output.stop();
    else if (this.#canStart) this.#output.start();
  }

  /** What a key shows besides its state. */
  showExtras(extras: KeyExtras): void {
    this.#output.showExtras?.(extras);
  }

  /** The message that makes it dark. Undefined: it has no light. */
  get dark(): SurfaceMessage | undefined {
    return this.#output.dark;
  }

  /** The last input and output, for the dialog. */
  get report(): LampReport {
    return this.#output.report;
  }
}

/** The output for the saved surface and control. Throws `BAD_INPUT`. */
function outputOf(life: Lifetime, values: LampValues, words: RuntimeWords): LampOutput {
  const { surface, control } = values;
  const requireControl = <T>(draw: T | undefined): T => {
    if (draw === undefined) throw badInput('control', control, { key: 'control' });
    return draw;
  };
  if (isLampSurface(surface))
    return new StateLamp(life, words, values, surface, requireControl(LAMPS[surface](control)));
  if (isDisplay(surface)) return new ValueDisplay(life, words, values, requireControl(DISPLAYS[surface](control)));
  return new MotorFader(life, words, values, requireControl(FADERS[surface](control)));
}
