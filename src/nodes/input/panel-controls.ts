import type { Gesture, Source } from '../../panels/gesture.js';
import { evictOldest } from '../../panels/mapping/evict-oldest.js';
import { type Control, createControl } from './panel-control.js';
import type { PanelSettings } from './panel-settings.js';

/** No panel has more; a flow that makes up names must not fill the memory. */
const MOST_CONTROLS = 256;

/** The controls of a node: one, or, where any counts, each for itself. */
export class PanelControls {
  readonly #settings: PanelSettings;
  readonly #controls = new Map<string, Control>();
  #present: number | undefined;
  /** Found last, and of which: a fader sends a hundred messages in a row. */
  #last: { readonly source: Source; readonly name: string; readonly control: Control } | undefined;

  constructor(settings: PanelSettings) {
    this.#settings = settings;
  }

  /** The control that a gesture comes from. */
  of({ source, control: name }: Gesture): Control {
    if (this.#last?.name === name && this.#last.source === source) return this.#last.control;
    const key = `${source} ${name}`;
    const control = this.#controls.get(key) ?? this.#add(key);
    this.#last = { source, name, control };
    return control;
  }

  /** The present value; undefined: nobody knows it any more. */
  present(value: number | undefined): void {
    this.#present = value;
    for (const control of this.#controls.values()) control.present(value);
  }

  close(): void {
    for (const control of this.#controls.values()) control.close();
    this.#controls.clear();
  }

  #add(key: string): Control {
    evictOldest(this.#controls, MOST_CONTROLS, ({ held }) => held === true)?.close();
    const control = createControl(this.#settings);
    if (this.#present !== undefined) control.present(this.#present);
    this.#controls.set(key, control);
    return control;
  }
}
