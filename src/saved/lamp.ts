import { MOTOR_MODES } from '../panels/lamp/motor.js';
import { STATES } from '../panels/lamp/state.js';
import { hasControl, SURFACES } from '../panels/render/surfaces.js';
import {
  choice,
  describe,
  FROM_ZERO,
  flag,
  number,
  type Rule,
  rows,
  type SavedOf,
  text,
  type ValuesOf,
} from './field.js';

/** The appearance of a state. A blank: the usual one. */
const STATE = describe({
  state: { ...choice('params.state', STATES), required: true },
  /** `#rrggbb`. */
  colour: text('params.colour', 'name', { key: 'colour' }),
  blink: { ...flag('params.blink'), usual: undefined },
  /** For a surface that accepts numbers or words. */
  value: text('params.lampValue', 'name', { key: 'anyText' }),
});

/** The rule for the values at both ends of a fader. */
export const VALUE_RULE: Rule<{ readonly low: number; readonly high: number }> = {
  field: 'high',
  needs: ['low'],
  holds: ({ low, high }) => low !== high,
  allowed: { key: 'otherEnd' },
};

/** The fields of a lamp that a control has too. */
export const LIGHT_FIELDS = {
  /** The states, the most urgent first. Missing states follow in their default order. */
  states: rows('lamp.appearances', STATE),
  /** The control that reports a touch of the fader. */
  touch: text('params.touch', 'name', { key: 'anyText' }),
  /** The state is sent again every this many seconds. 0: never. */
  repeat: number('params.repeat', 0, { key: 'repeat' }),
};

/** The saved fields of the lamp. */
export const LAMP = describe(
  {
    ...LIGHT_FIELDS,
    surface: choice('params.surface', SURFACES, 'lamp.surfaces'),
    /** The configuration for messages without `msg.hub`. Blank: the only one in the flows. */
    hub: text('editor.hub', 'optionalHub'),
    /** The lamp or fader of the surface: `key 0`, `note 1/60`, `/1/push1`. */
    control: text('params.control', 'name', { key: 'control' }),
    /** Seconds. 0: no limit. */
    sourceTimeout: number('params.sourceTimeout', 0, FROM_ZERO),
    /** The mode of a motor fader. */
    mode: choice('params.mode', MOTOR_MODES, 'lamp.modes'),
    /** The values of the hub at both ends of the fader. */
    low: number('params.low', 0),
    high: number('params.high', 1),
  },
  [
    {
      field: 'control',
      needs: ['surface'],
      holds: ({ surface, control }) => hasControl(surface, control),
      allowed: { key: 'control' },
    },
    VALUE_RULE,
  ],
);

export type LampValues = ValuesOf<typeof LAMP.fields>;
/** A row of `states`. */
export type SavedAppearance = SavedOf<typeof STATE.fields> & { state: string };

export interface SavedLamp extends Omit<SavedOf<typeof LAMP.fields>, 'states'> {
  states?: SavedAppearance[];
}
