import type { Clock } from '../../base/clock.js';
import type { Gesture, Source } from '../../panels/gesture.js';
import { evictOldest } from '../../panels/mapping/evict-oldest.js';
import { type Control, createControl } from './panel-control.js';
import type { PanelSettings } from './panel-settings.js';

/** More than any panel has. Without a limit, made-up names could fill the memory. */
const MOST_CONTROLS = 256;

/** The controls of a node. If it accepts all controls, each of them has its own state. */
export class PanelControls {
  readonly #settings: PanelSettings;
  readonly #clock: Clock;
  readonly #controls = new Map<string, Control>();
  #present: number | undefined;
  /** Kept because a fader sends many messages in a row. */
  #last: { readonly source: Source; readonly name: string; readonly control: Control } | undefined;

  constructor(settings: PanelSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  controlOf({ source, control: name }: Gesture): Control {
    if (this.#last?.name === name && this.#last.source === source) return this.#last.control;
    const key = `${source} ${name}`;
    const control = this.#controls.get(key) ?? this.#add(key);
    this.#last = { source, name, control };
    return control;
  }

  /** Undefined if the value is unknown. */
  setPresent(value: number | undefined): void {
    this.#present = value;
    for (const control of this.#controls.values()) control.setPresent(value);
  }

  /** The connection of the source is lost. */
  sourceLost(): void {
    for (const control of this.#controls.values()) control.sourceLost?.();
  }

  close(): void {
    for (const control of this.#controls.values()) control.close();
    this.#controls.clear();
  }

  #add(key: string): Control {
    evictOldest(this.#controls, MOST_CONTROLS, ({ isHeld }) => isHeld === true)?.close();
    const control = createControl(this.#settings, this.#clock);
    if (this.#present !== undefined) control.setPresent(this.#present);
    this.#controls.set(key, control);
    return control;
  }
}
