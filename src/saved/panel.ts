import { SOURCES } from '../panels/gesture/gesture.js';
import { ENCODER_FORMATS } from '../panels/mapping/encoder.js';
import { CURVE_NAMES } from '../panels/mapping/fader.js';
import { TAKEOVER } from '../panels/mapping/takeover.js';
import {
  COUNT,
  choice,
  describe,
  flag,
  number,
  optionalChoice,
  POSITIVE,
  params,
  type Rule,
  type SavedOf,
  text,
  type ValuesOf,
} from './field.js';

/** The types of controls, the default first. A component of a pad is a fader. */
export const TREATED_AS = ['fader', 'encoder', 'button'] as const;

/** A value in the list of a fader. */
export type ListChoice = string | number | boolean;

/** Parses a list separated by commas. Numbers, `true` and `false` get their types. */
export const parseListChoices = (list = ''): readonly ListChoice[] =>
  list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) =>
      text === 'true' || text === 'false' ? text === 'true' : Number.isNaN(Number(text)) ? text : Number(text),
    );

/** The rules for the range of the numbers that a fader sends. */
export const RANGE_RULES: readonly Rule<{ readonly from: number | undefined; readonly to: number | undefined }>[] = [
  {
    field: 'to',
    needs: ['from'],
    holds: ({ from, to }) => from === undefined || to !== undefined,
    allowed: { key: 'number' },
  },
  { field: 'to', needs: ['from'], holds: ({ from = 0, to }) => from !== to, allowed: { key: 'otherEnd' } },
];

/** The fields of a panel that a control has too. */
export const GESTURE_FIELDS = {
  /** Joins the controllers n and n + 32 to one fader. */
  pair: flag('panel.pair'),
  /** The ends of the fader, in the numbers that it sends. Blank: the range of its source. */
  from: number('panel.from', undefined),
  to: number('panel.to', undefined),
  /** The range of the values that are sent. */
  low: number('panel.low', 0),
  high: number('panel.high', 1),
  /** Values are rounded to multiples of it. For an encoder: one click. */
  step: number('panel.step', undefined, POSITIVE),
  curve: choice('panel.curve', CURVE_NAMES, 'panel.choices'),
  takeover: choice('panel.takeover', TAKEOVER, 'panel.choices'),
  coding: choice('panel.coding', ENCODER_FORMATS, 'panel.choices'),
  /** The factor for the fastest turn. */
  acceleration: number('panel.acceleration', 1, { key: 'number', minimum: 1 }),
  /** The time of a hold, and the longest time before a second press. */
  holdTime: number('panel.holdTime', 0.6, POSITIVE),
  doubleTime: number('panel.doubleTime', 0.4, POSITIVE),
  lockout: number('panel.lockout', 0, POSITIVE),
  /** Inverts a fader, an encoder, or a contact that is closed at rest. */
  inverted: flag('panel.inverted'),
  /** The control sends no release: each message with a press is a press. */
  eachPress: flag('panel.eachPress'),
};

/** The saved fields of the panel node. */
export const PANEL = describe(
  {
    ...GESTURE_FIELDS,
    /** Blank: found by the format of each message. */
    source: optionalChoice('panel.source', SOURCES, 'panel.choices'),
    /** The name of the control. Blank: every control. */
    control: text('panel.control'),
    kind: choice('panel.kind', TREATED_AS, 'panel.choices'),
    /** The axis of a pad, from 0. */
    axis: number('panel.axis', 0, COUNT),
    /** The values of the fader, separated by commas. */
    list: text('panel.list'),
    /** An encoder continues from the other end. */
    wrap: flag('panel.wrap'),
    press: flag('panel.press', true),
    release: flag('panel.release'),
    hold: flag('panel.hold'),
    double: flag('panel.double'),
    /** A press switches between true and false. */
    toggle: flag('panel.toggle'),
    /** Ignores the first message after a start, because some sources send their state. */
    ignoreFirst: flag('panel.ignoreFirst'),
    /** A path in the payload, and its values for a press and a release, as text. Blank: as the device is known. */
    property: text('panel.property'),
    pressedIs: text('panel.pressedIs'),
    releasedIs: text('panel.releasedIs'),
    /** The configuration that reads the property in `params` for the present value. Blank: a watch sends it to the node. */
    hub: text('panel.hub', 'optionalHub'),
    params,
    /** The part of the present value, e.g. `x`. Blank: all of it. */
    component: text('panel.component', 'path'),
  },
  RANGE_RULES,
);

export type SavedPanel = SavedOf<typeof PANEL.fields>;
export type PanelValues = ValuesOf<typeof PANEL.fields>;
