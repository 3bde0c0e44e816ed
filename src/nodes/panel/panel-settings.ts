import { BUTTON_EVENTS, type ButtonOptions } from '../../panels/mapping/button.js';
import type { EncoderOptions } from '../../panels/mapping/encoder.js';
import type { FaderOptions } from '../../panels/mapping/fader.js';
import { type PropertyOptions, propertyOptions } from '../../panels/recognise/property.js';
import { type ListChoice, PANEL, type PanelValues, parseListChoices, type SavedPanel } from '../../saved/panel.js';
import { readSaved } from '../runtime/saved-field.js';

/** The settings of a panel node. */
export interface PanelSettings extends Omit<PanelValues, 'property'> {
  readonly fader: FaderOptions<ListChoice>;
  readonly encoder: EncoderOptions;
  readonly button: ButtonOptions;
  /** The property that is read instead of the whole message. */
  readonly property: PropertyOptions | undefined;
  /** A fader whose present value nobody tells starts at once, and later takes over its own last value. */
  readonly hasOwnValue?: boolean | undefined;
}

/** The number of clicks of an encoder from one end to the other, if no step is saved. */
const DEFAULT_STEPS = 100;

/** Throws `BAD_INPUT`. */
export function panelSettings(saved: SavedPanel): PanelSettings {
  const values = readSaved(PANEL, saved);
  const { low, high, step, inverted, ignoreFirst, eachPress } = values;
  const entries = parseListChoices(values.list);
  const events = BUTTON_EVENTS.filter((event) => values[event]);
  return {
    ...values,
    fader: {
      from: values.to === undefined ? undefined : [values.from ?? 0, values.to],
      to: [low, high],
      curve: values.curve,
      invert: inverted,
      step,
      choices: entries.length > 0 ? entries : undefined,
    },
    encoder: {
      range: [low, high],
      step: step ?? Math.abs(high - low) / DEFAULT_STEPS,
      acceleration: values.acceleration,
      wrap: values.wrap,
    },
    button: {
      hold: values.hold ? values.holdTime * 1000 : 0,
      double: values.double ? values.doubleTime * 1000 : 0,
      lockout: values.lockout * 1000,
      inverted,
      ignoreFirst,
      eachPress,
      events: new Set(events),
    },
    property: propertyOptions(values),
  };
}
