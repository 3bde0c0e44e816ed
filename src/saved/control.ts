import { hasControl, type LampSurface } from '../panels/render/surfaces.js';
import type { CueOperation } from './cues.js';
import {
  choice,
  describe,
  FROM_ZERO,
  flag,
  number,
  POSITIVE,
  params,
  rows,
  type SavedOf,
  text,
  type ValuesOf,
} from './field.js';
import { LAMP, type SavedAppearance, VALUE_RULE } from './lamp.js';
import { CURVES, PANEL, RANGE_RULES, TAKEOVERS } from './panel.js';

/** The devices whose keys, faders or encoders a control can be, the default first. The order of the list in the dialog. */
export const CONTROL_SURFACES = [
  'streamdeck',
  'midi',
  'mcu',
  'xkeys',
  'osc',
  'gpio',
  'mqtt',
  'dashboard',
  'template',
] as const satisfies readonly LampSurface[];

/** The types of controls, the default first. */
const CONTROL_KINDS = ['button', 'fader', 'encoder'] as const;

/** The gestures of a button that can do something, the default first. */
export const CONTROL_GESTURES = ['press', 'hold', 'double', 'release'] as const;

/** The things that an action can do, the default first. */
const DOES = ['command', 'look', 'cue'] as const;

/** The operations of a cue list for a control, the default first. */
export const CUE_ACTIONS = ['go', 'back', 'next', 'stop', 'goto'] as const satisfies readonly CueOperation[];

/** One action. A button has one for each gesture, a fader or an encoder one, whose `on` does not count. */
export const ACTION = {
  on: choice('control.on', CONTROL_GESTURES, 'control.choices'),
  does: choice('control.does', DOES, 'control.choices'),
  /** A command of any area of the table. */
  operation: text('editor.operation', 'operation'),
  params,
  /** The editor id of a `hub-look`. Blank: the only one of this hub. */
  lookNode: text('control.lookNode'),
  look: text('look.look', 'name', { key: 'lookName' }),
  lookOperation: choice('look.operation', ['recall', 'store'] as const, 'look.choices'),
  /** The editor id of a `hub-cues`. Blank: the only one of this hub. */
  cuesNode: text('control.cuesNode'),
  cueOperation: choice('editor.operation', CUE_ACTIONS, 'cues.choices'),
  /** The number of the cue that *Go to* plays. */
  cue: text('control.cue', 'name', { key: 'anyText' }),
  expiry: number('editor.expiry', undefined, POSITIVE),
  timeout: number('editor.timeout', undefined, POSITIVE),
  secondPress: flag('editor.secondPress'),
};

const FIELDS = {
  hub: text('editor.hub', 'hub'),
  surface: choice('params.surface', CONTROL_SURFACES, 'control.choices'),
  /** The control in the messages of the device: `key 0`, `note 1/60`, `/1/push1`. Blank: it does nothing yet. */
  control: text('panel.control', 'name', { key: 'anyText' }),
  kind: choice('panel.kind', CONTROL_KINDS, 'panel.choices'),
  actions: rows('control.actions', ACTION, {
    key: ({ on }: { on?: string }) => String(on ?? 'press'),
    allowed: { key: 'otherGesture' },
    reason: 'control.reasons.twice',
  }),
  /** A press takes out an item that is on air, and plays one that is not. Unknown: asks for a second press. */
  toggle: flag('control.toggle'),
  lockout: number('panel.lockout', 0, POSITIVE),
  holdTime: PANEL.fields.holdTime,
  doubleTime: PANEL.fields.doubleTime,
  eachPress: PANEL.fields.eachPress,
  inverted: flag('panel.inverted'),
  /** The rest is as in `hub-panel`. */
  from: PANEL.fields.from,
  to: PANEL.fields.to,
  low: PANEL.fields.low,
  high: PANEL.fields.high,
  step: PANEL.fields.step,
  curve: choice('panel.curve', CURVES, 'panel.choices'),
  takeover: choice('panel.takeover', TAKEOVERS, 'panel.choices'),
  coding: PANEL.fields.coding,
  acceleration: PANEL.fields.acceleration,
  pair: PANEL.fields.pair,
  /** The control that has the light, if it is another one. `-`: no light. */
  light: text('control.light', 'name', { key: 'anyText' }),
  /** The text on the surface. Blank: the name of the target of the first action. */
  text: text('control.text', 'name', { key: 'anyText' }),
  /** As in `hub-lamp`. */
  states: LAMP.fields.states,
  touch: LAMP.fields.touch,
  repeat: LAMP.fields.repeat,
  /** The time between two reads of the state, in seconds. 0: the light shows only its own commands. */
  interval: number('editor.interval', 1, FROM_ZERO),
};

/** The saved fields of a `hub-control`: one key, fader or encoder of a surface, with its actions and its light. */
export const CONTROL = describe(FIELDS, [
  ...RANGE_RULES,
  VALUE_RULE,
  {
    field: 'light',
    needs: ['surface', 'kind'],
    // The motor of a fader has a form of its own.
    holds: ({ light, surface, kind }) => ['', '-'].includes(light) || kind !== 'button' || hasControl(surface, light),
    allowed: { key: 'control' },
  },
]);

export type ControlValues = ValuesOf<typeof CONTROL.fields>;
/** A row of `actions`. */
export type SavedAction = SavedOf<typeof ACTION>;

export interface SavedControl extends Omit<SavedOf<typeof CONTROL.fields>, 'actions' | 'states'> {
  hub: string;
  actions?: SavedAction[];
  states?: SavedAppearance[];
}
