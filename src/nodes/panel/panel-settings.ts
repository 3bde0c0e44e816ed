import { badInput } from '../../hub/wire/errors.js';
import { SOURCES, type Source } from '../../panels/gesture.js';
import { BUTTON_EVENTS, type ButtonOptions } from '../../panels/mapping/button.js';
import type { EncoderFormat, EncoderOptions } from '../../panels/mapping/encoder.js';
import type { FaderOptions, Range } from '../../panels/mapping/fader.js';
import type { TakeoverMode } from '../../panels/mapping/takeover.js';
import { type PropertyOptions, propertyOptions } from '../../panels/recognise/property.js';
import { CODINGS, CURVES, DEFAULT_DOUBLE_S, DEFAULT_HOLD_S, DEFAULT_STEPS, type ListChoice, parseListChoices, type SavedPanel, TAKEOVERS, TREATED_AS } from '../../saved/panel.js';
import { atLeast, choice, finite, isOn, positive } from '../runtime/saved-field.js';

/** The settings of a panel node. Times in ms. */
export interface PanelSettings {
  /** If not set, the shape of each message decides. */
  readonly source: Source | undefined;
  /** Blank: all controls. */
  readonly control: string;
  readonly pair: boolean;
  readonly kind: (typeof TREATED_AS)[number];
  readonly ignoreFirst: boolean;
  readonly axis: number;
  readonly fader: FaderOptions<ListChoice>;
  readonly takeover: TakeoverMode;
  readonly encoder: EncoderOptions;
  /** The node reads the present value itself. */
  readonly readsPresent: boolean;
  readonly invert: boolean;
  readonly coding: EncoderFormat;
  readonly button: ButtonOptions;
  readonly toggle: boolean;
  readonly eachPress: boolean;
  /** The property that is read instead of the whole message. */
  readonly property: PropertyOptions | undefined;
}

/** Turns saved fields into settings. Throws `BAD_INPUT`. */
export function panelSettings(saved: SavedPanel): PanelSettings {
  const invert = isOn('inverted', saved.inverted);
  const ignoreFirst = isOn('ignoreFirst', saved.ignoreFirst);
  const events = BUTTON_EVENTS.filter((event) => isOn(event, saved[event] ?? event === 'press'));
  const eachPress = isOn('eachPress', saved.eachPress);
  const seconds = (field: 'holdTime' | 'doubleTime', usual: number) => positive(field, saved[field] || usual) * 1000;
  return {
    source: saved.source ? choice('source', saved.source, SOURCES) : undefined,
    control: saved.control ?? '',
    pair: isOn('pair', saved.pair),
    kind: choice('kind', saved.kind || TREATED_AS[0], TREATED_AS),
    ignoreFirst,
    axis: atLeast(0, 'axis', saved.axis || 0),
    fader: faderOptions(saved, invert),
    takeover: choice('takeover', saved.takeover || TAKEOVERS[0], TAKEOVERS),
    encoder: encoderOptions(saved),
    readsPresent: Boolean(saved.hub),
    invert,
    coding: choice('coding', saved.coding || CODINGS[0], CODINGS),
    button: {
      hold: events.includes('hold') ? seconds('holdTime', DEFAULT_HOLD_S) : 0,
      double: events.includes('double') ? seconds('doubleTime', DEFAULT_DOUBLE_S) : 0,
      lockout: saved.lockout ? positive('lockout', saved.lockout) * 1000 : 0,
      inverted: invert,
      ignoreFirst,
      eachPress,
      events: new Set(events),
    },
    toggle: isOn('toggle', saved.toggle),
    eachPress,
    property: propertyOptions(saved),
  };
}

const outputRange = ({ low, high }: SavedPanel): Range => [
  optionalNumber('low', low) ?? 0,
  optionalNumber('high', high) ?? 1,
];

function faderOptions(saved: SavedPanel, invert: boolean): FaderOptions<ListChoice> {
  const entries = parseListChoices(saved.list);
  return {
    from: inputRange(saved),
    to: outputRange(saved),
    curve: choice('curve', saved.curve || CURVES[0], CURVES),
    invert,
    step: saved.step ? positive('step', saved.step) : undefined,
    choices: entries.length > 0 ? entries : undefined,
  };
}

/** The fader's own end positions. If not set, the source decides. */
function inputRange({ from, to }: SavedPanel): Range | undefined {
  const [first, last] = [optionalNumber('from', from), optionalNumber('to', to)];
  if (first === undefined && last === undefined) return undefined;
  if (last === undefined || first === last) throw badInput('to', to, { key: 'number' });
  return [first ?? 0, last];
}

function encoderOptions(saved: SavedPanel): EncoderOptions {
  const range = outputRange(saved);
  return {
    range,
    step: saved.step ? positive('step', saved.step) : Math.abs(range[1] - range[0]) / DEFAULT_STEPS,
    acceleration: atLeast(1, 'acceleration', saved.acceleration || 1),
    wrap: isOn('wrap', saved.wrap),
  };
}

const optionalNumber = (field: string, value: unknown): number | undefined =>
  value === undefined || value === '' ? undefined : finite(field, value);
